// Edits of chords, keys and sections as people make them, the segments sorted and not overlapping.
// Lists come in by value and go out changed. What a person has named or placed gets the confidence
// kCertain of beat_edits.h. Indices out of range are std::invalid_argument.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr double kShortestSegment = 0.02;  // seconds; edits make none shorter

using SegmentList = std::vector<LabelledSegment>;

// The segment that holds at a time, size() where there is none.
std::size_t segment_at(std::span<const LabelledSegment> segments, double time);

// Nothing happens where a part would be shorter than kShortestSegment.
SegmentList split_segment(SegmentList segments, double time);
// Segments [first, last) become one with the label of the longest of them.
SegmentList merge_segments(SegmentList segments, std::size_t first, std::size_t last);
// Its time goes to the segment before it, else to the one after it.
SegmentList delete_segment(SegmentList segments, std::size_t index);
SegmentList relabel_segment(SegmentList segments, std::size_t index, const std::string& label);
// The boundary before segment `index` (size(): the end of the last). Where two segments touch both
// move. It stays between the neighbouring boundaries and within [0, duration] (duration 0 =
// unknown).
SegmentList move_boundary(SegmentList segments, std::size_t index, double time, double duration);
// What was there before is cut to make room.
SegmentList overwrite_segments(SegmentList segments, double begin, double end,
                               const std::string& label);
// A segment begins: it lasts to the end of the one that held there, else to where the next begins,
// else to `duration` (0 = unknown: nothing happens). One that began within kShortestSegment of the
// time is named anew instead.
SegmentList begin_segment(SegmentList segments, double time, double duration,
                          const std::string& label);

}  // namespace tactus
