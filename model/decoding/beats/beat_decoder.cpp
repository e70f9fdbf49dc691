#include "model/decoding/beats/beat_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_observations.h"
#include "model/decoding/beats/beat_state_space.h"
#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/even_grid.h"
#include "model/decoding/beats/irregular_bars.h"
#include "model/decoding/beats/steady_tempo.h"

namespace tactus {
namespace {

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;  // one past
  bool empty() const { return first >= last; }
};

void check(const FrameMatrix& activations, std::size_t bins, const BeatDecoderParameters& p) {
  if (activations.bins != bins || activations.data.size() != activations.frames * bins) {
    throw std::invalid_argument(
        fmt::format("beat activations of {} columns: expected {}", activations.bins, bins));
  }
  if (!(activations.fps > 0.0) || !std::isfinite(activations.fps)) {
    throw std::invalid_argument(fmt::format(
        "beat activations at {} frames per second: expected more than 0", activations.fps));
  }
  BeatDecoderParameters copy = p;
  check_ranges(parameter_table(copy), "beat decoder");
}

void check_bars(const FrameMatrix& activations, const BeatDecoderParameters& p) {
  check(activations, 2, p);
  check_meters(p.beats_per_bar);
}

float cleaned(float p) {
  return std::isfinite(p) ? std::clamp(p, 0.0f, 1.0f) : 0.0f;
}

FrameMatrix cleaned(FrameMatrix activations) {
  for (float& p : activations.data) p = cleaned(p);
  return activations;
}

// From the first to the last frame with a value at or above the threshold.
Range tracked_frames(const FrameMatrix& activations, const BeatDecoderParameters& parameters) {
  Range range{activations.frames, 0};
  for (std::size_t t = 0; t < activations.frames; ++t) {
    const auto row = activations.row(t);
    const double p =
        unweighted(*std::max_element(row.begin(), row.end()), parameters.positive_weight);
    if (p < parameters.threshold || p <= 0.0) continue;
    range.first = std::min(range.first, t);
    range.last = t + 1;
  }
  return range;
}

// The frame of the first largest activation in the range of a path's beat; -1 if it lies outside.
std::int64_t peak_frame(const FrameMatrix& activations, const Range& tracked,
                        const PathBeat& beat) {
  const auto frames = static_cast<std::int64_t>(tracked.last - tracked.first);
  const std::int64_t end = std::min(beat.start + beat.range, frames);
  std::int64_t best = -1;
  float highest = -1.0f;
  for (std::int64_t t = std::max<std::int64_t>(beat.start, 0); t < end; ++t) {
    const auto row = activations.row(tracked.first + static_cast<std::size_t>(t));
    const float value = *std::max_element(row.begin(), row.end());
    if (value > highest) {
      highest = value;
      best = t;
    }
  }
  return best;
}

std::vector<Beat> beats_of(const std::vector<PathBeat>& path, const FrameMatrix& activations,
                           const Range& tracked, const BeatDecoderParameters& parameters) {
  std::vector<Beat> beats;
  for (const PathBeat& step : path) {
    const std::int64_t frame =
        parameters.snap_to_peak ? peak_frame(activations, tracked, step) : step.start;
    if (frame < 0) continue;
    Beat beat;
    beat.time =
        static_cast<double>(static_cast<std::int64_t>(tracked.first) + frame) / activations.fps;
    beat.position = step.position + 1;
    beats.push_back(beat);
  }
  return beats;
}

std::size_t frame_of(const Beat& beat, const FrameMatrix& activations) {
  const double frame = std::round(std::max(beat.time, 0.0) * activations.fps);
  return std::min(static_cast<std::size_t>(frame), activations.frames - 1);
}

// One model per meter.
BarViterbi run_models(const FrameMatrix& activations, const Range& tracked,
                      const std::vector<int>& meters, int num_tempi,
                      const BeatDecoderParameters& parameters, std::span<const Beat> fixed = {},
                      int parts = 1) {
  const double fps = activations.fps * parts;
  const BeatStateSpace space =
      make_beat_state_space(beat_intervals(fps, parameters.min_bpm, parameters.max_bpm, num_tempi),
                            parameters.transition_lambda, parameters.observation_lambda);
  BarViterbi models(space, meters,
                    static_cast<std::int64_t>(std::min(parameters.window * fps, 1e15)));
  for (std::size_t t = tracked.first; t < tracked.last; ++t) {
    const bool is_fixed = !fixed.empty() && frame_of(fixed.front(), activations) == t;
    for (int part = 0; part < parts; ++part)
      models.push(is_fixed && part == 0
                      ? densities_at(fixed.front())
                      : densities_between(activations, t, tracked.last, part, parts, parameters));
    while (!fixed.empty() && frame_of(fixed.front(), activations) <= t) fixed = fixed.subspan(1);
  }
  return models;
}

// The most probable path of any meter; the first if several are equal.
struct Hypothesis {
  double log_probability = 0.0;
  int meter = 0;
  std::vector<PathBeat> path;
};
Hypothesis best_of(const BarViterbi& models, const std::vector<int>& meters) {
  std::size_t best = 0;
  for (std::size_t m = 1; m < meters.size(); ++m)
    if (models.log_probability(m) > models.log_probability(best)) best = m;
  return {models.log_probability(best), meters[best], models.path(best)};
}

double median_interval(const std::vector<PathBeat>& path) {
  std::vector<int> intervals;
  for (const PathBeat& beat : path) intervals.push_back(beat.interval);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  return *middle;
}

// Does the tempo of the path change so much that the path may have moved between the beats and the
// off-beats? At a steady tempo the middle one of 33 beats lies half-way. After a shift by half a
// beat it lies a quarter of a beat from there.
bool wavers(const std::vector<PathBeat>& path, double interval) {
  constexpr std::size_t kHalf = 16;
  constexpr double kTolerance = 0.12;  // beats
  if (path.size() <= 2 * kHalf) return true;
  for (std::size_t b = 2 * kHalf; b < path.size(); ++b) {
    const auto middle = static_cast<double>(path[b].start + path[b - 2 * kHalf].start) / 2.0;
    const double off = std::abs(static_cast<double>(path[b - kHalf].start) - middle);
    if (off > kTolerance * interval) return true;
  }
  return false;
}

// Times in seconds from the activations' first frame; positions are unknown.
std::vector<Beat> beats_of_grid(const EvenGrid& grid, const Range& tracked, double fps) {
  std::vector<Beat> beats;
  for (std::size_t b = 0; b < grid.beats; ++b) {
    const double frame = grid.start + static_cast<double>(b) * grid.interval;
    if (frame >= 0.0) beats.push_back({(static_cast<double>(tracked.first) + frame) / fps});
  }
  return beats;
}

// Intervals of whole frames cannot follow a fast tempo between two of them, so its half may win
// although every beat is clear. On halves of frames both are equally fine.
Hypothesis with_fair_double(Hypothesis found, const FrameMatrix& activations, const Range& tracked,
                            const std::vector<int>& meters, int num_tempi,
                            const BeatDecoderParameters& parameters) {
  constexpr int kHalves = 2;
  constexpr double kFast = 120.0, kReach = 1.2;  // BPM; a factor
  if (found.path.empty()) return found;
  const double bpm = kHalves * 60.0 * activations.fps / median_interval(found.path);
  if (bpm < kFast || bpm > parameters.max_bpm) return found;
  BeatDecoderParameters fast = parameters;
  fast.min_bpm = std::max(parameters.min_bpm, bpm / kReach);
  fast.max_bpm = std::min(parameters.max_bpm, bpm * kReach);
  Hypothesis twice =
      best_of(run_models(activations, tracked, meters, num_tempi, fast, {}, kHalves), meters);
  if (twice.log_probability <= found.log_probability) return found;
  for (PathBeat& beat : twice.path) {
    const bool between = beat.start % kHalves != 0;  // then its range touches a frame more
    beat.start -= between;
    beat.range += between;
    beat = in_frames(beat, kHalves);
  }
  return twice;
}

// The path of a model, or the path of a steady tempo near it if that explains the activations about
// as well. If the beats keep to one even grid, the path stays on it and leaves out its middles.
std::vector<PathBeat> path_of(Hypothesis found, const FrameMatrix& activations,
                              const Range& tracked, const BeatDecoderParameters& parameters,
                              std::span<const Beat> fixed = {}) {
  std::vector<PathBeat> path = std::move(found.path);
  if (parameters.steady_lambda == 0.0 || path.empty()) return path;
  const double interval = median_interval(path);
  if (!wavers(path, interval)) return path;
  SteadyPath steady = steady_path(activations, tracked.first, tracked.last, interval, found.meter,
                                  parameters, fixed);
  const bool as_good = steady.log_probability + parameters.steady_bonus > found.log_probability;
  if (as_good) path = std::move(steady.beats);
  if (!fixed.empty()) return path;
  const auto grid = even_grid(path, interval, activations, tracked.first, parameters);
  if (!grid) return path;
  return steady_path(activations, tracked.first, tracked.last, grid->interval, found.meter,
                     parameters, beats_of_grid(*grid, tracked, activations.fps))
      .beats;
}

// Computes everything that follows from the beats and the activation of any beat. Drops the beats
// if they are not `believed`: mean confidence below least_confidence, or only one beat. Beats that
// a user has set make the list believed.
void summarise(BeatDecoding& decoding, const FrameMatrix& activation,
               const BeatDecoderParameters& parameters, bool believed) {
  rate_beats(decoding.beats, activation);
  believed |=
      decoding.beats.size() > 1 && mean_confidence(decoding.beats) >= parameters.least_confidence;
  if (!believed) {
    decoding = {};
    return;
  }
  for (Beat& beat : decoding.beats)
    beat.confidence =
        std::min(calibrated(parameters.calibration, beat.confidence), kHighestConfidence);
  decoding.tempi = tempo_candidates(decoding.beats, activation);
  decoding.tempo_curve = tempo_curve(decoding.beats);
  decoding.confidence = mean_confidence(decoding.beats);
}

// Puts the fixed beats into a decoded list at their own times and removes decoded beats near them.
std::vector<Beat> with_fixed(std::vector<Beat> beats, std::span<const Beat> fixed, double fps) {
  constexpr double kNearest = 0.4;  // of the interval there
  const std::vector<double> tempi = tempo_curve(beats);
  std::vector<double> reach;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    reach.push_back(tempi.empty() || !(tempi[i] > 0.0) ? 2.0 / fps : kNearest * 60.0 / tempi[i]);
  }
  std::vector<Beat> kept;
  std::vector<Beat> placed(fixed.begin(), fixed.end());
  for (std::size_t i = 0; i < beats.size(); ++i) {
    Beat* nearest = nullptr;
    for (Beat& beat : placed) {
      const double distance = std::abs(beat.time - beats[i].time);
      if (distance < reach[i] && (!nearest || distance < std::abs(nearest->time - beats[i].time))) {
        nearest = &beat;
      }
    }
    if (!nearest) {
      kept.push_back(beats[i]);
    } else if (nearest->position == 0) {
      nearest->position = beats[i].position;
    }
  }
  kept.insert(kept.end(), placed.begin(), placed.end());
  std::sort(kept.begin(), kept.end(), [](const Beat& a, const Beat& b) { return a.time < b.time; });
  return kept;
}

}  // namespace

BeatDecoding decode_beats(const FrameMatrix& activations, const BeatDecoderParameters& parameters) {
  check(activations, 1, parameters);
  const FrameMatrix clean = cleaned(activations);
  const Range tracked = tracked_frames(clean, parameters);
  BeatDecoding decoding;
  const std::vector<int> meters = {1};
  const auto models = run_models(clean, tracked, meters, 0, parameters);
  if (tracked.empty()) return decoding;
  Hypothesis found =
      with_fair_double(best_of(models, meters), clean, tracked, meters, 0, parameters);
  decoding.beats =
      beats_of(path_of(std::move(found), clean, tracked, parameters), clean, tracked, parameters);
  for (Beat& beat : decoding.beats) beat.position = 0;
  summarise(decoding, clean, parameters, false);
  return decoding;
}

double downbeat_log_probability(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters) {
  check_bars(activations, parameters);
  const FrameMatrix clean = cleaned(activations);
  const Range tracked = tracked_frames(clean, parameters);
  if (tracked.empty()) return 0.0;
  const auto models =
      run_models(clean, tracked, parameters.beats_per_bar, parameters.num_tempi, parameters);
  return best_of(models, parameters.beats_per_bar).log_probability;
}

BeatDecoding decode_downbeats(const FrameMatrix& activations,
                              const BeatDecoderParameters& parameters,
                              std::span<const Beat> fixed) {
  check_bars(activations, parameters);
  const FrameMatrix clean = cleaned(activations);
  Range tracked = tracked_frames(clean, parameters);
  if (!fixed.empty() && clean.frames > 0) {
    tracked.first = std::min(tracked.first, frame_of(fixed.front(), clean));
    tracked.last = std::max(tracked.last, frame_of(fixed.back(), clean) + 1);
  }
  BeatDecoding decoding;
  const auto models =
      run_models(clean, tracked, parameters.beats_per_bar, parameters.num_tempi, parameters, fixed);
  if (tracked.empty()) return decoding;
  Hypothesis found = best_of(models, parameters.beats_per_bar);
  if (fixed.empty())
    found = with_fair_double(std::move(found), clean, tracked, parameters.beats_per_bar,
                             parameters.num_tempi, parameters);
  decoding.meter = found.meter;
  decoding.beats = beats_of(path_of(std::move(found), clean, tracked, parameters, fixed), clean,
                            tracked, parameters);
  if (!fixed.empty()) {
    decoding.beats = with_fixed(std::move(decoding.beats), fixed, clean.fps);
  }
  if (parameters.irregular_bar_cost > 0.0) {
    place_bars(decoding.beats, decoding.meter, clean, parameters, fixed);
  }
  decoding.bar_confidence = rate_bars(decoding.beats, clean);
  summarise(decoding, any_beat(clean), parameters, !fixed.empty());
  return decoding;
}

FrameMatrix any_beat(const FrameMatrix& activations) {
  if (activations.bins == 1) return activations;
  if (activations.bins != 2) {
    throw std::invalid_argument(
        fmt::format("beat activations of {} columns: expected 1 or 2", activations.bins));
  }
  FrameMatrix sum(activations.frames, 1, activations.fps);
  for (std::size_t t = 0; t < activations.frames; ++t) {
    const auto row = activations.row(t);
    sum.data[t] = std::min(1.0f, cleaned(row[0]) + cleaned(row[1]));
  }
  return sum;
}

FrameMatrix beat_activations(const FrameMatrix& beat_logits, const FrameMatrix& downbeat_logits) {
  if (beat_logits.bins != 1 || downbeat_logits.bins != 1 ||
      beat_logits.frames != downbeat_logits.frames) {
    throw std::invalid_argument(fmt::format(
        "beat_activations: logits of {} x {} and {} x {}, expected T x 1 twice", beat_logits.frames,
        beat_logits.bins, downbeat_logits.frames, downbeat_logits.bins));
  }
  const auto sigmoid = [](float logit) { return 1.0f / (1.0f + std::exp(-logit)); };
  FrameMatrix activations(beat_logits.frames, 2, beat_logits.fps);
  for (std::size_t t = 0; t < beat_logits.frames; ++t) {
    const float p_downbeat = sigmoid(downbeat_logits.data[t]);
    activations.row(t)[0] = std::max(0.0f, sigmoid(beat_logits.data[t]) - p_downbeat);
    activations.row(t)[1] = p_downbeat;
  }
  return activations;
}

}  // namespace tactus
