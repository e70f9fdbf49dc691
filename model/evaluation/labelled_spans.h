// Makes labelled spans of time comparable: cut and padded to a common span, merged at all
// boundaries.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Throws std::invalid_argument with the segment unless all are finite, not negative, of positive
// length and sorted by their start.
void validate_segments(std::span<const LabelledSegment> segments, const char* side);

// Segments of [start, end]: segments outside are dropped, segments across an end are cut, and
// missing time at the ends gets the labels `before` and `after`. An empty list becomes one segment
// `before`.
std::vector<LabelledSegment> adjusted(std::span<const LabelledSegment> segments, double start,
                                      double end, const std::string& before,
                                      const std::string& after);
double latest_end(std::span<const LabelledSegment> segments);  // of a non-empty list

// The span between two neighbouring boundaries of either list, and the last segment of each list
// that starts before the span ends.
struct MergedSpan {
  double start = 0.0;
  double end = 0.0;
  std::size_t reference = 0;  // index
  std::size_t estimate = 0;   // index
};
std::vector<MergedSpan> merged_spans(std::span<const LabelledSegment> reference,
                                     std::span<const LabelledSegment> estimate);

}  // namespace tactus
