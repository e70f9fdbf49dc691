#include "model/editing/song_correction.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "model/decoding/beats/beat_summary.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr std::size_t kFewestBeats = 8;
constexpr double kPeakReach = 0.04;  // seconds: a peak this near to a time belongs to it
// Means of the peaks where a correction puts beats or bars, and the most that those may have where
// they lie now, as a share. In waltzes every second beat may have a third of the peaks of the
// others.
constexpr double kClear = 0.3;
constexpr double kNoBeats = 0.33, kNoSecondBeats = 0.2, kNoBars = 0.6;
constexpr double kAlike = 0.75;  // of the peaks on the beats: those between are beats, too
constexpr double kFastestCorrected = 220.0, kSlowestCorrected = 50.0;  // BPM after a correction

// The largest value of the columns' sum from `first` on, near a time.
double peak(const FrameMatrix& heard, double time, std::size_t first) {
  const auto frame = [&](double seconds) {
    const double at =
        std::clamp(std::round(seconds * heard.fps), 0.0, static_cast<double>(heard.frames - 1));
    return static_cast<std::size_t>(at);
  };
  double largest = 0.0;
  for (std::size_t t = frame(time - kPeakReach); t <= frame(time + kPeakReach); ++t) {
    const auto row = heard.row(t).subspan(first);
    largest = std::max<double>(largest, std::accumulate(row.begin(), row.end(), 0.0f));
  }
  return largest;
}

std::vector<double> peaks_at(std::span<const Beat> beats, const FrameMatrix& heard,
                             std::size_t first, double beat_fraction) {
  std::vector<double> peaks;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double time = time_at_coordinate(beats, static_cast<double>(i) + beat_fraction);
    peaks.push_back(time < 0.0 ? 0.0 : peak(heard, time, first));
  }
  return peaks;
}

// Of every `step`-th value from `first` on.
double mean_from(std::span<const double> values, std::size_t first, std::size_t step) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = first; i < values.size(); i += step, ++count) sum += values[i];
  return count > 0 ? sum / count : 0.0;
}

bool clearly(double there, double here, double most) {
  return there >= kClear && here <= most * there;
}

// The mean of what the networks say of bars that begin `later` beats (or half beats) later.
double bar_evidence(std::span<const Beat> beats, const FrameMatrix& activations,
                    const FrameMatrix& bars, double later) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double place = static_cast<double>(i) + later;
    if (beats[i].position != 1 || place < 0.0 || place > static_cast<double>(beats.size() - 1))
      continue;
    const double time = time_at_coordinate(beats, place);
    const double drums = peak(activations, time, 1);
    sum += bars.frames > 0 ? (drums + peak(bars, time, 0)) / 2.0 : drums;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

std::optional<SongCorrection> bars_elsewhere(std::span<const Beat> beats,
                                             const FrameMatrix& activations,
                                             const FrameMatrix& bars) {
  const int meter = usual_bar(beats);
  const double here = bar_evidence(beats, activations, bars, 0.0);
  int best = 0;
  double most = 0.0;
  for (int by = -(meter - 1) / 2; by <= meter / 2; ++by) {
    const double there = bar_evidence(beats, activations, bars, by);
    if (there > most) best = by, most = there;
  }
  if (best == 0 || !clearly(most, here, kNoBars)) return std::nullopt;
  return SongCorrection{SongCorrection::Kind::kShiftBars, best};
}

}  // namespace

std::optional<SongCorrection> song_correction(std::span<const Beat> beats,
                                              const FrameMatrix& activations,
                                              const FrameMatrix& bars) {
  using Kind = SongCorrection::Kind;
  if (beats.size() < kFewestBeats || activations.frames == 0) return std::nullopt;
  if (activations.bins != 2 || (bars.frames > 0 && bars.bins != 1))
    throw std::invalid_argument(fmt::format("activations [T,{}] and bars [T,{}]: expected 2 and 1",
                                            activations.bins, bars.bins));
  const std::vector<double> on = peaks_at(beats, activations, 0, 0.0);
  const std::vector<double> between = peaks_at(beats, activations, 0, 0.5);
  const double here = mean_from(on, 0, 1), there = mean_from(between, 0, 1);
  const double bpm = overall_tempo({beats.begin(), beats.end()});
  if (clearly(there, here, kNoBeats)) {
    const bool later =
        bar_evidence(beats, activations, bars, 0.5) > bar_evidence(beats, activations, bars, -0.5);
    return SongCorrection{Kind::kHalfBeat, later ? 1 : -1};
  }
  const double even = mean_from(on, 0, 2), odd = mean_from(on, 1, 2);
  if (clearly(std::max(even, odd), std::min(even, odd), kNoSecondBeats) &&
      bpm / 2.0 >= kSlowestCorrected) {
    const auto downbeat = std::ranges::find(beats, 1, &Beat::position);
    const bool on_odd = downbeat != beats.end() && (downbeat - beats.begin()) % 2 == 1;
    return SongCorrection{Kind::kHalve, on_odd != (odd > even)};
  }
  if (here >= kClear && there >= kAlike * here && 2.0 * bpm <= kFastestCorrected)
    return SongCorrection{Kind::kDouble, 0};
  return bars_elsewhere(beats, activations, bars);
}

GridBeats corrected_song(GridBeats song, const SongCorrection& correction, double end) {
  using Kind = SongCorrection::Kind;
  const BeatRange all = all_beats(song.beats);
  switch (correction.kind) {
    case Kind::kHalfBeat:
      return shift_half_level(std::move(song), all, correction.number > 0, end);
    case Kind::kDouble:
      return double_level(std::move(song), all);
    case Kind::kHalve:
      song.beats = shift_bars(std::move(song.beats), all, correction.number);
      return halve_level(std::move(song), all);
    case Kind::kShiftBars:
      break;
  }
  song.beats = shift_bars(std::move(song.beats), all, correction.number);
  song.grid = grid_after_edit(std::move(song.grid), song.beats);
  return song;
}

}  // namespace tactus
