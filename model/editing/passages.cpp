#include "model/editing/passages.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include "model/editing/grid_edits.h"

namespace tactus {
namespace {

constexpr double kSameBeat = 0.02;   // seconds
constexpr double kSameTempo = 0.02;  // relative
constexpr double kClosest = 0.6;     // of the interval before: a nearer beat is the same one

// Where the passages join.
double common_beat(const std::vector<Beat>& before, const std::vector<Beat>& after, double from,
                   double to) {
  const double middle = (from + to) / 2.0;
  double best = middle, distance = (to - from) / 2.0;
  for (const Beat& beat : before) {
    if (std::abs(beat.time - middle) >= distance) continue;
    const auto same = [&](const Beat& other) {
      return std::abs(other.time - beat.time) <= kSameBeat && other.position == beat.position;
    };
    const auto other = std::ranges::find_if(after, same);
    if (other == after.end()) continue;
    best = std::min(beat.time, other->time);
    distance = std::abs(beat.time - middle);
  }
  return best;
}

GridBeats joined_beats(Annotation& before, Annotation& after, double at) {
  constexpr double kEdge = 1e-6;  // seconds
  GridBeats first{std::move(before.beats), std::move(before.grid)};
  GridBeats second{std::move(after.beats), std::move(after.grid)};
  std::erase_if(first.beats, [&](const Beat& beat) { return beat.time >= at - kEdge; });
  double earliest = at - kEdge;
  if (const std::size_t n = first.beats.size(); n > 1) {
    const double last = first.beats[n - 1].time;
    earliest = std::max(earliest, last + kClosest * (last - first.beats[n - 2].time));
  }
  std::erase_if(second.beats, [&](const Beat& beat) { return beat.time < earliest; });
  return join_grids(std::move(first), second);
}

void join_segments(std::vector<LabelledSegment>& before, std::vector<LabelledSegment> after,
                   double at) {
  std::erase_if(before, [&](const LabelledSegment& segment) { return segment.start >= at; });
  if (!before.empty()) before.back().end = std::min(before.back().end, at);
  std::erase_if(after, [&](const LabelledSegment& segment) { return segment.end <= at; });
  if (after.empty()) return;
  after.front().start = std::max(after.front().start, at);
  auto next = after.begin();
  if (!before.empty() && before.back().label == next->label && before.back().end == next->start) {
    LabelledSegment& last = before.back();
    const double own = last.end - last.start, more = next->end - next->start;
    if (last.confidence >= 0 && next->confidence >= 0)
      last.confidence = (own * last.confidence + more * next->confidence) / (own + more);
    last.end = next->end;
    ++next;
  }
  before.insert(before.end(), std::make_move_iterator(next), std::make_move_iterator(after.end()));
}

void join_tempi(std::vector<TempoCandidate>& before, const std::vector<TempoCandidate>& after,
                double share) {
  const std::size_t most = std::max(before.size(), after.size());
  for (TempoCandidate& tempo : before) tempo.strength *= 1.0 - share;
  for (const TempoCandidate& tempo : after) {
    const auto same = std::ranges::find_if(before, [&](const TempoCandidate& other) {
      return std::abs(other.bpm - tempo.bpm) <= kSameTempo * tempo.bpm;
    });
    if (same == before.end()) {
      before.push_back({tempo.bpm, tempo.strength * share});
    } else {
      same->strength += tempo.strength * share;
    }
  }
  std::ranges::stable_sort(before, std::greater(), &TempoCandidate::strength);
  if (before.size() > most) before.resize(most);
}

}  // namespace

void shift_times(Annotation& annotation, double seconds) {
  for (Beat& beat : annotation.beats) beat.time += seconds;
  for (Reading& reading : annotation.readings) reading.first_downbeat += seconds;
  for (GridSegment& segment : annotation.grid.segments) {
    segment.start += seconds;
    if (segment.meter > 0) segment.first_downbeat += seconds;
  }
  for (const SegmentLayerInfo& layer : segment_layers()) {
    for (LabelledSegment& segment : annotation.*layer.member) {
      segment.start += seconds;
      segment.end += seconds;
    }
  }
  for (UserLane& lane : annotation.lanes)
    for (UserItem& item : lane.items) item.time += seconds;
  for (LabelledSegment& note : annotation.notes) {
    note.start += seconds;
    note.end += seconds;
  }
  for (Cue& cue : annotation.cues) {
    cue.start += seconds;
    cue.end += seconds;
  }
  annotation.duration += seconds;
}

Annotation join_passages(Annotation before, Annotation after, double from, double to) {
  const double at = common_beat(before.beats, after.beats, from, to);
  GridBeats beats = joined_beats(before, after, at);
  before.beats = std::move(beats.beats);
  before.grid = std::move(beats.grid);
  for (const SegmentLayerInfo& layer : segment_layers())
    join_segments(before.*layer.member, std::move(after.*layer.member), at);
  join_tempi(before.tempi, after.tempi, (after.duration - at) / after.duration);
  before.swing = before.swing > 0.0 && after.swing > 0.0 ? (before.swing + after.swing) / 2.0 : 0.0;
  before.readings.clear();
  before.duration = after.duration;
  return before;
}

}  // namespace tactus
