#include "model/evaluation/labelled_spans.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

std::string described(const LabelledSegment& segment, const char* side, std::size_t index) {
  return fmt::format("{} segment {} ({} to {} s, '{}')", side, index + 1, segment.start,
                     segment.end, segment.label);
}

}  // namespace

void validate_segments(std::span<const LabelledSegment> segments, const char* side) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const LabelledSegment& segment = segments[i];
    const char* fault = nullptr;
    if (!std::isfinite(segment.start) || !std::isfinite(segment.end))
      fault = "a time is not finite";
    if (segment.start < 0.0) fault = "it starts before 0";
    if (segment.end <= segment.start) fault = "it has no length";
    if (i > 0 && segment.start < segments[i - 1].start) fault = "it starts before the one above it";
    if (fault != nullptr) {
      throw std::invalid_argument(fmt::format("{}: {}", described(segment, side, i), fault));
    }
  }
}

double latest_end(std::span<const LabelledSegment> segments) {
  return std::max_element(segments.begin(), segments.end(),
                          [](const auto& a, const auto& b) { return a.end < b.end; })
      ->end;
}

std::vector<LabelledSegment> adjusted(std::span<const LabelledSegment> segments, double start,
                                      double end, const std::string& before,
                                      const std::string& after) {
  std::vector<LabelledSegment> result;
  for (LabelledSegment segment : segments) {
    segment.start = std::max(segment.start, start);
    segment.end = std::min(segment.end, end);
    if (segment.end > segment.start) result.push_back(std::move(segment));
  }
  if (result.empty()) return {{start, end, before}};
  if (const double first = result.front().start; first > start) {
    result.insert(result.begin(), {start, first, before});
  }
  if (const double last = latest_end(result); last < end) result.push_back({last, end, after});
  return result;
}

std::vector<MergedSpan> merged_spans(std::span<const LabelledSegment> reference,
                                     std::span<const LabelledSegment> estimate) {
  std::vector<double> boundaries;
  for (const auto& segments : {reference, estimate}) {
    for (const LabelledSegment& segment : segments) {
      boundaries.push_back(segment.start);
      boundaries.push_back(segment.end);
    }
  }
  std::sort(boundaries.begin(), boundaries.end());
  boundaries.erase(std::unique(boundaries.begin(), boundaries.end()), boundaries.end());
  std::vector<MergedSpan> spans;
  MergedSpan span;
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    span.start = boundaries[i];
    span.end = boundaries[i + 1];
    while (span.reference + 1 < reference.size() &&
           reference[span.reference + 1].start <= span.start) {
      ++span.reference;
    }
    while (span.estimate + 1 < estimate.size() && estimate[span.estimate + 1].start <= span.start) {
      ++span.estimate;
    }
    spans.push_back(span);
  }
  return spans;
}

}  // namespace tactus
