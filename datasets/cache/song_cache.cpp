#include "datasets/cache/song_cache.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "audio/readers/decoding_version.h"
#include "datasets/dataset_error.h"
#include "features/files/file_error.h"

namespace tactus {
namespace {

// A temporary folder, removed with its content at the end; mapped files stay valid.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tactus-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw FileError("this folder cannot be made", name, {errno, std::generic_category()});
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

SongCache::SongCache(const std::filesystem::path& folder, const std::string& feature_key,
                     std::size_t bins, double fps, ComputeFeatures compute)
    : folder_(std::make_unique<CacheFolder>(folder)),
      trouble_(std::make_unique<Trouble>()),
      index_(folder_->audio_index()),
      key_(with_decoding_version(feature_key)),
      bins_(bins),
      fps_(fps),
      compute_(std::move(compute)) {}

std::filesystem::path SongCache::file_of(const std::filesystem::path& audio) const {
  return folder_->file_of(index_.hash_of(audio), key_);
}

std::optional<MappedFrames> SongCache::find(const std::filesystem::path& file) const {
  std::error_code absent;
  if (!std::filesystem::exists(file, absent)) return std::nullopt;
  try {
    return MappedFrames(file, bins_, fps_);
  } catch (const DatasetError& error) {
    if (!std::filesystem::exists(file, absent)) return std::nullopt;  // removed by another run
    const std::lock_guard lock(trouble_->mutex);
    trouble_->repairs.push_back(fmt::format("{}; computed the features again", error.what()));
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
  std::string reason;
  try {
    return keep(frames, file);
  } catch (const std::exception& error) {
    reason = error.what();
  }
  MappedFrames held = hold(frames);
  const std::lock_guard lock(trouble_->mutex);
  if (trouble_->text.empty()) trouble_->text = reason;
  return held;
}

std::string SongCache::trouble() const {
  const std::lock_guard lock(trouble_->mutex);
  return trouble_->text;
}

std::vector<std::string> SongCache::repairs() const {
  const std::lock_guard lock(trouble_->mutex);
  return trouble_->repairs;
}

MappedFrames SongCache::hold(const FrameMatrix& frames) const {
  const TemporaryFolder folder;
  write_cached_frames(frames, folder.path() / "frames.npy");
  return MappedFrames(folder.path() / "frames.npy", bins_, fps_);
}

MappedFrames SongCache::keep(const FrameMatrix& frames, const std::filesystem::path& file) const {
  std::filesystem::create_directories(folder_->path());
  std::optional<MappedFrames> mapped;
  {
    const CacheHold hold(folder_->path());
    write_cached_frames(frames, file);
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
