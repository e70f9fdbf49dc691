#include "datasets/song_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "datasets/dataset_error.h"
#include "features/npy_file.h"

namespace tactus {
namespace {

// FNV-1a, 64 bits (Fowler, Noll & Vo): names files, keeps nobody out.
std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325u) {
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

}  // namespace

SongCache::SongCache(std::filesystem::path folder, std::string feature_key, std::size_t bins,
                     double fps, ComputeFeatures compute)
    : folder_(std::move(folder)),
      feature_key_(std::move(feature_key)),
      bins_(bins),
      fps_(fps),
      compute_(std::move(compute)) {}

std::filesystem::path SongCache::file_of(const std::filesystem::path& audio) const {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(audio, error);
  if (error) throw DatasetError(fmt::format("{}: audio: {}", audio.string(), error.message()));
  const auto changed = std::filesystem::last_write_time(audio, error).time_since_epoch().count();
  if (error) throw DatasetError(fmt::format("{}: audio: {}", audio.string(), error.message()));
  const std::string key = fmt::format("{}\n{}\n{}\n{}", std::filesystem::absolute(audio).string(),
                                      size, changed, feature_key_);
  return folder_ / fmt::format("{:016x}{:08x}.npy", fnv1a(key),
                               static_cast<std::uint32_t>(fnv1a(key, 0x9e3779b97f4a7c15u)));
}

MappedFrames SongCache::get(const std::filesystem::path& audio) const {
  const std::filesystem::path file = file_of(audio);
  if (std::filesystem::exists(file)) {
    try {
      return MappedFrames(file, bins_, fps_);
    } catch (const DatasetError&) {  // damaged: computed again below
    }
  }
  const FrameMatrix frames = compute_(audio);
  if (frames.bins != bins_) {
    throw DatasetError(
        fmt::format("{}: features of {} bins, expected {}", audio.string(), frames.bins, bins_));
  }
  std::filesystem::create_directories(folder_);
  write_npy(frames, file);
  return MappedFrames(file, bins_, fps_);
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
