#include "datasets/formats/text/text_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr std::string_view kGaps = " \t\v\f;";
constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kQuoteLimit = 40;  // bytes of a file that a message quotes at most

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
}

std::string quoted(std::string_view text) {
  if (text.size() <= kQuoteLimit) return fmt::format("'{}'", label_text(text));
  return fmt::format("'{}...'", label_text(text.substr(0, kQuoteLimit)));
}

// True if the field is the "12" of "12,5" in a line where TAB or ';' also separate fields.
bool is_cut_at_comma(const TextLine& line, const TextField& field) {
  const std::size_t end = field.column - 1 + field.text.size();
  const std::string_view text = line.text;
  return end + 1 < text.size() && text[end] == ',' && all_digits(text.substr(end + 1, 1)) &&
         field.text.find_first_not_of("+-0123456789") == std::string_view::npos &&
         text.find_first_of("\t;") != std::string_view::npos;
}

std::string_view without_quotes(std::string_view text) {
  const bool quoted = text.size() > 1 && (text[0] == '"' || text[0] == '\'');
  return quoted && text.back() == text[0] ? text.substr(1, text.size() - 2) : text;
}

// "0,5" -> "0.5", "0:02,5" -> "0:02.5"; other text as it is.
std::string with_point(std::string_view text) {
  std::string plain(text);
  const std::size_t comma = plain.find(',');
  if (comma == std::string::npos || comma == 0 || !all_digits(text.substr(comma + 1))) return plain;
  const std::string_view before = text.substr(0, comma);
  if (before.find_first_not_of("+-:0123456789") == std::string_view::npos &&
      all_digits(before.substr(comma - 1)))
    plain[comma] = '.';
  return plain;
}

// "1:02:03.5" and "0:02.5".
std::optional<double> clock_time(const std::string& text) {
  const bool negative = text.starts_with('-');
  double seconds = 0.0;
  int parts = 0;
  for (std::size_t at = negative ? 1 : 0; at <= text.size(); ++parts) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    const std::string part = text.substr(at, end - at);
    const bool last = end == text.size();
    const std::optional<double> value = to_number(part);
    const bool digits = all_digits(last ? part.substr(0, part.find('.')) : part);
    if (!value || !digits || parts > 2 || (parts > 0 && *value >= 60.0)) return std::nullopt;
    seconds = 60.0 * seconds + *value;
    at = end + 1;
  }
  return negative ? -seconds : seconds;
}

// What a comma would be in one line.
struct CommaLine {
  bool found = false;       // a token such as "0,5"
  bool impossible = false;  // for a decimal point
  bool number = false;      // the first token
  double whole = 0.0;       // of the first token as "WHOLE,REST"
  double rest = 0.0;
  bool padded = false;   // the rest has the form "05" or "243"
  double decimal = 0.0;  // the first token as a decimal number
};

CommaLine comma_line(std::string_view text) {
  CommaLine line;
  bool first = true;
  for (std::size_t at = text.find_first_not_of(kGaps); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kGaps, at), text.size());
    std::string_view token = text.substr(at, end - at);
    if (token.size() > 1 && token.back() == ',') token.remove_suffix(1);
    token = without_quotes(token);
    const std::size_t comma = token.find(',');
    const std::optional<double> value = number_of(token);
    if (!value || token.find('.') != std::string_view::npos) {
      line.impossible |= !token.empty() && token[0] >= '0' && token[0] <= '9';
      return line;
    }
    if (comma != std::string_view::npos) {
      line.found = true;
      if (first) {
        line.whole = to_number(token.substr(0, comma)).value_or(0.0);
        line.rest = to_number(token.substr(comma + 1)).value_or(0.0);
        line.padded = token.size() - comma > 2;
      }
    } else if (first) {
      line.whole = *value;
      line.padded = true;  // a line of another form
    }
    if (first) line.decimal = *value;
    line.number = true;
    first = false;
    at = text.find_first_not_of(kGaps, end);
  }
  return line;
}

template <class Key>
bool increases(const std::vector<CommaLine>& lines, Key key) {
  const auto not_later = [&](const CommaLine& a, const CommaLine& b) { return key(a) >= key(b); };
  return std::ranges::adjacent_find(lines, not_later) == lines.end();
}

// Could "WHOLE,REST" be a time and a position, or the start and the end of a segment?
bool could_be_columns(const std::vector<CommaLine>& lines) {
  if (!increases(lines, [](const CommaLine& line) { return line.whole; })) return false;
  constexpr double kMostBeats = 16;
  bool segments = true, beats = false, small = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    segments &= lines[i].rest > lines[i].whole &&
                (i + 1 == lines.size() || lines[i].rest <= lines[i + 1].whole);
    beats |= lines[i].rest == 1.0;
    small &= !lines[i].padded && lines[i].rest <= kMostBeats;
  }
  return segments || (beats && small);
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  text = without_quotes(text);
  const bool milliseconds = text.ends_with("ms");
  if (text.ends_with('s')) text.remove_suffix(milliseconds ? 2 : 1);
  const std::string plain = with_point(text);
  if (plain.find(':') != std::string::npos) return clock_time(plain);
  const std::optional<double> number = to_number(plain);
  return number && milliseconds ? std::optional(*number / 1000.0) : number;
}

double number_field(const FormatInput& input, const TextLine& line, const TextField& field,
                    std::string_view expected) {
  const std::optional<double> value = number_of(field.text);
  if (value && is_cut_at_comma(line, field)) {
    const std::string_view typed = rest_from(line, field);
    fail_at(input, line, field.column,
            fmt::format("{}, expected {} (is the comma meant as a decimal point?)",
                        quoted(typed.substr(0, typed.find_first_of(" \t\v\f;"))), expected));
  }
  if (value && std::isfinite(*value)) return *value;
  fail_at(input, line, field.column, fmt::format("{}, expected {}", quoted(field.text), expected));
}

bool commas_are_points(const std::vector<TextLine>& lines) {
  std::vector<CommaLine> read;
  for (const TextLine& line : lines) {
    const CommaLine comma = comma_line(line.text);
    if (comma.impossible) return false;
    if (comma.number) read.push_back(comma);
  }
  const auto found = [](const CommaLine& line) { return line.found; };
  if (std::ranges::none_of(read, found)) return false;
  const auto decimal = [](const CommaLine& line) { return line.decimal; };
  const bool sorted = increases(read, decimal);
  if (read.size() == 1) return !could_be_columns(read) && read[0].padded;
  return !could_be_columns(read) &&
         (sorted || !increases(read, [](const CommaLine& line) { return line.whole; }));
}

bool names_a_column(std::string_view text) {
  constexpr std::array<std::string_view, 39> kNames = {
      "time",   "times",   "start",    "end",      "onset",      "offset",   "begin",   "label",
      "labels", "chord",   "chords",   "key",      "section",    "segment",  "beat",    "beats",
      "bar",    "measure", "position", "duration", "value",      "index",    "no",      "no.",
      "nr",     "#",       "n",        "id",       "start_time", "end_time", "seconds", "sec",
      "s",      "text",    "endtime",  "downbeat", "zeit",       "beginn",   "ende"};
  std::string name = lower_case(trimmed(without_quotes(text), " \t,;:()[]"));
  for (const char open : {'(', '[', '/'})  // "time (s)", "start/s"
    if (const std::size_t at = name.find(open); at != std::string::npos && at > 0) name.resize(at);
  return name.empty() || std::ranges::find(kNames, name) != kNames.end();
}

namespace {

bool is_dash(std::string_view text) {
  constexpr std::array<std::string_view, 8> kDashes = {"-",   "–", "—",  "->",
                                                       "-->", "→", "to", "bis"};
  return std::ranges::find(kDashes, text) != kDashes.end();
}

// "0:00-0:21" as two fields.
void split_range(std::vector<TextField>& fields, std::size_t at) {
  const TextField field = fields[at];
  for (const std::string_view dash : {"–", "—", "-"}) {
    const std::size_t place = field.text.find(dash, 1);
    if (place == std::string_view::npos || field.text.find(':') == std::string_view::npos) continue;
    const TextField end{field.text.substr(place + dash.size()), field.column + place + dash.size()};
    if (!number_of(field.text.substr(0, place)) || !number_of(end.text)) return;
    fields[at].text = field.text.substr(0, place);
    fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(at) + 1, end);
    return;
  }
}

// People write ranges of time: "0:00 - 0:21 Intro", "0:00-0:21 Intro", "0:00 - Intro".
void take_ranges_apart(std::vector<TextField>& fields) {
  split_range(fields, 0);
  if (fields.size() < 3 || !number_of(fields[0].text) || !is_dash(fields[1].text)) return;
  const bool word = fields[1].text == "to" || fields[1].text == "bis";
  if (!word || number_of(fields[2].text)) fields.erase(fields.begin() + 1);
}

}  // namespace

std::vector<TextRow> text_rows(std::string_view content) {
  const std::vector<TextLine> lines = content_lines(content);
  const bool points = commas_are_points(lines);
  std::vector<TextRow> rows;
  for (const TextLine& line : lines) {
    TextRow row{line, split_fields(line, points)};
    if (row.fields.empty()) continue;
    take_ranges_apart(row.fields);
    for (TextField& field : row.fields) {
      const std::string_view plain = without_quotes(field.text);
      if (number_of(plain)) field.text = plain;
    }
    const bool header = rows.empty() && !number_of(row.fields[0].text) &&
                        std::ranges::all_of(row.fields, names_a_column, &TextField::text);
    if (!header || lines.size() == 1) rows.push_back(std::move(row));
  }
  return rows;
}

std::string label_from(const TextRow& row, std::size_t field) {
  return label_text(without_quotes(rest_from(row.line, row.fields[field])));
}

std::vector<std::string> labels_behind_times(const std::vector<TextRow>& rows) {
  std::vector<std::string> labels;
  for (const TextRow& row : rows)
    labels.push_back(row.fields.size() < 2 ? std::string() : label_from(row, 1));
  return labels;
}

bool is_unnamed_point(std::string_view label) {
  return lower_case(label) == "new point";
}

}  // namespace tactus
