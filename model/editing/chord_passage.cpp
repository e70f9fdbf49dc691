#include "model/editing/chord_passage.h"

#include <algorithm>
#include <cmath>

#include "model/decoding/beats/beat_summary.h"
#include "model/editing/beat_edits.h"

namespace tactus {
namespace {

double to_half_beat(double coordinate) {
  return std::round(2.0 * coordinate) / 2.0;
}

}  // namespace

ChordPassage copy_passage(std::span<const LabelledSegment> chords, std::span<const Beat> beats,
                          double begin, double end) {
  const double first = to_half_beat(beat_coordinate(beats, begin));
  const double last = to_half_beat(beat_coordinate(beats, end));
  ChordPassage passage{{}, std::max(0.0, last - first)};
  for (const LabelledSegment& chord : chords) {
    const double from = std::max(beat_coordinate(beats, chord.start), first);
    const double to = std::min(beat_coordinate(beats, chord.end), last);
    if (to - from < 0.05) continue;  // a chord that only touches the passage
    passage.items.push_back({from - first, to - first, chord.label});
  }
  return passage;
}

SegmentList paste_passage(SegmentList chords, std::span<const Beat> beats,
                          const ChordPassage& passage, double at, int times, double duration) {
  if (passage.empty()) return chords;
  const double origin = std::round(beat_coordinate(beats, at));
  for (int copy = 0; copy < times; ++copy) {
    const double shift = origin + copy * passage.beats;
    for (const ChordPassage::Item& item : passage.items) {
      const double begin = std::max(0.0, time_at_coordinate(beats, shift + item.begin));
      double end = time_at_coordinate(beats, shift + item.end);
      if (duration > 0) end = std::min(end, duration);
      if (end - begin < kShortestSegment) continue;
      chords = overwrite_segments(std::move(chords), begin, end, item.label);
    }
  }
  return chords;
}

}  // namespace tactus
