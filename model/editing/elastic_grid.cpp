#include "model/editing/elastic_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "model/editing/lined_beats.h"

namespace tactus {
namespace {

void require_beat(const GridBeats& song, std::size_t index) {
  if (index < song.beats.size()) return;
  throw std::invalid_argument(
      fmt::format("beat {} of {}: expected one of them", index, song.beats.size()));
}

// Whether another tempo begins at the beat. Segments of single beats are free playing.
bool begins_tempo(const GridBeats& song, std::size_t index) {
  if (index == 0 || song.grid.segments.empty()) return false;
  const auto segment = [&](std::size_t i) { return segment_at(song.grid, song.beats[i].time); };
  const GridSegment *here = segment(index), *before = segment(index - 1);
  if (here == before) return false;
  constexpr std::size_t kFewest = kFewestOnLine;
  const std::size_t last = index + kFewest - 1;
  return (last < song.beats.size() && segment(last) == here) ||
         (index >= kFewest && segment(index - kFewest) == before);
}

// Times around a beat: it moves, and its neighbours keep their share of the distance to it.
struct Stretch {
  double from = 0.0, to = 0.0;  // seconds, of the beat
  double factor = 1.0;

  double at(double time) const { return to + (time - from) * factor; }
  LinedBeat applied(LinedBeat one) const {
    const bool early = one.line && one.beat.time == 0.0;  // it may stand for an earlier one
    const double old = early ? nearest_on(*one.line, 0.0) : one.beat.time;
    if (one.line) {
      one.line->start = to;
      one.line->bpm /= factor;
    }
    one.beat.time = one.line ? nearest_on(*one.line, at(old)) : at(old);
    return one;
  }
};

// The span of factors that keeps the tempo in its range and beats apart. `beats`: between the beat
// and the anchor, at most `length` seconds away.
std::pair<double, double> factor_limits(const std::optional<GridSegment>& line, double length,
                                        std::size_t beats) {
  const double closest = kClosestBeats * static_cast<double>(beats) / length;
  if (!line) return {closest, std::numeric_limits<double>::infinity()};
  return {std::max(closest, line->bpm / kFastestGrid), line->bpm / kSlowestGrid};
}

// A beat that follows `last` at the end of a song; `bar`: beats per bar.
LinedBeat following(const LinedBeat& last, int bar, int side) {
  LinedBeat next = last;
  int& position = next.beat.position;
  if (position > 0) position = side > 0 ? position % bar + 1 : position > 1 ? position - 1 : bar;
  next.beat.confidence = kUnknownConfidence;
  next.beat.time += side * 60.0 / last.line->bpm;
  return next;
}

// Fills the song with beats on the first or last line if its old beats reached that end.
void extend(LinedBeats& beats, const LinedBeats& old, int side, double end) {
  constexpr double kReached = 1.5;  // beats
  if (beats.empty() || !std::isfinite(end)) return;
  const LinedBeat& last_old = side > 0 ? old.back() : old.front();
  const double left = side > 0 ? end - last_old.beat.time : last_old.beat.time;
  if (!last_old.line || left > kReached * 60.0 / last_old.line->bpm) return;
  BeatList all;
  for (const LinedBeat& one : beats) all.push_back(one.beat);
  const int bar = meter_at(all, side > 0 ? all.size() - 1 : 0);
  LinedBeats more;
  LinedBeat next = following(side > 0 ? beats.back() : beats.front(), bar, side);
  for (; next.beat.time >= 0.0 && next.beat.time <= end; next = following(next, bar, side))
    more.push_back(next);
  if (side > 0)
    beats.insert(beats.end(), more.begin(), more.end());
  else
    beats.insert(beats.begin(), more.rbegin(), more.rend());
}

class AnchorDrag {
 public:
  AnchorDrag(const GridBeats& song, std::size_t index, double time, double end)
      : song_(song),
        index_(index),
        end_(end),
        old_(on_lines(song.beats, song.grid)),
        anchors_(anchors_around(song, index)),
        from_(song.beats[index].time) {
    double to = std::clamp(time, 0.0, end);
    if (anchors_.before) to = limited(to, *anchors_.before, index - 1);
    if (anchors_.after) to = limited(to, *anchors_.after, index);
    const double before = anchors_.before ? factor(to, *anchors_.before, index - 1) : 1.0;
    const double after = anchors_.after ? factor(to, *anchors_.after, index) : 1.0;
    earlier_ = {from_, to, anchors_.before ? before : anchors_.after ? after : 1.0};
    later_ = {from_, to, anchors_.after ? after : anchors_.before ? before : 1.0};
  }

  GridBeats result() const {
    LinedBeats beats;
    for (std::size_t i = 0; i < old_.size(); ++i) {
      LinedBeat one = old_[i];
      const bool stays =
          (anchors_.before && i <= *anchors_.before) || (anchors_.after && i >= *anchors_.after);
      if (!stays) one = (i < index_ ? earlier_ : later_).applied(one);
      if (i == anchors_.before) one.line = earlier_.applied(one).line;  // the line begins there
      if (i == index_) {
        one.beat.time = later_.to;
        one.beat.confidence = kCertain;
      }
      if (stays || i == index_ || place(one, one.beat.time, end_)) beats.push_back(one);
    }
    if (!anchors_.after) extend(beats, old_, 1, end_);
    if (!anchors_.before) extend(beats, old_, -1, end_);
    return joined(beats, kind_without_lines(song_.grid));
  }

 private:
  // So that the line between the two goes through both. `on`: a beat of it.
  double factor(double to, std::size_t anchor, std::size_t on) const {
    const double place = old_[anchor].beat.time;
    const auto& line = old_[on].line;
    const double beats = line ? std::round((from_ - place) * line->bpm / 60.0) : 0.0;
    return (to - place) / (beats != 0.0 ? beats * 60.0 / line->bpm : from_ - place);
  }

  double limited(double to, std::size_t anchor, std::size_t on) const {
    const double place = old_[anchor].beat.time;
    const auto beats = anchor < index_ ? index_ - anchor : anchor - index_;
    const auto [least, most] = factor_limits(old_[on].line, std::abs(from_ - place), beats);
    return place + (from_ - place) * std::clamp((to - place) / (from_ - place), least, most);
  }

  const GridBeats& song_;
  std::size_t index_;
  double end_;
  LinedBeats old_;
  AnchorPair anchors_;
  double from_;
  Stretch earlier_, later_;
};

// The beat that the new one at `time` replaces, as a beat of an empty song if there is none.
Beat replaced_beat(const BeatList& beats, double time, double half) {
  const std::size_t nearest = nearest_beat(beats, time);
  if (nearest == beats.size()) return {time, 1, kCertain};
  Beat beat = beats[nearest];
  if (std::abs(beat.time - time) > half && beat.position > 0) {
    const int bar = meter_at(beats, nearest);
    beat.position = beat.time < time    ? beat.position % bar + 1
                    : beat.position > 1 ? beat.position - 1
                                        : bar;
  }
  beat.time = time;
  beat.confidence = kCertain;
  return beat;
}

// Half the distance of beats around a time; `otherwise` for fewer than two.
double half_interval(const BeatList& beats, double time, double otherwise) {
  if (beats.size() < 2) return otherwise;
  const std::size_t i = std::min(nearest_beat(beats, time), beats.size() - 2);
  return (beats[i + 1].time - beats[i].time) / 2.0;
}

}  // namespace

void forget_equal_certainty(Annotation& annotation) {
  const auto certain = [](const Beat& beat) { return beat.confidence >= kCertain; };
  if (annotation.review != Review::kNone || !std::ranges::all_of(annotation.beats, certain)) return;
  for (Beat& beat : annotation.beats) beat.confidence = kUnknownConfidence;
}

bool is_anchor(const GridBeats& song, std::size_t index) {
  require_beat(song, index);
  return song.beats[index].confidence >= kCertain || begins_tempo(song, index);
}

AnchorPair anchors_around(const GridBeats& song, std::size_t index) {
  require_beat(song, index);
  AnchorPair pair;
  for (std::size_t i = index; i-- > 0 && !pair.before;)
    if (is_anchor(song, i)) pair.before = i;
  for (std::size_t i = index + 1; i < song.beats.size() && !pair.after; ++i)
    if (is_anchor(song, i)) pair.after = i;
  return pair;
}

GridBeats drag_anchor(const GridBeats& song, std::size_t index, double time, double end) {
  require_beat(song, index);
  return AnchorDrag(song, index, time, end).result();
}

GridBeats tempo_from(const GridBeats& song, double time, double bpm, double end) {
  if (!(bpm >= kSlowestGrid && bpm <= kFastestGrid)) {
    throw std::invalid_argument(
        fmt::format("{} BPM: expected {} to {}", bpm, kSlowestGrid, kFastestGrid));
  }
  const double period = 60.0 / bpm;
  const double half = half_interval(song.beats, time, period / 2.0);
  const LinedBeats old = on_lines(song.beats, song.grid);
  LinedBeats beats;
  for (const LinedBeat& one : old)
    if (one.beat.time < time - std::min(half, period / 2.0)) beats.push_back(one);
  std::size_t next = beats.size();
  while (next < old.size() && (old[next].beat.time <= time + half || !is_anchor(song, next)))
    ++next;
  const double until = next < old.size() ? old[next].beat.time - period / 2.0 : end;
  if (!std::isfinite(until))
    throw std::invalid_argument("a tempo up to the end of a song of unknown length");
  const int bar =
      song.beats.empty() ? kUsualMeter : meter_at(song.beats, nearest_beat(song.beats, time));
  LinedBeat one = {replaced_beat(song.beats, time, half), GridSegment{.start = time, .bpm = bpm}};
  for (; one.beat.time <= until; one = following(one, bar, 1)) beats.push_back(one);
  beats.insert(beats.end(), old.begin() + static_cast<std::ptrdiff_t>(next), old.end());
  return joined(beats, kind_without_lines(song.grid));
}

GridBeats set_anchor(GridBeats song, std::size_t index, bool on) {
  require_beat(song, index);
  song.beats[index].confidence = on ? kCertain : kUnknownConfidence;
  return song;
}

double tapped_tempo(std::span<const double> taps) {
  if (taps.size() < 2) return 0.0;
  // The slope of the line that fits best.
  const double middle = static_cast<double>(taps.size() - 1) / 2.0;
  double with_index = 0.0, of_index = 0.0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    with_index += x * (taps[i] - taps.front());
    of_index += x * x;
  }
  return with_index > 0.0 ? 60.0 * of_index / with_index : 0.0;
}

}  // namespace tactus
