#include "model/decoding/off_beats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/beats/beat_observations.h"

namespace tactus {
namespace {

// Nats per nat and beat of the bars of a long song. Neighbouring bars tell much the same, so a
// short one counts less: with kShort beats half as much.
constexpr double kHarmonyWeight = 42.0;
constexpr double kShort = 18.0;
constexpr double kMisleading = 0.04;  // share of annotated songs in which the middles win
constexpr double kReach = 0.08;       // seconds from a beat, or a quarter of the interval

double median_interval(std::span<const Beat> beats) {
  std::vector<double> intervals;
  for (std::size_t b = 1; b < beats.size(); ++b)
    intervals.push_back(beats[b].time - beats[b - 1].time);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::ranges::nth_element(intervals, middle);
  return *middle;
}

// Log probability of the best bars on these beats, in nats.
double likelihood_of_bars(std::span<const Beat> beats, double reach, const HeardBars& bars) {
  BarDecoderParameters parameters = bars.decoder;
  parameters.reach = reach;
  std::vector<Beat> without_bars;
  for (const Beat& beat : beats) without_bars.push_back({beat.time});
  return decode_bars(without_bars, bars.activations, parameters);
}

// Log odds of the middles by the harmony alone; as many middles as beats.
double harmony_log_odds(std::span<const Beat> beats, std::span<const Beat> middles,
                        const HeardBars& bars) {
  const double reach = std::min(kReach, median_interval(beats) / 4.0);
  const double gain =
      likelihood_of_bars(middles, reach, bars) - likelihood_of_bars(beats, reach, bars);
  const double odds = kHarmonyWeight * gain / (static_cast<double>(beats.size()) + kShort);
  const double share = (1.0 - kMisleading) / (1.0 + std::exp(-odds)) + kMisleading / 2.0;
  return std::log(share / (1.0 - share));
}

double beat_log_odds(std::span<const Beat> beats, std::span<const Beat> middles,
                     const FrameMatrix& any_beats, const BeatDecoderParameters& parameters) {
  const double gain =
      beat_gain(middles, any_beats, parameters) - beat_gain(beats, any_beats, parameters);
  return kOtherReading + kBeatWeight * gain / static_cast<double>(beats.size());
}

// Does a run of beats lie between those of the music?
bool is_off_beat(std::span<const Beat> run, const FrameMatrix& any_beats,
                 const BeatDecoderParameters& parameters, const HeardBars& bars) {
  constexpr std::size_t kFewest = 8;
  if (run.size() < kFewest) return false;
  const std::vector<Beat> middles = off_beats(run);
  const std::span<const Beat> beats = run.first(middles.size());
  const double harmony = harmony_log_odds(beats, middles, bars);
  return harmony > 0.0 && harmony + beat_log_odds(beats, middles, any_beats, parameters) > 0.0;
}

// Runs of beats without intervals of a half, or of one and a half and more, of those around.
std::vector<std::span<const Beat>> runs_of(std::span<const Beat> beats) {
  constexpr std::size_t kAround = 9;
  constexpr double kTolerance = 0.1;
  std::vector<std::span<const Beat>> runs;
  std::size_t begin = 0;
  for (std::size_t b = 1; b < beats.size(); ++b) {
    const std::size_t from = b - std::min(b, kAround);
    const double usual =
        median_interval(beats.subspan(from, std::min(b + kAround, beats.size()) - from));
    const double interval = (beats[b].time - beats[b - 1].time) / usual;
    if (std::abs(interval - 0.5) > kTolerance && interval < 1.5 - kTolerance) continue;
    runs.push_back(beats.subspan(begin, b - begin));
    begin = b;
  }
  runs.push_back(beats.subspan(begin));
  return runs;
}

// Is there something of a beat at this time?
bool sounds(double time, const FrameMatrix& any_beats, const BeatDecoderParameters& parameters) {
  const double frame = std::round(time * any_beats.fps);
  return frame >= 0.0 && frame < static_cast<double>(any_beats.frames) &&
         any_beats.row(static_cast<std::size_t>(frame))[0] >= parameters.threshold;
}

// Appends a run, and the beats that are missing before it. `interval`: of the run before.
void append(std::vector<Beat>& beats, std::span<const Beat> run, double interval) {
  constexpr double kGap = 1.75, kPause = 3.0;  // intervals
  const double gap = beats.empty() ? 0.0 : run.front().time - beats.back().time;
  if (gap < kPause * interval) {
    while (run.front().time - beats.back().time > kGap * interval)
      beats.push_back({beats.back().time + interval});
  }
  beats.insert(beats.end(), run.begin(), run.end());
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
  return beat_log_odds(beats, middles, any_beats, parameters) +
         (bars ? harmony_log_odds(beats, middles, *bars) : 0.0);
}

void correct_off_beats(std::vector<Beat>& beats, const FrameMatrix& activations,
                       const BeatDecoderParameters& parameters, const HeardBars& bars) {
  const FrameMatrix any_beats = any_beat(activations);
  const std::vector<std::span<const Beat>> runs = runs_of(beats);
  std::vector<bool> moves;
  for (const std::span<const Beat> run : runs)
    moves.push_back(is_off_beat(run, any_beats, parameters, bars));
  if (std::ranges::find(moves, true) == moves.end()) return;
  std::vector<Beat> result;
  double interval = 0.0;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const bool seam = r > 0 && (moves[r] || moves[r - 1]);
    append(result, moves[r] ? off_beats(runs[r]) : std::vector(runs[r].begin(), runs[r].end()),
           seam ? interval : 0.0);
    const std::size_t size = runs[r].size();
    interval = size > 1 ? runs[r][size - 1].time - runs[r][size - 2].time : 0.0;
  }
  const double before = 2.0 * result[0].time - result[1].time;
  if (moves.front() && sounds(before, any_beats, parameters))
    result.insert(result.begin(), Beat{before});
  const double after = 2.0 * result.back().time - result[result.size() - 2].time;
  if (moves.back() && sounds(after, any_beats, parameters)) result.push_back({after});
  beats = std::move(result);
  place_bars_on(beats, activations, parameters);
}

void place_bars_on(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BeatDecoderParameters& parameters) {
  if (activations.bins != 2)
    throw std::invalid_argument(
        fmt::format("beat activations of {} columns: expected 2", activations.bins));
  FrameMatrix downbeats(activations.frames, 1, activations.fps);
  for (std::size_t t = 0; t < activations.frames; ++t) downbeats.data[t] = activations.row(t)[1];
  BarDecoderParameters bars;
  bars.positive_weight = parameters.positive_weight;
  bars.meters = parameters.beats_per_bar;
  bars.heard = 0.0;
  decode_bars(beats, downbeats, bars);
}

}  // namespace tactus
