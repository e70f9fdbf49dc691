#include "model/decoding/off_beats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/beats/beat_observations.h"
#include "model/decoding/beats/steady_runs.h"

namespace tactus {
namespace {

// Nats per nat and beat of the bars of a long song. Neighbouring bars tell much the same, so a
// short one counts less: with kShort beats half as much.
constexpr double kHarmonyWeight = 42.0;
constexpr double kShort = 18.0;
constexpr double kMisleading = 0.04;  // share of annotated songs in which the middles win
constexpr double kReach = 0.08;       // seconds from a beat, or a quarter of the interval

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

// Does a run of beats lie between those of the music? Few jumps by half a beat are in the music.
bool is_off_beat(const SteadyRun& run, std::span<const Beat> song, const FrameMatrix& any_beats,
                 const BeatDecoderParameters& parameters, const HeardBars& bars) {
  constexpr double kJump = 1.0;  // nats
  const std::vector<Beat> middles = off_beats(run.of(song));
  const std::span<const Beat> beats = run.of(song).first(middles.size());
  const double harmony = harmony_log_odds(beats, middles, bars);
  const double jump = run.jumps ? kJump : 0.0;
  return harmony > 0.0 &&
         harmony + jump + beat_log_odds(beats, middles, any_beats, parameters) > 0.0;
}

// Is there something of a beat at this time?
bool sounds(double time, const FrameMatrix& any_beats, const BeatDecoderParameters& parameters) {
  const double frame = std::round(time * any_beats.fps);
  return frame >= 0.0 && frame < static_cast<double>(any_beats.frames) &&
         any_beats.row(static_cast<std::size_t>(frame))[0] >= parameters.threshold;
}

// The beats between two runs of which one has moved: even ones, unless the music pauses there.
std::vector<Beat> beats_between(std::span<const Beat> beats, double from, double to,
                                double interval) {
  constexpr double kPause = 3.0, kNear = 0.75;  // intervals
  double widest = 0.0, previous = from;
  for (const Beat& beat : beats) {
    widest = std::max(widest, beat.time - previous);
    previous = beat.time;
  }
  std::vector<Beat> between;
  if (std::max(widest, to - previous) < kPause * interval) {
    const double intervals = std::max(std::round((to - from) / interval), 1.0);
    for (double k = 1.0; k < intervals; ++k)
      between.push_back({from + k * (to - from) / intervals});
  } else {
    for (const Beat& beat : beats) {
      if (std::min(beat.time - from, to - beat.time) > kNear * interval)
        between.push_back({beat.time});
    }
  }
  return between;
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
  const std::span<const Beat> song = beats;
  const std::vector<SteadyRun> runs = steady_runs(song);
  std::vector<bool> moves;
  for (const SteadyRun& run : runs)
    moves.push_back(is_off_beat(run, song, any_beats, parameters, bars));
  if (std::ranges::find(moves, true) == moves.end()) return;
  std::vector<Beat> result;
  const auto add = [&](std::span<const Beat> more) {
    result.insert(result.end(), more.begin(), more.end());
  };
  add(song.first(runs.front().begin));
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::vector<Beat> middles = off_beats(runs[r].of(song));
    const std::span<const Beat> run = moves[r] ? middles : runs[r].of(song);
    if (r > 0) {
      const std::size_t end = runs[r - 1].end;
      const std::span<const Beat> loose = song.subspan(end, runs[r].begin - end);
      const double interval = interval_between(song, runs[r - 1], runs[r]);
      if (moves[r] || moves[r - 1])
        add(beats_between(loose, result.back().time, run.front().time, interval));
      else
        add(loose);
    }
    add(run);
  }
  add(song.subspan(runs.back().end));
  const double before = 2.0 * result[0].time - result[1].time;
  if (moves.front() && runs.front().begin == 0 && sounds(before, any_beats, parameters))
    result.insert(result.begin(), Beat{before});
  const double after = 2.0 * result.back().time - result[result.size() - 2].time;
  if (moves.back() && runs.back().end == song.size() && sounds(after, any_beats, parameters))
    result.push_back({after});
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
