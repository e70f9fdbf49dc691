// Sound out of a mixer, for its tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "ui/playback/playback_mixer.h"

namespace tactus::test {

// Pulls up to `frames` in blocks; stereo.
inline std::vector<float> pull(ui::PlaybackMixer& mixer, std::size_t frames,
                               std::size_t block = 333) {
  std::vector<float> out;
  while (frames > 0) {
    std::vector<float> part(2 * std::min(frames, block));
    const std::size_t got = mixer.pull(part);
    out.insert(out.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(2 * got));
    frames -= part.size() / 2;
    if (got < part.size() / 2) break;
  }
  return out;
}

// Beats at these times in bars of `meter`.
inline Annotation beats_at(std::initializer_list<double> times, int meter = 4) {
  Annotation annotation;
  int position = 0;
  for (const double time : times) {
    annotation.beats.push_back({time, position + 1, 1.0});
    position = (position + 1) % meter;
  }
  return annotation;
}

// The left channel of frames [begin, end) under a Hann window, which keeps other tones away.
inline std::vector<double> windowed(const std::vector<float>& stereo, std::size_t begin,
                                    std::size_t end) {
  std::vector<double> samples;
  const double turn = 2.0 * std::numbers::pi / static_cast<double>(end - begin);
  for (std::size_t n = begin; n < end; ++n) {
    samples.push_back(stereo[2 * n] *
                      (0.5 - 0.5 * std::cos(turn * static_cast<double>(n - begin))));
  }
  return samples;
}

// Power at a frequency (Goertzel).
inline double power_of(const std::vector<double>& samples, double hz, int rate) {
  const double factor = 2.0 * std::cos(2.0 * std::numbers::pi * hz / rate);
  double before = 0.0, last = 0.0;
  for (const double sample : samples) {
    before = std::exchange(last, sample + factor * last - before);
  }
  return last * last + before * before - factor * last * before;
}

inline double power_at(const std::vector<float>& stereo, std::size_t begin, std::size_t end,
                       double hz, int rate) {
  return power_of(windowed(stereo, begin, end), hz, rate);
}

// The strongest frequency from 60 to 2,000 Hz, in steps of 2 Hz.
inline double peak_hz(const std::vector<float>& stereo, std::size_t begin, std::size_t end,
                      int rate) {
  const std::vector<double> samples = windowed(stereo, begin, end);
  double best = 0.0, most = -1.0;
  for (double hz = 60.0; hz < 2000.0; hz += 2.0) {
    const double power = power_of(samples, hz, rate);
    if (power > most) {
      most = power;
      best = hz;
    }
  }
  return best;
}

// The largest step from one sample to the next.
inline float roughness(const std::vector<float>& stereo) {
  float most = 0.0f;
  for (std::size_t n = 2; n < stereo.size(); ++n) {
    most = std::max(most, std::abs(stereo[n] - stereo[n - 2]));
  }
  return most;
}

}  // namespace tactus::test
