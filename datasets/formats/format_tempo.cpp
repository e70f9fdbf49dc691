// The tempo of a song (.bpm; .tempo, .mirex; MIREX, GTZAN, GiantSteps, madmom).
//
//   file ::= tempo | tempo sep tempo | tempo sep tempo sep strength     one line, beats per minute;
//            comments begin with '#' or '%'
//
// The strength (0 to 1) is that of the first tempo; the second has 1 minus it. Without a strength,
// two tempi share 1 equally. Written: the first two candidates with strengths scaled to a sum of 1;
// one candidate as its tempo only.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/text_lines.h"

namespace tactus {

Annotation parse_tempo(const FormatInput& input) {
  Annotation annotation;
  const std::vector<TextLine> lines = content_lines(input.content);
  if (lines.empty()) return annotation;
  if (lines.size() > 1)
    fail_at(input, lines[1], 1, "a second line, expected one: tempo, tempo and strength");
  const std::vector<TextField> fields = split_fields(lines[0]);
  std::vector<double> numbers;
  for (const TextField& field : fields) {
    numbers.push_back(number_field(input, lines[0], field, "a tempo in beats per minute"));
    if (numbers.back() < 0.0) fail_at(input, lines[0], field.column, "below 0, expected a tempo");
  }
  if (numbers.empty() || numbers.size() > 3) {
    fail_at(input, lines[0], 1,
            fmt::format("{} columns, expected tempo, tempo and strength", numbers.size()));
  }
  if (numbers.size() == 1) {
    annotation.tempi = {{numbers[0], 1.0}};
    return annotation;
  }
  const double strength = numbers.size() == 3 ? numbers[2] : 0.5;
  if (strength > 1.0)
    fail_at(input, lines[0], fields[2].column, "a strength above 1, expected 0 to 1");
  annotation.tempi = {{numbers[0], strength}, {numbers[1], 1.0 - strength}};
  return annotation;
}

std::string serialise_tempo(const Annotation& annotation) {
  const std::vector<TempoCandidate>& tempi = annotation.tempi;
  for (const TempoCandidate& tempo : tempi) {
    if (!std::isfinite(tempo.bpm) || !std::isfinite(tempo.strength))
      throw std::invalid_argument(fmt::format(
          "a tempo of {} with strength {}, expected finite ones", tempo.bpm, tempo.strength));
  }
  if (tempi.empty()) return {};
  if (tempi.size() == 1) return fmt::format("{}\n", tempi[0].bpm);
  const double sum = tempi[0].strength + tempi[1].strength;
  const double share = sum > 0.0 ? tempi[0].strength / sum : 0.5;
  return fmt::format("{}\t{}\t{}\n", tempi[0].bpm, tempi[1].bpm, share);
}

}  // namespace tactus
