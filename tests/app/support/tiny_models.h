// Small untrained models and generated sounds for tests of the program around the networks.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <utility>
#include <vector>

#include "app/engine/models/model_store.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/files/model_file.h"
#include "model/network/network.h"

namespace tactus::test {

inline Model tiny_model(std::vector<HeadSpec> heads, int input) {
  Model model;
  model.spec.input = input;
  model.spec.layers = {LayerSpec{.hidden = 6}};
  model.spec.heads = std::move(heads);
  Network network(model.spec, make_cpu_backend(1));
  network.initialise(7);
  model.parameters = network.parameters();
  return model;
}

inline Model tiny_beat_model() {
  const BeatFeatureParameters features;
  Model model = tiny_model({{"beat", 1}, {"downbeat", 1}}, beat_feature_bins(features));
  model.beat_features = features;
  return model;
}

inline Model tiny_chord_model() {
  const ChordFeatureParameters features;
  const int qualities = static_cast<int>(chord_qualities().size());
  Model model = tiny_model({{"root", 13, HeadKind::kSoftmax},
                            {"bass", 13, HeadKind::kSoftmax},
                            {"quality", qualities, HeadKind::kSoftmax},
                            {"pitches", 12, HeadKind::kSigmoid}},
                           chord_feature_bins(features));
  model.chord_features = features;
  return model;
}

// Chords from NNLS chroma: 44,100 Hz.
inline Model tiny_nnls_model() {
  Model model = tiny_model(tiny_chord_model().spec.heads, NnlsChromaParameters::kBins);
  model.nnls_chroma.emplace();
  return model;
}

// Saves a beat and a chord model in `folder` as beats.safetensors and chords.safetensors.
inline void save_tiny_models(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  save_model(tiny_beat_model(), folder / "beats.safetensors");
  save_model(tiny_chord_model(), folder / "chords.safetensors");
}

// A chord with a click every half second. Each tone needs one sine:
// sin((n + 1) w) = 2 cos(w) sin(n w) - sin((n - 1) w).
inline std::vector<float> made_up_music(double seconds, int sample_rate, double base_hz = 220.0) {
  std::vector<double> values(static_cast<std::size_t>(seconds * sample_rate), 0.0);
  for (const double ratio : {1.0, 1.25, 1.5}) {
    const double step = 2 * std::numbers::pi * base_hz * ratio / sample_rate;
    const double twice = 2 * std::cos(step);
    double before = -0.1 * std::sin(step), now = 0.0;
    for (double& value : values) {
      value += now;
      before = std::exchange(now, twice * now - before);
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::fmod(static_cast<double>(i) / sample_rate, 0.5) < 0.01) values[i] += 0.5;
  return {values.begin(), values.end()};
}

// 16-bit WAV of interleaved channels.
inline void write_wav(const std::filesystem::path& path, const std::vector<float>& samples,
                      std::uint32_t sample_rate, std::uint16_t channels = 1) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  const auto u16 = [&](std::uint16_t v) {
    file.put(static_cast<char>(v)).put(static_cast<char>(v >> 8));
  };
  const auto u32 = [&](std::uint32_t v) {
    u16(static_cast<std::uint16_t>(v));
    u16(static_cast<std::uint16_t>(v >> 16));
  };
  const auto bytes = static_cast<std::uint32_t>(samples.size() * 2);
  file.write("RIFF", 4);
  u32(36 + bytes);
  file.write("WAVEfmt ", 8);
  u32(16);
  u16(1);
  u16(channels);
  u32(sample_rate);
  u32(sample_rate * 2 * channels);
  u16(static_cast<std::uint16_t>(2 * channels));
  u16(16);
  file.write("data", 4);
  u32(bytes);
  for (const float sample : samples)
    u16(static_cast<std::uint16_t>(std::lround(sample * 32767.0f)));
}

}  // namespace tactus::test
