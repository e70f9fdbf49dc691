#include "app/engine/tagging/watched_source.h"

#include <utility>

#include "audio/error.h"

namespace tactus {

double claimed_seconds(const AudioSource& source) {
  const AudioInfo& info = source.info();
  if (!info.claimed_frames || info.sample_rate <= 0) return 0.0;
  return static_cast<double>(*info.claimed_frames) / info.sample_rate;
}

WatchedSource::WatchedSource(AudioSource& source, ReadObserver observer, std::stop_token stop)
    : source_(source), observer_(std::move(observer)), stop_(std::move(stop)) {}

std::size_t WatchedSource::read(std::span<float> block) {
  if (stop_.stop_requested()) throw InterruptedError();
  const std::size_t got = source_.read(block);
  read_ += got;
  observer_(static_cast<double>(read_) / sample_rate());
  return got;
}

}  // namespace tactus
