#include "model/decoding/timing/beat_timing.h"

#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/timing/loop_line.h"
#include "model/decoding/timing/tempo_lines.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kNearAttack = 0.010;   // seconds
constexpr double kClearPeak = 0.6;      // activation from which on peaks are exact
constexpr double kOnLine = 0.001;       // seconds: how far a person's beat may be from a line
constexpr double kAtStart = 0.003;      // seconds that a line moves to begin with the sound
constexpr double kAttackDrift = 0.002;  // seconds, over a line
constexpr double kHeard = 0.1;          // seconds of a beat that must sound
constexpr int kUsualBar = 4;            // beats, where no bar is known

bool is_fixed(const Beat& beat, std::span<const Beat> fixed) {
  return std::ranges::find(fixed, beat.time, &Beat::time) != fixed.end();
}

// The largest activation within a frame of a time.
double peak_value(const FrameMatrix& activation, double time) {
  const std::ptrdiff_t near = std::lround(time * activation.fps);
  float peak = 0.0f;
  for (std::ptrdiff_t t = near - 1; t <= near + 1; ++t) {
    if (t >= 0 && t < static_cast<std::ptrdiff_t>(activation.frames))
      peak = std::max(peak, activation.data[static_cast<std::size_t>(t)]);
  }
  return peak;
}

// The times of faint peaks scatter as their height falls.
double weight_of(double peak) {
  const double share = std::clamp(peak / kClearPeak, 0.05, 1.0);
  return share * share;
}

std::vector<HeardBeat> heard_beats(const std::vector<Beat>& beats, const FrameMatrix& activation,
                                   const AttackCurve& attacks, std::span<const Beat> fixed) {
  std::vector<HeardBeat> heard;
  std::vector<double> times;
  for (const Beat& beat : beats) {
    HeardBeat one;
    one.fixed = is_fixed(beat, fixed);
    if (!one.fixed) one.weight = weight_of(peak_value(activation, beat.time));
    one.time = one.fixed ? beat.time : peak_time(activation, beat.time);
    one.attack = one.fixed ? one.time : attacks.near(one.time).value_or(one.time);
    heard.push_back(one);
    times.push_back(one.time);
  }
  const std::vector<double> indices = beat_indices(times);
  for (std::size_t i = 0; i < heard.size(); ++i) heard[i].index = indices[i];
  return heard;
}

// To a tenth of a millisecond: beyond, processors with other instructions compute other digits.
double rounded_time(double seconds) {
  return std::round(seconds * 1e4) / 1e4;
}

double free_time(const HeardBeat& beat) {
  const double away = beat.attack - beat.time;
  return rounded_time(std::abs(away) < kNearAttack ? beat.time + away / 2.0 : beat.time);
}

// The tempo that has the fewest decimals, two if possible, of those within two standard errors;
// what attacks drift when the instruments change is an error, too.
double rounded_tempo(double bpm, double error) {
  for (double unit : {1.0, 0.5, 0.1, 0.01}) {
    const double rounded = std::round(bpm / unit) * unit;
    if (std::abs(rounded - bpm) <= 2.0 * error + 5e-4) return rounded;
  }
  return std::round(bpm * 1e4) / 1e4;
}

// The line turned around its middle to a rounded tempo, then moved so that its beats lie where the
// notes begin. A line through a person's beats stays.
TempoLine settled(TempoLine line, std::span<const HeardBeat> beats, const AttackCurve& attacks) {
  if (std::ranges::any_of(beats, &HeardBeat::fixed)) return line;
  const double middle = (beats.front().index + beats.back().index) / 2.0;
  const double at_middle = line.at(middle);
  const double bpm = 60.0 / line.period;
  const double beats_between = std::max(beats.back().index - beats.front().index, 1.0);
  const double error = std::hypot(line.error, kAttackDrift / beats_between);
  line.period = 60.0 / rounded_tempo(bpm, bpm * error / line.period);
  line.start = at_middle - line.period * middle;
  std::vector<double> times;
  for (const HeardBeat& beat : beats) times.push_back(line.at(beat.index));
  const double first = rounded_time(times.front() + attacks.common_offset(times).value_or(0.0));
  const bool at_start = std::abs(first) < kAtStart;  // the sound begins with a beat
  line.start = (at_start ? 0.0 : first) - line.period * beats.front().index;
  return line;
}

bool runs_through_fixed(const TempoLine& line, const std::vector<HeardBeat>& beats) {
  for (std::size_t i = line.first; i < line.last; ++i) {
    if (beats[i].fixed && std::abs(beats[i].time - line.at(beats[i].index)) > kOnLine) return false;
  }
  return true;
}

int position_after(int position, int steps, int bar) {
  if (position == 0 || bar == 0) return 0;
  const int turned = (position - 1 + steps) % bar;
  return (turned < 0 ? turned + bar : turned) + 1;
}

// The beats of the bar that holds beat i, 0 = unknown. It may lack beats: if neither neighbour has
// as many as it counts, it has as many as the shorter neighbour that has more.
int bar_around(const std::vector<Beat>& beats, std::size_t i) {
  if (beats[i].position == 0) return 0;
  const auto end_after = [&](std::size_t beat) {
    do ++beat;
    while (beat < beats.size() && beats[beat].position > 1);
    return beat;
  };
  std::size_t begin = i;
  while (begin > 0 && beats[begin].position > 1) --begin;
  const std::size_t end = end_after(i);
  const int own = beats[end - 1].position;
  const int before = begin > 0 ? beats[begin - 1].position : 0;
  const std::size_t next = end < beats.size() ? end_after(end) : end;
  const int after = next < beats.size() ? beats[next - 1].position : 0;
  if (own == before || own == after) return own;
  const auto [shorter, longer] = std::minmax(before, after);
  return shorter > own ? shorter : std::max(longer, own);
}

// A loop has one tempo, unless every beat is to have its own time.
std::optional<TempoLine> loop_of(const std::vector<Beat>& beats,
                                 const std::vector<HeardBeat>& heard,
                                 const BeatTimingOptions& options) {
  if (options.grid == GridChoice::kFree) return std::nullopt;
  const int bar = usual_bar(beats);
  return loop_line(heard, options.seconds, bar > 0 ? bar : kUsualBar);
}

class Placing {
 public:
  Placing(const std::vector<Beat>& beats, const std::vector<HeardBeat>& heard,
          const AttackCurve& attacks, const BeatTimingOptions& options)
      : beats_(beats), heard_(heard), attacks_(attacks), options_(options) {}

  TimedBeats free() {
    for (std::size_t i = 0; i < beats_.size(); ++i) place_free(i);
    result_.grid.kind = GridKind::kFree;
    return std::move(result_);
  }

  TimedBeats on(const std::vector<TempoLine>& lines) {
    std::size_t next = 0;
    for (const TempoLine& line : lines) {
      while (next < line.first) place_free_segment(next++);
      place_line(line);
      next = line.last;
    }
    while (next < beats_.size()) place_free_segment(next++);
    finish_segments();
    return std::move(result_);
  }

 private:
  double last_place() const { return options_.seconds - kShortestBeat; }

  bool follows(double time) const {
    return result_.beats.empty() || time > result_.beats.back().time + kShortestBeat;
  }

  void place(double time, int position, double confidence) {
    result_.beats.push_back({time, position, confidence});
  }

  void place_free(std::size_t i) {
    const double time = heard_[i].fixed ? beats_[i].time : free_time(heard_[i]);
    if (heard_[i].fixed || follows(time)) place(time, beats_[i].position, beats_[i].confidence);
  }

  // A beat on no line is a segment of its own; finish_segments sets its tempo.
  void place_free_segment(std::size_t i) {
    const std::size_t before = result_.beats.size();
    place_free(i);
    if (result_.beats.size() > before)
      result_.grid.segments.push_back({.start = result_.beats.back().time});
  }

  bool is_in_music(double time) const {
    const auto holds = [&](const SoundSpan& span) {
      return time >= span.begin && time <= span.end - kShortestBeat;
    };
    return options_.music.empty() || std::ranges::any_of(options_.music, holds);
  }

  bool may_add(double time, double period) const {
    return !attacks_.empty() && is_in_music(time) && time >= 0.0 && time <= last_place() &&
           attacks_.sounds(time, time + std::min(kHeard, period));
  }

  void place_line(const TempoLine& line) {
    GridSegment segment;
    segment.bpm = 60.0 / line.period;
    segment.scatter = line.scatter;
    const std::size_t first_beat = result_.beats.size();
    if (line.first == 0) add_before(line);
    for (std::size_t i = line.first; i < line.last; ++i) {
      if (i > line.first) fill_gap(line, i);
      const double on_line = line.at(heard_[i].index);
      // A first beat that would lie a little before the start of the sound lies at its start.
      const double time = heard_[i].fixed                            ? beats_[i].time
                          : on_line < 0.0 && on_line > -kBeforeStart ? 0.0
                                                                     : on_line;
      if (heard_[i].fixed || (time >= 0.0 && time <= last_place() && follows(time)))
        place(time, beats_[i].position, beats_[i].confidence);
    }
    if (line.last == beats_.size()) add_after(line);
    if (result_.beats.size() == first_beat) return;
    segment.start = line.start;
    segment.start = nearest_on(segment, result_.beats[first_beat].time);
    if (segment.start < 0.0) segment.start += line.period;
    result_.grid.segments.push_back(segment);
  }

  // The bar before the first beat.
  void add_before(const TempoLine& line) {
    const int known = bar_around(beats_, 0), bar = known > 0 ? known : kUsualBar;
    int steps = 0;
    const double first = heard_.front().index;
    while (steps < bar && may_add(line.at(first - steps - 1), line.period)) ++steps;
    for (; steps > 0; --steps)
      place(line.at(first - steps), position_after(beats_.front().position, -steps, known),
            kUnknownConfidence);
  }

  // The rest of the last bar: what sounds after it is a last chord, or its echo.
  void add_after(const TempoLine& line) {
    const double last = heard_.back().index;
    const int position = beats_.back().position, bar = bar_around(beats_, beats_.size() - 1);
    for (int step = 1; position + step <= bar; ++step) {
      if (!may_add(line.at(last + step), line.period)) return;
      place(line.at(last + step), position + step, kUnknownConfidence);
    }
  }

  void fill_gap(const TempoLine& line, std::size_t i) {
    const int bar = bar_around(beats_, i - 1);
    int step = 1;
    for (double index = heard_[i - 1].index + 1.0; index < heard_[i].index; index += 1.0, ++step) {
      if (may_add(line.at(index), line.period) && follows(line.at(index)))
        place(line.at(index), position_after(beats_[i - 1].position, step, bar),
              kUnknownConfidence);
    }
  }

  void finish_segments() {
    TempoGrid& grid = result_.grid;
    std::vector<GridSegment>& segments = grid.segments;
    grid.kind = segments.size() == 1 ? GridKind::kConstant : GridKind::kPiecewise;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (segments[s].bpm > 0.0) continue;
      const double end = s + 1 < segments.size() ? segments[s + 1].start : 0.0;
      segments[s].bpm = end > segments[s].start ? 60.0 / (end - segments[s].start)
                        : s > 0                 ? segments[s - 1].bpm
                                                : 0.0;
    }
    std::erase_if(segments, [](const GridSegment& segment) { return !(segment.bpm > 0.0); });
    take_bars(grid, result_.beats);
  }

  const std::vector<Beat>& beats_;
  const std::vector<HeardBeat>& heard_;
  const AttackCurve& attacks_;
  const BeatTimingOptions& options_;
  TimedBeats result_;
};

}  // namespace

double peak_time(const FrameMatrix& activation, double time) {
  constexpr float kLeast = 1e-4f;  // of an activation; the logarithm of 0 has no parabola
  if (activation.frames < 3) return time;
  const auto last = static_cast<std::ptrdiff_t>(activation.frames) - 2;
  const std::ptrdiff_t near = std::lround(time * activation.fps);
  const auto log_at = [&](std::ptrdiff_t t) {
    return static_cast<double>(
        std::log(std::clamp(activation.data[static_cast<std::size_t>(t)], kLeast, 1.0f)));
  };
  std::ptrdiff_t peak = std::clamp<std::ptrdiff_t>(near - 1, 1, last);
  for (std::ptrdiff_t t = peak; t <= std::clamp<std::ptrdiff_t>(near + 1, 1, last); ++t) {
    if (log_at(t) > log_at(peak)) peak = t;
  }
  if (std::abs(peak - near) > 1) return time;
  const double left = log_at(peak - 1), middle = log_at(peak), right = log_at(peak + 1);
  const double curvature = left - 2.0 * middle + right;
  if (!(curvature < -1e-6)) return time;  // no peak
  const double away = 0.5 * (left - right) / curvature;
  return (static_cast<double>(peak) + std::clamp(away, -0.5, 0.5)) / activation.fps;
}

TimedBeats time_beats(std::vector<Beat> beats, const FrameMatrix& activation,
                      const AttackCurve& attacks, const BeatTimingOptions& options) {
  if (beats.size() < 2) return {std::move(beats), {}};
  const std::vector<HeardBeat> heard = heard_beats(beats, activation, attacks, options.fixed);
  std::vector<TempoLine> lines;
  if (options.grid == GridChoice::kConstant) lines = {single_line(heard)};
  if (options.grid == GridChoice::kAuto) lines = tempo_lines(heard);
  if (const auto loop = loop_of(beats, heard, options))
    lines = {*loop};
  else
    for (TempoLine& line : lines)
      line = settled(line, std::span(heard).subspan(line.first, line.last - line.first), attacks);
  Placing placing(beats, heard, attacks, options);
  const bool all_through = std::ranges::all_of(
      lines, [&](const TempoLine& line) { return runs_through_fixed(line, heard); });
  return lines.empty() || !all_through ? placing.free() : placing.on(lines);
}

}  // namespace tactus
