#include "app/engine/tagging/song_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/engine/models/device.h"
#include "model/backend/backend.h"
#include "model/backend/usable_processors.h"

namespace tactus {

void for_each_song(std::size_t songs, int jobs, std::stop_token stop,
                   const std::function<SongWork(int threads)>& begin, const SongDone& done) {
  const int cores = usable_processors();
  const int workers = std::clamp(static_cast<int>(songs), 1, jobs > 0 ? jobs : cores);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t finished = 0;
  std::exception_ptr fault;
  const auto work = [&] {
    try {
      const SongWork song_work = begin(std::max(1, cores / workers));
      for (std::size_t i; !stop.stop_requested() && (i = next++) < songs;) {
        song_work(i);
        const std::lock_guard lock(mutex);
        ++finished;
        if (done) done(i, finished);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!fault) fault = std::current_exception();
      next = songs;
    }
  };
  std::vector<std::jthread> pool;
  for (int w = 0; w < workers; ++w) pool.emplace_back(work);
  pool.clear();
  if (fault) std::rethrow_exception(fault);
}

void tag_songs(std::size_t songs, const std::vector<LoadedModel>& models,
               const PoolOptions& options, std::stop_token stop,
               const std::function<void(SoundTagger& tagger, std::size_t song)>& tag,
               const SongDone& done) {
  std::mutex opening;
  std::optional<Device> card;
  std::shared_ptr<SoundTagger> on_card;  // of the first thread
  const auto begin = [&](int threads) -> SongWork {
    const std::lock_guard lock(opening);
    const Device device =
        card ? *card : open_tagging_device(options.device, threads, options.places);
    if (options.opened) options.opened(device);
    auto tagger = on_card ? std::make_shared<SoundTagger>(on_card->another())
                          : std::make_shared<SoundTagger>(models, device.backend, options.settings);
    if (!card && device.backend->device_memory() > 0) {
      card = device;
      on_card = tagger;
    }
    return [tagger, &tag](std::size_t song) { tag(*tagger, song); };
  };
  for_each_song(songs, options.jobs, std::move(stop), begin, done);
}

}  // namespace tactus
