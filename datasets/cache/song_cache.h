// Features of songs, computed once and stored on disk.
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

// Computes the features of one audio file. Called from several threads at once.
using ComputeFeatures = std::function<FrameMatrix(const std::filesystem::path& audio)>;

// A folder of files AUDIO-FEATURES.npy. AUDIO is a hash of the bytes of the audio file, so that a
// moved or copied file is recognised. FEATURES is the hash of `feature_key`, which describes all
// settings of the features, and of kDecodingVersion. The folder stores the hashes of files
// (content_hash.h) and has a size limit (cache_folder.h). Files are complete or absent, so
// interrupted and concurrent runs are safe; a damaged file is computed again, and a note says so.
// Thread-safe.
class SongCache {
 public:
  SongCache(const std::filesystem::path& folder, const std::string& feature_key, std::size_t bins,
            double fps, ComputeFeatures compute);

  // Throws DatasetError if the audio is missing, and any exception of `compute`. If the folder is
  // read-only, the features are in an unnamed temporary file until they are released, and `trouble`
  // gives the reason. Throws DatasetError or std::filesystem::filesystem_error if that file cannot
  // be written either.
  MappedFrames get(const std::filesystem::path& audio) const;
  // Returns why features could not be stored, the first time; "" if all were stored.
  std::string trouble() const;
  // Returns a note for each damaged file that was computed again.
  std::vector<std::string> repairs() const;
  std::filesystem::path file_of(const std::filesystem::path& audio) const;

 private:
  struct Trouble {
    std::mutex mutex;
    std::string text;
    std::vector<std::string> repairs;
  };

  std::optional<MappedFrames> find(const std::filesystem::path& file) const;
  MappedFrames keep(const FrameMatrix& frames, const std::filesystem::path& file) const;
  MappedFrames hold(const FrameMatrix& frames) const;

  std::unique_ptr<CacheFolder> folder_;
  std::unique_ptr<Trouble> trouble_;
  HashIndex index_;
  std::string key_;
  std::size_t bins_;
  double fps_;
  ComputeFeatures compute_;
};

struct CachedSong {
  std::optional<MappedFrames> frames;  // empty after an error or an early stop
  std::string error;                   // why it failed
};

// Called by the computing threads, one at a time: (songs done, songs).
using CacheProgress = std::function<void(std::size_t, std::size_t)>;

// Returns all songs in the given order, computed by `threads` threads (at least 1). An error in one
// song does not affect the others.
std::vector<CachedSong> load_songs(const SongCache& cache,
                                   std::span<const std::filesystem::path> audio, int threads,
                                   const CacheProgress& progress = {}, std::stop_token stop = {});

}  // namespace tactus
