// Sound out of a mixer, for its tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
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

// Power of the left channel at a frequency, of frames [begin, end).
inline double power_at(const std::vector<float>& stereo, std::size_t begin, std::size_t end,
                       double hz, int rate) {
  double re = 0.0, im = 0.0;
  for (std::size_t n = begin; n < end; ++n) {
    const double phase = 2.0 * std::numbers::pi * hz * static_cast<double>(n) / rate;
    // A Hann window keeps other tones away.
    const double place = static_cast<double>(n - begin) / static_cast<double>(end - begin);
    const double x = stereo[2 * n] * (0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * place));
    re += x * std::cos(phase);
    im += x * std::sin(phase);
  }
  return re * re + im * im;
}

// The strongest frequency from 60 Hz to 40 % of the rate, in steps of 2 Hz.
inline double peak_hz(const std::vector<float>& stereo, std::size_t begin, std::size_t end,
                      int rate) {
  double best = 0.0, most = -1.0;
  for (double hz = 60.0; hz < 0.4 * rate; hz += 2.0) {
    const double power = power_at(stereo, begin, end, hz, rate);
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
