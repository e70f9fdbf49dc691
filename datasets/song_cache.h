// Features of songs, computed once and kept on disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/cache_folder.h"
#include "datasets/content_hash.h"
#include "datasets/mapped_frames.h"
#include "features/frame_matrix.h"

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

  // Throws DatasetError when the audio is missing, what `compute` throws, FeatureError when the
  // folder cannot be written.
  MappedFrames get(const std::filesystem::path& audio) const;
  std::filesystem::path file_of(const std::filesystem::path& audio) const;

 private:
  std::optional<MappedFrames> find(const std::filesystem::path& file) const;

  std::unique_ptr<CacheFolder> folder_;
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
