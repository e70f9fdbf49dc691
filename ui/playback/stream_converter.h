// Stereo sound at one rate as the bytes that a device takes: another rate (soxr), other channels,
// another kind of sample.
#pragma once

#include <QAudioFormat>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "audio/resampler.h"

namespace tactus::ui {

// Stereo at `rate`, as floats or else as 16-bit integers; where the device takes neither, what it
// prefers. An invalid format when it prefers none that can be made here.
QAudioFormat device_format(int rate, const std::function<bool(const QAudioFormat&)>& supported,
                           const QAudioFormat& preferred);

// One thread at a time.
class StreamConverter {
 public:
  using Pull = std::function<std::size_t(std::span<float>)>;  // as AudioOutput::Pull

  // `pull` gives interleaved stereo at `rate`. Throws std::invalid_argument for an invalid format.
  StreamConverter(Pull pull, int rate, const QAudioFormat& format);

  // Fills whole frames of the format and returns the bytes; fewer than asked for only at the end.
  std::int64_t read(char* data, std::int64_t most);
  // How much was pulled so far, seconds.
  double pulledSeconds() const;

 private:
  void fetch(std::size_t frames);
  void write(const float* stereo, char* out) const;

  Pull pull_;
  int rate_;
  QAudioFormat format_;
  Resampler resampler_;
  std::vector<float> block_;
  std::vector<float> ready_;  // stereo at the device's rate
  std::size_t given_ = 0;     // samples of ready_
  std::int64_t pulled_ = 0;   // frames
  bool ended_ = false;
};

}  // namespace tactus::ui
