// An audio source that reports how far it has been read.
#pragma once

#include <functional>
#include <stop_token>

#include "audio/audio_source.h"

namespace tactus {

// Seconds of audio that the header of a source claims; 0 = unknown.
double claimed_seconds(const AudioSource& source);

// Gets the seconds read so far, after each block.
using ReadObserver = std::function<void(double)>;

// Throws InterruptedError between two blocks when stopped.
class WatchedSource : public AudioSource {
 public:
  // The source must outlive it.
  WatchedSource(AudioSource& source, ReadObserver observer, std::stop_token stop);

  const std::filesystem::path& path() const override { return source_.path(); }
  const AudioInfo& info() const override { return source_.info(); }
  int sample_rate() const override { return source_.sample_rate(); }
  std::size_t read(std::span<float> block) override;
  std::optional<std::string> warning() const override { return source_.warning(); }
  std::string note() const override { return source_.note(); }
  SongTags tags() const override { return source_.tags(); }

 private:
  AudioSource& source_;
  ReadObserver observer_;
  std::stop_token stop_;
  std::size_t read_ = 0;  // samples
};

}  // namespace tactus
