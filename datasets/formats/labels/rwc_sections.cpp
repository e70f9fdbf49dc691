#include "datasets/formats/labels/rwc_sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr double kUnitsPerSecond = 100.0;
constexpr double kShortestSong = 600.0;  // in those units
constexpr double kLongSection = 120.0;   // seconds

bool is_whole(double time) {
  return time == std::floor(time);
}

bool are_long(const std::vector<LabelledSegment>& segments) {
  const auto long_ones = std::ranges::count_if(segments, [](const LabelledSegment& segment) {
    return segment.end - segment.start > kLongSection;
  });
  return 2 * static_cast<std::size_t>(long_ones) > segments.size();
}

bool counts_hundredths(const FormatInput& input, const std::vector<LabelledSegment>& segments) {
  const auto whole = [](const LabelledSegment& segment) {
    return is_whole(segment.start) && is_whole(segment.end);
  };
  if (segments.empty() || !std::ranges::all_of(segments, whole)) return false;
  const std::string name = lower_case(std::filesystem::path(input.name).filename().string());
  const bool named = name.ends_with(".chorus.txt") || name.ends_with("_chorus.txt");
  if (named) return segments.back().end >= kShortestSong;
  return input.content.find("\t\"") != std::string_view::npos && are_long(segments);
}

}  // namespace

bool mend_rwc_times(const FormatInput& input, std::vector<LabelledSegment>& segments) {
  if (!counts_hundredths(input, segments)) return false;
  for (LabelledSegment& segment : segments) {
    segment.start /= kUnitsPerSecond;
    segment.end /= kUnitsPerSecond;
  }
  input.notes->push_back(
      fmt::format("{}: the times are read as hundredths of a second, as in RWC", input.name));
  return true;
}

}  // namespace tactus
