// The tempo of a song (.bpm; .tempo, .mirex; MIREX, GTZAN, GiantSteps, madmom).
//
//   file ::= tempo | tempo sep tempo | tempo sep tempo sep strength     one line, beats per minute;
//            comments begin with '#' or '%'
//
// The strength (0 to 1) is that of the first tempo; the second has 1 minus it. Without a strength,
// two tempi share 1 equally. The stronger one becomes the first candidate. Written: as MIREX and
// mir_eval.io.load_tempo want it, the two tempi of tapped_tempi (evaluate_tempo.h), the slower
// first, and the strength of the slower. A single candidate is both of them, with strength 1.
#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "datasets/formats/text_rows.h"
#include "model/evaluation/evaluate_tempo.h"

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
  const bool single = numbers.size() == 1 || (numbers[0] == numbers[1] && numbers[0] > 0.0);
  if (single) {
    annotation.tempi = {{numbers[0], 1.0}};
    return annotation;
  }
  const double strength = numbers.size() == 3 ? numbers[2] : 0.5;
  if (strength > 1.0)
    fail_at(input, lines[0], fields[2].column, "a strength above 1, expected 0 to 1");
  annotation.tempi = {{numbers[0], strength}, {numbers[1], 1.0 - strength}};
  if (strength < 0.5) std::swap(annotation.tempi[0], annotation.tempi[1]);
  return annotation;
}

std::string serialise_tempo(const Annotation& annotation) {
  for (const TempoCandidate& tempo : annotation.tempi) {
    if (!std::isfinite(tempo.bpm) || !std::isfinite(tempo.strength))
      throw std::invalid_argument(fmt::format(
          "a tempo of {} with strength {}, expected finite ones", tempo.bpm, tempo.strength));
  }
  std::vector<TempoCandidate> pair = tapped_tempi(annotation.tempi);
  if (pair.empty()) return {};
  if (pair.size() == 1) return fmt::format("{0}\t{0}\t1\n", pair[0].bpm);
  if (pair[1].bpm < pair[0].bpm) std::swap(pair[0], pair[1]);
  const double sum = pair[0].strength + pair[1].strength;
  const double share = sum > 0.0 ? pair[0].strength / sum : 0.5;
  return fmt::format("{}\t{}\t{}\n", pair[0].bpm, pair[1].bpm, share);
}

}  // namespace tactus
