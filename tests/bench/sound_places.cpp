// sound_places [FILE...]: decodes audio files as `tactus tag` does and finds the marks in them. A
// mark is a chirp of 8 ms (tests/bench/damage writes them). One line of JSON on standard output for
// each file: length in seconds, warning, error, and the times of the marks. Without arguments the
// names come from standard input, one a line.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "audio/readers/audio_reader.h"

namespace {

constexpr int kRate = 16000;  // Hz
// The mark: a Hann window of 8 ms over a chirp from 600 to 3000 Hz.
constexpr int kTaps = 128;
constexpr double kLow = 600.0;
constexpr double kHigh = 3000.0;
constexpr double kAlike = 0.6;  // normalised correlation with the mark
constexpr double kLoud = 0.1;   // root of the mean square; the noise between the marks has 0.05
constexpr int kApart = kRate / 50;

std::vector<std::complex<double>> mark() {
  std::vector<std::complex<double>> taps(kTaps);
  double energy = 0.0;
  for (int n = 0; n < kTaps; ++n) {
    const double t = static_cast<double>(n) / kRate;
    const double length = static_cast<double>(kTaps) / kRate;
    const double phase =
        2.0 * std::numbers::pi * (kLow * t + (kHigh - kLow) * t * t / (2.0 * length));
    const double window = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (n + 0.5) / kTaps);
    taps[n] = std::polar(window, -phase);
    energy += std::norm(taps[n]);
  }
  for (auto& tap : taps) tap *= std::sqrt(2.0 / energy);
  return taps;
}

// Likeness with the mark at each sample, in [0, 1].
std::vector<float> likeness(const std::vector<float>& samples) {
  static const auto taps = mark();
  if (samples.size() < kTaps) return {};
  std::vector<float> alike(samples.size() - kTaps);
  double energy = 0.0;
  for (int n = 0; n < kTaps; ++n) energy += static_cast<double>(samples[n]) * samples[n];
  for (std::size_t at = 0; at < alike.size(); ++at) {
    if (energy > kTaps * kLoud * kLoud) {
      std::complex<double> sum = 0.0;
      for (int n = 0; n < kTaps; ++n) sum += taps[n] * static_cast<double>(samples[at + n]);
      alike[at] = static_cast<float>(std::abs(sum) / std::sqrt(energy));
    }
    energy += static_cast<double>(samples[at + kTaps]) * samples[at + kTaps] -
              static_cast<double>(samples[at]) * samples[at];
  }
  return alike;
}

// Seconds at which marks begin.
std::vector<double> marks(const std::vector<float>& samples) {
  const std::vector<float> alike = likeness(samples);
  std::vector<double> found;
  const auto size = static_cast<std::ptrdiff_t>(alike.size());
  for (std::ptrdiff_t at = 0; at < size; ++at) {
    if (alike[at] < kAlike) continue;
    const auto begin = alike.begin() + std::max<std::ptrdiff_t>(0, at - kApart);
    const auto end = alike.begin() + std::min(size, at + kApart);
    if (std::max_element(begin, end) - alike.begin() == at) {
      found.push_back(std::round(1e4 * static_cast<double>(at) / kRate) / 1e4);
    }
  }
  return found;
}

nlohmann::json places(const std::string& path) {
  nlohmann::json row = {{"file", path}, {"warning", nullptr}, {"error", nullptr}};
  try {
    const tactus::Audio audio = tactus::read_audio(path, kRate);
    row["seconds"] = static_cast<double>(audio.samples.size()) / kRate;
    row["marks"] = marks(audio.samples);
    if (audio.warning) row["warning"] = *audio.warning;
  } catch (const std::exception& error) {
    row["error"] = error.what();
  }
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  const auto print = [](const std::string& path) {
    const auto replaced = nlohmann::json::error_handler_t::replace;
    std::cout << places(path).dump(-1, ' ', false, replaced) << std::endl;
  };
  for (int i = 1; i < argc; ++i) print(argv[i]);
  std::string line;
  while (argc == 1 && std::getline(std::cin, line)) print(line);
  return 0;
}
