// Edits of chords, keys and sections by a user; the segments are sorted and do not overlap.
// Functions take lists by value and return the changed list. Segments that a user names or places
// get the confidence kCertain of beat_edits.h. Indices out of range throw std::invalid_argument.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr double kShortestSegment = 0.02;  // seconds; no edit makes a segment shorter

using SegmentList = std::vector<LabelledSegment>;

// The segment that covers a time; size() if there is none.
std::size_t segment_at(std::span<const LabelledSegment> segments, double time);

// Does nothing if a part would be shorter than kShortestSegment.
SegmentList split_segment(SegmentList segments, double time);
// Segments [first, last) become one with the label of the longest of them.
SegmentList merge_segments(SegmentList segments, std::size_t first, std::size_t last);
// Its time goes to the segment before it, else to the one after it.
SegmentList delete_segment(SegmentList segments, std::size_t index);
SegmentList relabel_segment(SegmentList segments, std::size_t index, const std::string& label);
// Moves the boundary before segment `index` (size(): the end of the last). If two segments touch,
// both change. It stays between the neighbouring boundaries and within [0, duration] (duration 0 =
// unknown).
SegmentList move_boundary(SegmentList segments, std::size_t index, double time, double duration);
// Cuts the existing segments to make room.
SegmentList overwrite_segments(SegmentList segments, double begin, double end,
                               const std::string& label);
// Begins a segment at a time. It lasts to the end of the segment that covered the time, else to the
// start of the next, else to `duration` (0 = unknown: does nothing). If a segment begins within
// kShortestSegment of the time, only its name changes.
SegmentList begin_segment(SegmentList segments, double time, double duration,
                          const std::string& label);

}  // namespace tactus
