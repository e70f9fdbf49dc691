#include "features/chroma.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "features/chord_features.h"

namespace tactus {
namespace {

constexpr std::size_t kClasses = 12;

struct Fold {
  std::size_t pitch_class = 0;  // 0 = C
  float weight = 0.0f;
};

std::vector<Fold> folds(const ChordFeatureParameters& chord, const ChromaParameters& parameters) {
  std::vector<Fold> result;
  for (int b = 0; b < chord_feature_bins(chord); ++b) {
    const double hz = chord.fmin * std::exp2(static_cast<double>(b) / chord.bins_per_octave);
    const double midi = 69.0 + 12.0 * std::log2(hz / 440.0);
    const double note = std::round(midi);
    const double nearness = std::cos(std::numbers::pi * (midi - note));
    const double octaves = std::log2(hz / parameters.centre_hz) / parameters.width_octaves;
    const int pitch_class = (static_cast<int>(note) % 12 + 12) % 12;
    result.push_back(
        {static_cast<std::size_t>(pitch_class),
         static_cast<float>(nearness * nearness * std::exp(-0.5 * octaves * octaves))});
  }
  return result;
}

void normalise(std::span<float> row) {
  const float peak = *std::max_element(row.begin(), row.end());
  if (peak <= 0.0f) return;
  for (float& value : row) value /= peak;
}

}  // namespace

FrameMatrix chroma(const FrameMatrix& chord_rows, const ChordFeatureParameters& chord,
                   const ChromaParameters& parameters) {
  if (!(parameters.centre_hz > 0) || !(parameters.width_octaves > 0)) {
    throw std::invalid_argument(
        fmt::format("chroma: centre {} Hz, width {} octaves: expected both positive",
                    parameters.centre_hz, parameters.width_octaves));
  }
  const std::vector<Fold> fold = folds(chord, parameters);
  if (chord_rows.bins != fold.size()) {
    throw std::invalid_argument(
        fmt::format("chroma: rows of {} bins, expected {}", chord_rows.bins, fold.size()));
  }
  FrameMatrix result(chord_rows.frames, kClasses, chord_rows.fps);
  const float to_e = std::numbers::ln10_v<float>;
  for (std::size_t i = 0; i < chord_rows.frames; ++i) {
    const auto in = chord_rows.row(i);
    const auto out = result.row(i);
    for (std::size_t b = 0; b < fold.size(); ++b) {
      const float amplitude = std::expm1(in[b] * to_e) / static_cast<float>(chord.log_gain);
      out[fold[b].pitch_class] += fold[b].weight * amplitude;
    }
    if (parameters.normalise) normalise(out);
  }
  return result;
}

}  // namespace tactus
