#include "model/decoding/off_beats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/beats/beat_observations.h"

namespace tactus {
namespace {

constexpr double kStart = -1.0;  // nats that off-beats have before any evidence
constexpr double kBeatWeight = 0.8;
// Nats per nat and beat of the bars of a long song. Neighbouring bars tell much the same, so a
// short one counts less: with kShort beats half as much.
constexpr double kBarWeight = 42.0;
constexpr double kShort = 18.0;
constexpr double kReach = 0.08;  // seconds from a beat; more would reach into the off-beats

// What the best bars on these beats make of the activations, in nats.
double bar_gain(std::span<const Beat> beats, const HeardBars& bars) {
  BarDecoderParameters parameters = bars.decoder;
  parameters.reach = kReach;
  std::vector<Beat> without_bars;
  for (const Beat& beat : beats) without_bars.push_back({beat.time});
  return decode_bars(without_bars, bars.activations, parameters);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<double> intervals_of(std::span<const Beat> beats) {
  std::vector<double> intervals;
  for (std::size_t b = 1; b < beats.size(); ++b)
    intervals.push_back(beats[b].time - beats[b - 1].time);
  return intervals;
}

// Runs of beats between jumps: intervals of a half or one and a half of those around.
std::vector<std::span<const Beat>> runs_of(std::span<const Beat> beats) {
  constexpr std::size_t kAround = 8;
  constexpr double kTolerance = 0.1;
  const std::vector<double> intervals = intervals_of(beats);
  std::vector<std::span<const Beat>> runs;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const auto at = intervals.begin() + static_cast<std::ptrdiff_t>(i);
    const std::vector<double> around(
        at - static_cast<std::ptrdiff_t>(std::min(i, kAround)),
        at + static_cast<std::ptrdiff_t>(std::min(intervals.size() - i, kAround + 1)));
    const double beats_long = intervals[i] / median(around);
    if (std::abs(std::abs(beats_long - 1.0) - 0.5) > kTolerance) continue;
    runs.push_back(beats.subspan(begin, i + 1 - begin));
    begin = i + 1;
  }
  runs.push_back(beats.subspan(begin));
  return runs;
}

// The middles of a run, and those in the gaps that it would leave to its neighbours.
std::vector<Beat> moved(std::span<const Beat> run, const Beat* before, const Beat* after) {
  constexpr double kGap = 1.25;  // intervals
  std::vector<Beat> beats = off_beats(run);
  const double interval = median(intervals_of(run));
  if (before && beats.front().time - before->time > (kGap + 0.5) * interval)
    beats.insert(beats.begin(), {run.front().time - interval / 2.0});
  if (after && after->time - beats.back().time > kGap * interval)
    beats.push_back({run.back().time + interval / 2.0});
  return beats;
}

}  // namespace

std::vector<Beat> off_beats(std::span<const Beat> beats) {
  std::vector<Beat> middles;
  for (std::size_t b = 1; b < beats.size(); ++b)
    middles.push_back({(beats[b - 1].time + beats[b].time) / 2.0});
  return middles;
}

double beat_gain(std::span<const Beat> beats, const FrameMatrix& any_beats,
                 const BeatDecoderParameters& parameters) {
  double gain = 0.0;
  for (const Beat& beat : beats) {
    const double frame = std::round(beat.time * any_beats.fps);
    if (!(frame >= 0.0 && frame < static_cast<double>(any_beats.frames))) continue;
    const auto row = any_beats.row(static_cast<std::size_t>(frame));
    const FrameDensities densities = frame_densities(row, parameters);
    gain += densities.beat - densities.rest;
  }
  return gain;
}

double off_beat_log_odds(std::span<const Beat> beats, const FrameMatrix& any_beats,
                         const BeatDecoderParameters& parameters, const HeardBars* bars) {
  if (beats.size() < 3) return -std::numeric_limits<double>::infinity();
  const std::vector<Beat> middles = off_beats(beats);
  beats = beats.first(middles.size());
  const auto count = static_cast<double>(beats.size());
  const double gain =
      beat_gain(middles, any_beats, parameters) - beat_gain(beats, any_beats, parameters);
  double odds = kStart + kBeatWeight * gain / count;
  if (bars)
    odds += kBarWeight * (bar_gain(middles, *bars) - bar_gain(beats, *bars)) / (count + kShort);
  return odds;
}

bool leave_off_beats(std::vector<Beat>& beats, const FrameMatrix& activations,
                     const BeatDecoderParameters& parameters, const HeardBars& bars) {
  const FrameMatrix any_beats = any_beat(activations);
  const std::vector<std::span<const Beat>> runs = runs_of(beats);
  std::vector<bool> moves;
  for (const std::span<const Beat> run : runs)
    moves.push_back(off_beat_log_odds(run, any_beats, parameters, &bars) > 0.0);
  if (std::ranges::find(moves, true) == moves.end()) return false;
  std::vector<Beat> result;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    std::vector<Beat> run(runs[r].begin(), runs[r].end());
    if (moves[r])
      run = moved(runs[r], r > 0 && !moves[r - 1] ? &result.back() : nullptr,
                  r + 1 < runs.size() && !moves[r + 1] ? &runs[r + 1].front() : nullptr);
    result.insert(result.end(), run.begin(), run.end());
  }
  beats = std::move(result);
  place_bars_on(beats, activations, parameters);
  return true;
}

void place_bars_on(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BeatDecoderParameters& parameters) {
  FrameMatrix downbeats(activations.frames, 1, activations.fps);
  for (std::size_t t = 0; t < activations.frames; ++t) downbeats.data[t] = activations.row(t)[1];
  BarDecoderParameters bars;
  bars.positive_weight = parameters.positive_weight;
  bars.meters = parameters.beats_per_bar;
  decode_bars(beats, downbeats, bars);
}

}  // namespace tactus
