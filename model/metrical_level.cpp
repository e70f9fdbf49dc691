#include "model/metrical_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

// Chosen on validation songs, see datasets/MODELS.md.
constexpr double kSlowest = 110.0, kFastest = 140.0;  // BPM that may be twice the true ones
constexpr double kSpeed = 1.2;                        // as far as training goes, and enough

constexpr double kReach = 1.2;  // how far a piece's tempo may stray from its usual one

double margin(const FrameMatrix& activations, double bpm, const BeatDecoderParameters& parameters) {
  return downbeat_log_probability(activations, near_tempo(parameters, bpm)) -
         downbeat_log_probability(activations, near_tempo(parameters, bpm / 2.0));
}

}  // namespace

std::optional<LevelDoubt> level_doubt(const FrameMatrix& activations, double bpm,
                                      const BeatDecoderParameters& parameters) {
  if (bpm < kSlowest || bpm >= kFastest || bpm / 2.0 < parameters.min_bpm) return std::nullopt;
  const LevelDoubt doubt{bpm, kSpeed, margin(activations, bpm, parameters)};
  const double beats = static_cast<double>(activations.frames) / activations.fps * bpm / 60.0;
  if (doubt.margin >= parameters.level_margin * beats) return std::nullopt;
  return doubt;
}

FrameMatrix at_speed(const FrameMatrix& features, double speed) {
  if (!(speed > 0.0)) throw std::invalid_argument(fmt::format("at_speed: a speed of {}", speed));
  if (features.frames == 0) return features;
  const auto last = static_cast<double>(features.frames - 1);
  FrameMatrix result(static_cast<std::size_t>(std::floor(last / speed)) + 1, features.bins,
                     features.fps / speed);
  for (std::size_t t = 0; t < result.frames; ++t) {
    const double place = std::min(static_cast<double>(t) * speed, last);
    const auto before = static_cast<std::size_t>(place);
    const auto left = features.row(before);
    const auto right = features.row(std::min(before + 1, features.frames - 1));
    const auto weight = static_cast<float>(place - static_cast<double>(before));
    const auto row = result.row(t);
    for (std::size_t c = 0; c < features.bins; ++c)
      row[c] = left[c] + weight * (right[c] - left[c]);
  }
  return result;
}

bool half_is_likelier(const LevelDoubt& doubt, const FrameMatrix& heard_again,
                      const BeatDecoderParameters& parameters) {
  return doubt.margin + margin(heard_again, doubt.bpm, parameters) < 0.0;
}

BeatDecoderParameters near_tempo(const BeatDecoderParameters& parameters, double bpm) {
  BeatDecoderParameters narrowed = parameters;
  narrowed.min_bpm = std::clamp(bpm / kReach, parameters.min_bpm, parameters.max_bpm);
  narrowed.max_bpm = std::clamp(bpm * kReach, parameters.min_bpm, parameters.max_bpm);
  return narrowed;
}

}  // namespace tactus
