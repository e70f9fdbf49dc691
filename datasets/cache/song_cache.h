// Features of songs, computed once and kept on disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/cache/cache_folder.h"
#include "datasets/cache/content_hash.h"
#include "datasets/cache/mapped_frames.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// How the features of one audio file are computed. Called from several threads at once.
using ComputeFeatures = std::function<FrameMatrix(const std::filesystem::path& audio)>;

// A folder of files AUDIO-FEATURES.npy, AUDIO a hash of the audio file's bytes (so that a moved or
// copied file is known again) and FEATURES one of `feature_key`, all that the features depend on.
// The hashes of files are remembered beside them (content_hash.h), the size of the folder is
// limited (cache_folder.h). Files are complete or absent, so that an interrupted or a concurrent
// run does no harm; a file that cannot be read is made anew. Thread-safe.
class SongCache {
 public:
  SongCache(const std::filesystem::path& folder, const std::string& feature_key, std::size_t bins,
            double fps, ComputeFeatures compute);

  // Throws DatasetError when the audio is missing, and what `compute` throws. Where the folder
  // cannot be written the features live in a temporary file without a name, until they are let go,
  // and `trouble` says why; throws FeatureError or std::filesystem::filesystem_error when that
  // cannot be written, either.
  MappedFrames get(const std::filesystem::path& audio) const;
  // Why features could not be kept, the first time that happened; "" when it did not.
  std::string trouble() const;
  std::filesystem::path file_of(const std::filesystem::path& audio) const;

 private:
  struct Trouble {
    std::mutex mutex;
    std::string text;
  };

  std::optional<MappedFrames> find(const std::filesystem::path& file) const;
  MappedFrames keep(const FrameMatrix& frames, const std::filesystem::path& file) const;
  MappedFrames hold(const FrameMatrix& frames) const;

  std::unique_ptr<CacheFolder> folder_;
  std::unique_ptr<Trouble> trouble_;
  HashIndex index_;
  std::string feature_key_;
  std::size_t bins_;
  double fps_;
  ComputeFeatures compute_;
};

struct CachedSong {
  std::optional<MappedFrames> frames;  // empty when it failed or was not reached before the stop
  std::string error;                   // why it failed
};

// Called from the threads that compute, one at a time: (songs done, songs).
using CacheProgress = std::function<void(std::size_t, std::size_t)>;

// All songs in the given order, computed by `threads` threads (at least 1). A song that fails costs
// only itself.
std::vector<CachedSong> load_songs(const SongCache& cache,
                                   std::span<const std::filesystem::path> audio, int threads,
                                   const CacheProgress& progress = {}, std::stop_token stop = {});

}  // namespace tactus
