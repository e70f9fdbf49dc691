// The tempo of a song (.bpm; .tempo, .mirex; MIREX, GTZAN, GiantSteps, madmom).
//
//   file ::= tempo [sep strength] | tempo sep tempo [sep strength]     one line, beats per minute;
//            comments begin with '#' or '%'; "128,5" has a decimal comma, a 0 beside other numbers
//            is no tempo (both noted); "BPM" may stand behind a number
//
// The strength (0 to 1) is that of the first tempo; the second has 1 minus it. Without a strength,
// two tempi share 1 equally. The stronger one becomes the first candidate. Written: as MIREX and
// mir_eval.io.load_tempo want it, the two tempi of tapped_tempi (evaluate_tempo.h), the slower
// first, and the strength of the slower. A single candidate is both of them, with strength 1.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "audio/text.h"
#include "datasets/formats/text/text_rows.h"
#include "model/evaluation/evaluate_tempo.h"

namespace tactus {

namespace {

constexpr double kSlowest = 1.0, kFastest = 10'000.0;  // beats per minute

// "128,5": behind a comma alone stands a fraction, unless it can be a tempo of three digits. "128,5
// 64,3": other separators leave the commas to the numbers.
bool are_points(const TextLine& line) {
  const std::vector<TextField> parts = split_fields(line, true);
  const auto comma_inside = [](const TextField& part) {
    const std::size_t comma = part.text.find(',');
    return comma != std::string_view::npos && comma + 1 < part.text.size();
  };
  if (line.text.find('.') != std::string_view::npos || !comma_inside(parts[0])) return false;
  if (parts.size() > 1) return std::ranges::all_of(parts, comma_inside);
  const std::string_view rest = parts[0].text.substr(parts[0].text.find(',') + 1);
  return rest.find(',') == std::string_view::npos && (rest.size() < 3 || rest[0] > '3');
}

// Tempi, and behind them a weight from 0 to 1.
std::vector<double> numbers_of(const FormatInput& input, const TextLine& line) {
  const bool points = are_points(line);
  std::vector<double> numbers;
  const std::vector<TextField> fields = split_fields(line, points);
  for (TextField field : fields) {
    if (!numbers.empty() && lower_case(field.text) == "bpm") continue;
    if (lower_case(field.text).ends_with("bpm")) field.text.remove_suffix(3);
    const auto typed = points ? number_of(field.text) : std::nullopt;
    const double number =
        typed ? *typed : number_field(input, line, field, "a tempo in beats per minute");
    const bool weight = !numbers.empty() && number >= 0.0 && number <= 1.0;
    const bool unknown = number == 0.0 && fields.size() > 1;
    if (!weight && !unknown && (number < kSlowest || number > kFastest))
      fail_at(input, line, field.column,
              fmt::format("{}, expected a tempo from {} to {}", field.text, kSlowest, kFastest));
    if (numbers.size() == 2 && !weight)
      fail_at(input, line, field.column, "a strength above 1, expected 0 to 1");
    numbers.push_back(number);
  }
  if (numbers.size() == 1 && numbers[0] == 0.0)
    fail_at(input, line, 1, "0, expected a tempo in beats per minute");
  if (points) note_at(input, line, "the commas are read as decimal points");
  return numbers;
}

}  // namespace

Annotation parse_tempo(const FormatInput& input) {
  Annotation annotation;
  const std::vector<TextLine> lines = content_lines(input.content);
  if (lines.empty()) return annotation;
  if (lines.size() > 1)
    fail_at(input, lines[1], 1, "a second line, expected one: tempo, tempo and strength");
  const std::vector<double> numbers = numbers_of(input, lines[0]);
  if (numbers.empty() || numbers.size() > 3) {
    fail_at(input, lines[0], 1,
            fmt::format("{} columns, expected tempo, tempo and strength", numbers.size()));
  }
  if (numbers.size() > 1 && (numbers[0] == 0.0 || (numbers.size() == 3 && numbers[1] == 0.0))) {
    const double known = std::max(numbers[0], numbers[1] <= 1.0 ? 0.0 : numbers[1]);
    note_at(input, lines[0], "a tempo of 0 is none");
    if (known > 0.0) annotation.tempi = {{known, 1.0}};
    return annotation;
  }
  const bool single = numbers.size() == 1 || numbers[0] == numbers[1];
  const bool weighted = numbers.size() == 2 && numbers[1] <= 1.0;
  if (single || weighted) {
    annotation.tempi = {{numbers[0], weighted ? numbers[1] : 1.0}};
    return annotation;
  }
  const double strength = numbers.size() == 3 ? numbers[2] : 0.5;
  if (numbers[1] < kSlowest)
    fail_at(input, lines[0], 1, "two strengths, expected tempo, tempo and strength");
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
