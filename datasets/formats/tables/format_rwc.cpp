// Beats of the RWC Music Database by AIST (RM-P001.BEAT.TXT).
//
//   file ::= { start TAB end TAB code EOL }     start, end in 1/100 s, equal;
//                                               code 384 = first beat of a bar,
//                                               48 * k = beat k after it (k >= 1)
//
// Written in the same way: times move by at most 5 ms; a beat of unknown position has the code 0.
#include <fmt/core.h>

#include <cmath>

#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
namespace {

constexpr double kUnitsPerSecond = 100.0;
constexpr int kDownbeatCode = 384;
constexpr int kBeatCode = 48;

int position_of(const FormatInput& input, const TextLine& line, const TextField& field) {
  const double code = number_field(input, line, field, "a beat code: 384 or a multiple of 48");
  if (code == kDownbeatCode) return 1;
  const double beat = code / kBeatCode;
  if (beat == std::floor(beat) && beat >= 0.0 && beat < kLargestPosition)
    return beat == 0.0 ? 0 : static_cast<int>(beat) + 1;
  fail_at(input, line, field.column,
          fmt::format("code {}, expected 384 or a multiple of 48", field.text.substr(0, 40)));
}

// 384 is the code of a downbeat, so a ninth beat has no code.
int code_of(const Beat& beat) {
  if (beat.position == 1) return kDownbeatCode;
  const int code = beat.position > 1 ? kBeatCode * (beat.position - 1) : 0;
  return code == kDownbeatCode ? 0 : code;
}

}  // namespace

Annotation parse_rwc(const FormatInput& input) {
  Annotation annotation;
  for (const TextLine& line : content_lines(input.content)) {
    const std::vector<TextField> fields = split_fields(line);
    if (fields.size() < 3) fail_at(input, line, 1, "too few columns, expected start, end and code");
    const double time = number_field(input, line, fields[0], "a time in 1/100 s") / kUnitsPerSecond;
    annotation.beats.push_back({time, position_of(input, line, fields[2])});
  }
  order_beats(input, annotation.beats);
  return annotation;
}

std::string serialise_rwc(const Annotation& annotation) {
  std::string text;
  for (const Beat& beat : annotation.beats) {
    if (!std::isfinite(beat.time))
      throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", beat.time));
    const long long units = std::llround(beat.time * kUnitsPerSecond);
    text += fmt::format("{}\t{}\t{}\n", units, units, code_of(beat));
  }
  return text;
}

}  // namespace tactus
