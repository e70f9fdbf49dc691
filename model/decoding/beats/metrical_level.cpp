#include "model/decoding/beats/metrical_level.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tactus {
namespace {

// Chosen on validation songs, see datasets/models/EXPERIMENTS.md.
constexpr double kSlowestDoubled = 110.0,
                 kFastestDoubled = 140.0;  // BPM that may be twice the true ones
constexpr double kSpeed = 1.2;             // the limit of the augmentation in training; suffices

double margin(const FrameMatrix& activations, double bpm, const BeatDecoderParameters& parameters) {
  return downbeat_log_probability(activations, near_tempo(parameters, bpm)) -
         downbeat_log_probability(activations, near_tempo(parameters, bpm / 2.0));
}

// A column minus its mean, smoothed; 0 outside.
std::vector<double> smoothed(std::span<const float> column, double fps) {
  constexpr double kHalfWidth = 0.08;  // seconds
  double sum = 0.0;
  for (float value : column) sum += value;
  const double mean = column.empty() ? 0.0 : sum / static_cast<double>(column.size());
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(kHalfWidth * fps)) - 1;
  const auto frames = static_cast<std::ptrdiff_t>(column.size());
  std::vector<double> result(column.size());
  for (std::ptrdiff_t tap = -reach; tap <= reach; ++tap) {
    const double angle = std::numbers::pi * static_cast<double>(tap) / (kHalfWidth * fps);
    const double weight = (1.0 + std::cos(angle)) / 2.0;
    for (std::ptrdiff_t t = std::max<std::ptrdiff_t>(0, -tap); t < std::min(frames, frames - tap);
         ++t) {
      result[static_cast<std::size_t>(t)] +=
          weight * (static_cast<double>(column[static_cast<std::size_t>(t + tap)]) - mean);
    }
  }
  return result;
}

// Mean product of the values that are `apart` frames apart.
double mean_product(std::span<const double> values, std::size_t apart) {
  const std::size_t pairs = values.size() - apart;
  double sum = 0.0;
  for (std::size_t t = 0; t < pairs; ++t) sum += values[t] * values[t + apart];
  return sum / static_cast<double>(pairs);
}

// How much a signal repeats after about `lag` frames: 1 for an exact repetition. 0 if the signal is
// constant or at most a second longer than the lag.
double recurrence(std::span<const double> signal, double lag, double fps) {
  constexpr double kTolerance = 0.015;
  if (signal.empty()) return 0.0;
  const double power = mean_product(signal, 0);
  if (!(power > 0.0)) return 0.0;
  double first = std::ceil((1.0 - kTolerance) * lag), last = std::floor((1.0 + kTolerance) * lag);
  if (first > last) first = last = std::round(lag);
  std::optional<double> greatest;
  for (double frames = first; frames <= last; frames += 1.0) {
    if (frames < 1.0 || frames >= static_cast<double>(signal.size()) - fps) continue;
    const double product = mean_product(signal, static_cast<std::size_t>(frames));
    if (!greatest || product > *greatest) greatest = product;
  }
  return greatest.value_or(0.0) / power;
}

}  // namespace

std::optional<LevelDoubt> level_doubt(const FrameMatrix& activations, double bpm,
                                      const BeatDecoderParameters& parameters) {
  if (bpm < kSlowestDoubled || bpm >= kFastestDoubled || bpm / 2.0 < parameters.min_bpm)
    return std::nullopt;
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

double recurrence(const FrameMatrix& any_beats, double seconds) {
  return recurrence(smoothed(any_beats.data, any_beats.fps), seconds * any_beats.fps,
                    any_beats.fps);
}

bool half_is_likelier(const LevelDoubt& doubt, const FrameMatrix& second_pass,
                      const BeatDecoderParameters& parameters) {
  return doubt.margin + margin(second_pass, doubt.bpm, parameters) < 0.0;
}

double likeliest_level(const FrameMatrix& activations, double bpm,
                       const BeatDecoderParameters& parameters) {
  const double fps = activations.fps;
  constexpr double kBar = 4.0, kLonger = 1.0;  // beats; seconds that recurrence() needs
  if (static_cast<double>(activations.frames) / fps <= kBar * 60.0 / bpm + kLonger) return bpm;
  std::vector<float> downbeats;
  for (std::size_t t = 0; t < activations.frames; ++t) {
    const float p = activations.row(t)[1];
    downbeats.push_back(std::isfinite(p) ? std::clamp(p, 0.0f, 1.0f) : 0.0f);
  }
  const std::vector<double> bars = smoothed(downbeats, fps);
  const std::vector<double> beats = smoothed(any_beat(activations).data, fps);
  const auto score = [&](double tempo) {
    const double beat = 60.0 / tempo * fps;
    return 2.7 * std::log(tempo / 100.0) + 4.4 * recurrence(beats, beat, fps) +
           5.5 * std::max(recurrence(bars, 3.0 * beat, fps), recurrence(bars, 4.0 * beat, fps));
  };
  double best = bpm, highest = score(bpm) + parameters.level_bonus;
  for (double other : {bpm / 2.0, bpm * 2.0}) {
    if (other < parameters.min_bpm || other > parameters.max_bpm) continue;
    if (const double value = score(other); value > highest) {
      best = other;
      highest = value;
    }
  }
  return best;
}

BeatDecoding at_likeliest_level(BeatDecoding decoding, const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters) {
  if (parameters.level_bonus == 0.0 || decoding.tempi.empty()) return decoding;
  const double own = decoding.tempi.front().bpm;
  const double likeliest = likeliest_level(activations, own, parameters);
  if (likeliest == own) return decoding;
  BeatDecoding other = decode_downbeats(activations, near_tempo(parameters, likeliest));
  return other.beats.empty() ? decoding : other;
}

bool hides_two_bars(const BeatDecoding& decoding, const FrameMatrix& activations) {
  constexpr std::size_t kBeats = 3, kFewest = 4;
  constexpr double kHeard = 0.1;                   // activation on beats
  constexpr double kBetween = 0.3, kMiddle = 0.1;  // of the activation on beats, and on downbeats
  if (decoding.meter != kBeats || activations.frames == 0) return false;
  const FrameMatrix any = any_beat(activations);
  const auto near = [&](const FrameMatrix& rows, double time) {
    const auto last = static_cast<std::int64_t>(rows.frames) - 1;
    const std::int64_t frame = std::llround(time * rows.fps);
    float most = 0.0f;
    for (std::int64_t t = std::max<std::int64_t>(frame - 1, 0); t <= std::min(frame + 1, last); ++t)
      most = std::max(most, rows.row(static_cast<std::size_t>(t)).back());
    return static_cast<double>(most);
  };
  double on = 0.0, between = 0.0, starts = 0.0, middles = 0.0;
  std::size_t bars = 0;
  const std::vector<Beat>& beats = decoding.beats;
  for (std::size_t b = 0; b + kBeats < beats.size(); ++b) {
    if (beats[b].position != 1 || beats[b + kBeats].position != 1) continue;
    ++bars;
    starts += near(activations, beats[b].time);
    middles += near(activations, (beats[b + 1].time + beats[b + 2].time) / 2.0);
    for (std::size_t i = b; i < b + kBeats; ++i) {
      on += near(any, beats[i].time);
      between += near(any, (beats[i].time + beats[i + 1].time) / 2.0);
    }
  }
  return bars >= kFewest && on > kHeard * static_cast<double>(kBeats * bars) &&
         between > kBetween * on && middles > kMiddle * starts;
}

BeatDecoderParameters near_tempo(const BeatDecoderParameters& parameters, double bpm,
                                 double reach) {
  BeatDecoderParameters narrowed = parameters;
  narrowed.min_bpm = std::clamp(bpm / reach, parameters.min_bpm, parameters.max_bpm);
  narrowed.max_bpm = std::clamp(bpm * reach, parameters.min_bpm, parameters.max_bpm);
  return narrowed;
}

}  // namespace tactus
