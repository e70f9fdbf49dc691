#include "datasets/song_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "datasets/dataset_error.h"
#include "features/npy_file.h"

namespace tactus {

SongCache::SongCache(const std::filesystem::path& folder, const std::string& feature_key,
                     std::size_t bins, double fps, ComputeFeatures compute)
    : folder_(std::make_unique<CacheFolder>(folder)),
      index_(folder_->audio_index()),
      feature_key_(feature_key),
      bins_(bins),
      fps_(fps),
      compute_(std::move(compute)) {}

std::filesystem::path SongCache::file_of(const std::filesystem::path& audio) const {
  return folder_->file_of(index_.hash_of(audio), feature_key_);
}

std::optional<MappedFrames> SongCache::find(const std::filesystem::path& file) const {
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    return MappedFrames(file, bins_, fps_);
  } catch (const DatasetError&) {  // damaged, or just removed by another run
    return std::nullopt;
  }
}

MappedFrames SongCache::get(const std::filesystem::path& audio) const {
  const std::filesystem::path file = file_of(audio);
  if (std::optional<MappedFrames> found = find(file)) {
    folder_->used(file);
    return std::move(*found);
  }
  const FrameMatrix frames = compute_(audio);
  if (frames.bins != bins_) {
    throw DatasetError(
        fmt::format("{}: features of {} bins, expected {}", audio.string(), frames.bins, bins_));
  }
  std::filesystem::create_directories(folder_->path());
  std::optional<MappedFrames> mapped;
  {
    const CacheHold hold(folder_->path());
    write_npy(frames, file);
    mapped.emplace(file, bins_, fps_);
  }
  folder_->added(file);
  return std::move(*mapped);
}

std::vector<CachedSong> load_songs(const SongCache& cache,
                                   std::span<const std::filesystem::path> audio, int threads,
                                   const CacheProgress& progress, std::stop_token stop) {
  std::vector<CachedSong> songs(audio.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex progress_mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < audio.size() && !stop.stop_requested(); i = next++) {
      try {
        songs[i].frames = cache.get(audio[i]);
      } catch (const std::exception& error) {
        songs[i].error = error.what();
      }
      const std::lock_guard lock(progress_mutex);
      ++done;
      if (progress) progress(done, audio.size());
    }
  };
  std::vector<std::jthread> workers;
  for (int t = 1; t < threads; ++t) workers.emplace_back(work);
  work();
  workers.clear();  // joins
  return songs;
}

}  // namespace tactus
