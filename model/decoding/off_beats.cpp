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

void check_columns(const FrameMatrix& activations) {
  if (activations.bins != 2)
    throw std::invalid_argument(
        fmt::format("beat activations of {} columns: expected 2", activations.bins));
}

// Log probability of the best bars on these beats, in nats.
double likelihood_of_bars(std::span<const Beat> beats, double reach, const HeardBars& bars) {
  BarDecoderParameters parameters = bars.decoder;
  parameters.rare_meters.clear();
  parameters.reach = reach;
  std::vector<Beat> without_bars;
  for (const Beat& beat : beats) without_bars.push_back({beat.time});
  return decode_bars(without_bars, bars.activations, parameters);
}

// How much likelier the middles are than the beats, in nats, summed over runs.
struct Evidence {
  double harmony = 0.0, beats = 0.0;
  std::size_t count = 0;  // of beats
};

void add(Evidence& evidence, std::span<const Beat> run, const FrameMatrix& any_beats,
         const BeatDecoderParameters& parameters, const HeardBars* bars) {
  const std::vector<Beat> middles = off_beats(run);
  const std::span<const Beat> beats = run.first(middles.size());
  evidence.count += beats.size();
  evidence.beats +=
      beat_gain(middles, any_beats, parameters) - beat_gain(beats, any_beats, parameters);
  if (!bars) return;
  const double reach = std::min(kReach, median_interval(beats) / 4.0);
  evidence.harmony +=
      likelihood_of_bars(middles, reach, *bars) - likelihood_of_bars(beats, reach, *bars);
}

double harmony_log_odds(const Evidence& evidence) {
  const double odds =
      kHarmonyWeight * evidence.harmony / (static_cast<double>(evidence.count) + kShort);
  const double share = (1.0 - kMisleading) / (1.0 + std::exp(-odds)) + kMisleading / 2.0;
  return std::log(share / (1.0 - share));
}

double beat_log_odds(const Evidence& evidence) {
  return kOtherReading + kBeatWeight * evidence.beats / static_cast<double>(evidence.count);
}

// Which runs lie between the beats of the music. Runs that go on in phase move or stay together.
std::vector<bool> moving_runs(std::span<const Beat> song, const std::vector<SteadyRun>& runs,
                              const FrameMatrix& any_beats, const BeatDecoderParameters& parameters,
                              const HeardBars& bars) {
  constexpr double kJump = 1.0;  // nats: beside a jump, more runs lie between the beats
  std::vector<bool> moves;
  for (std::size_t first = 0, last = 0; first < runs.size(); first = last) {
    Evidence evidence;
    for (last = first;
         last == first || (last < runs.size() && runs[last].start == RunStart::kInPhase); ++last)
      add(evidence, runs[last].of(song), any_beats, parameters, &bars);
    const bool jump = runs[first].start == RunStart::kJump ||
                      (last < runs.size() && runs[last].start == RunStart::kJump);
    const double harmony = harmony_log_odds(evidence);
    moves.resize(last,
                 harmony > 0.0 && harmony + beat_log_odds(evidence) + (jump ? kJump : 0.0) > 0.0);
  }
  return moves;
}

// Is there something of a beat at this time?
bool sounds(double time, const FrameMatrix& any_beats, const BeatDecoderParameters& parameters) {
  const double frame = std::round(time * any_beats.fps);
  return time >= 0.0 && frame < static_cast<double>(any_beats.frames) &&
         any_beats.row(static_cast<std::size_t>(frame))[0] >= parameters.threshold;
}

// Are the beats between two runs, or beside the outermost one, so few that they move with it?
// Pauses and long passages stay. seam: these beats, with the nearest one of each run.
bool moves_along(std::span<const Beat> seam, double interval) {
  return seam.back().time - seam.front().time < kNextRun * interval &&
         longest_interval(seam) < kPause * interval;
}

// The beats of a seam between its ends, which have moved to `from` and `to`.
std::vector<Beat> beats_between(std::span<const Beat> seam, double from, double to,
                                double interval) {
  if (!moves_along(seam, interval)) return {seam.begin() + 1, seam.end() - 1};
  std::vector<Beat> between;
  const double intervals = std::max(std::round((to - from) / interval), 1.0);
  for (double k = 1.0; k < intervals; ++k) between.push_back({from + k * (to - from) / intervals});
  return between;
}

// The beats before the first run or behind the last one, which has moved: the middles of the seam,
// several where beats are missing (1.75 intervals and more).
std::vector<Beat> beats_beside(std::span<const Beat> seam, double interval) {
  std::vector<Beat> beside;
  for (std::size_t b = 1; b < seam.size(); ++b) {
    const double from = seam[b - 1].time, gap = seam[b].time - from;
    const double middles = std::max(std::round(gap / interval - 0.25), 1.0);
    for (double k = 0.5; k < middles; ++k) beside.push_back({from + k * gap / middles});
  }
  return beside;
}

void insert(std::vector<Beat>& beats, std::vector<Beat>::iterator where,
            std::span<const Beat> more) {
  beats.insert(where, more.begin(), more.end());
}

// All beats from the first run to the last one; a moved run becomes its middles.
std::vector<Beat> move_runs(std::span<const Beat> song, const std::vector<SteadyRun>& runs,
                            const std::vector<bool>& moves) {
  std::vector<Beat> result;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::span<const Beat> beats = runs[r].of(song);
    const std::vector<Beat> run =
        moves[r] ? off_beats(beats) : std::vector(beats.begin(), beats.end());
    if (r > 0) {
      const SteadyRun& before = runs[r - 1];
      const auto seam = song.subspan(before.end - 1, runs[r].begin - before.end + 2);
      if (moves[r] || moves[r - 1])
        insert(result, result.end(),
               beats_between(seam, result.back().time, run.front().time,
                             interval_between(song, before, runs[r])));
      else
        insert(result, result.end(), seam.subspan(1, seam.size() - 2));
    }
    insert(result, result.end(), run);
  }
  return result;
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
  Evidence evidence;
  add(evidence, beats, any_beats, parameters, bars);
  return beat_log_odds(evidence) + (bars ? harmony_log_odds(evidence) : 0.0);
}

void correct_off_beats(std::vector<Beat>& beats, const FrameMatrix& activations,
                       const BeatDecoderParameters& parameters, const HeardBars& bars) {
  check_columns(activations);
  const FrameMatrix any_beats = any_beat(activations);
  const std::span<const Beat> song = beats;
  const std::vector<SteadyRun> runs = steady_runs(song);
  const std::vector<bool> moves = moving_runs(song, runs, any_beats, parameters, bars);
  if (std::ranges::find(moves, true) == moves.end()) return;
  std::vector<Beat> result = move_runs(song, runs, moves);

  const std::span<const Beat> head = song.first(runs.front().begin + 1);
  const double first = median_interval(runs.front().of(song));
  if (moves.front() && moves_along(head, first)) {
    insert(result, result.begin(), beats_beside(head, first));
    const double before = 2.0 * result[0].time - result[1].time;
    if (sounds(before, any_beats, parameters)) result.insert(result.begin(), Beat{before});
  } else {
    insert(result, result.begin(), head.first(head.size() - 1));
  }

  const std::span<const Beat> tail = song.subspan(runs.back().end - 1);
  const double last = median_interval(runs.back().of(song));
  if (moves.back() && moves_along(tail, last)) {
    insert(result, result.end(), beats_beside(tail, last));
    const double after = 2.0 * result.back().time - result[result.size() - 2].time;
    if (sounds(after, any_beats, parameters)) result.push_back({after});
  } else {
    insert(result, result.end(), tail.subspan(1));
  }
  beats = std::move(result);
  place_bars_on(beats, activations, parameters);
}

void place_bars_on(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BeatDecoderParameters& parameters) {
  check_columns(activations);
  FrameMatrix downbeats(activations.frames, 1, activations.fps);
  for (std::size_t t = 0; t < activations.frames; ++t) downbeats.data[t] = activations.row(t)[1];
  BarDecoderParameters bars;
  bars.positive_weight = parameters.positive_weight;
  bars.meters = parameters.beats_per_bar;
  bars.rare_meters.clear();
  bars.heard = 0.0;
  decode_bars(beats, downbeats, bars);
}

}  // namespace tactus
