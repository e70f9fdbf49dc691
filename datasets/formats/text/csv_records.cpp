#include "datasets/formats/text/csv_records.h"

#include <algorithm>

#include "audio/text.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
namespace {

constexpr std::string_view kPadding = " \t";

// The separator of a text whose commas are decimal points.
char separator_beside_commas(std::string_view line) {
  if (line.find(';') != std::string_view::npos) return ';';
  return line.find('\t') != std::string_view::npos ? '\t' : ' ';
}

char separator_of(std::string_view content) {
  constexpr std::size_t kLooked = 65536;
  std::string_view begin = content.substr(0, kLooked);
  if (begin.size() < content.size()) begin = begin.substr(0, begin.rfind('\n'));
  const std::vector<TextLine> lines = content_lines(begin);
  if (lines.empty()) return ',';
  if (commas_are_points(lines)) return separator_beside_commas(lines.back().text);
  const std::string_view line = lines.front().text;
  char best = ',';
  for (const char candidate : {';', '\t'}) {
    if (std::count(line.begin(), line.end(), candidate) >
        std::count(line.begin(), line.end(), best)) {
      best = candidate;
    }
  }
  return best;
}

// Spreadsheets compute a cell that begins like this; behind an apostrophe they show it as text.
constexpr char kGuard = '\'';
constexpr std::string_view kFormulaStarts = "=+-@\t\r";

bool is_formula(std::string_view text) {
  return text.size() > 1 && kFormulaStarts.find(text[0]) != std::string_view::npos &&
         text.find_first_not_of("+-0123456789.") != std::string_view::npos;
}

bool is_guarded(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kGuard);
  return first != std::string_view::npos && first > 0 && is_formula(text.substr(first));
}

std::string without_guard(std::string text) {
  if (is_guarded(text)) text.erase(0, 1);
  return text;
}

bool is_comment(std::string_view start) {
  return start[0] == '#' || start[0] == '%' || start == "//" || is_frequency_line(start);
}

class CsvParser {
 public:
  explicit CsvParser(const FormatInput& input) : input_(input), text_(input.content) {}

  CsvTable run() {
    CsvTable table;
    table.separator = separator_of(text_);
    while (place_ < text_.size()) {
      const std::string_view start = text_.substr(place_, 2);
      const bool header = table.records.empty() && start == std::string{'#', table.separator};
      if (!header && is_comment(start)) {
        place_ = std::min(text_.find_first_of("\r\n", place_), text_.size());
      } else {
        CsvRecord record = parse_record(table.separator);
        const auto filled = [](const CsvField& field) { return !field.text.empty(); };
        if (std::any_of(record.fields.begin(), record.fields.end(), filled)) {
          table.records.push_back(std::move(record));
        }
      }
      end_line();
    }
    return table;
  }

 private:
  CsvRecord parse_record(char separator) {
    CsvRecord record{{{}, line_}, {}};
    while (true) {
      record.fields.push_back(parse_field(separator));
      if (place_ >= text_.size() || text_[place_] != separator) return record;
      ++place_;
    }
  }

  CsvField parse_field(char separator) {
    while (place_ < text_.size() && text_[place_] == ' ') ++place_;
    const std::size_t column = place_ - line_start_ + 1;
    if (place_ < text_.size() && text_[place_] == '"')
      return {without_guard(parse_quoted(column)), column};
    const char ends[] = {separator, '\r', '\n'};
    const std::size_t end =
        std::min(text_.find_first_of(std::string_view(ends, 3), place_), text_.size());
    const std::string_view field = text_.substr(place_, end - place_);
    place_ = end;
    return {without_guard(std::string(trimmed(field, kPadding))), column};
  }

  std::string parse_quoted(std::size_t column) {
    const std::size_t first_line = line_;
    std::string text;
    for (++place_; place_ < text_.size(); ++place_) {
      if (text_[place_] == '"' && (place_ + 1 == text_.size() || text_[place_ + 1] != '"')) {
        ++place_;
        return text;
      }
      if (text_[place_] == '"') ++place_;
      if (text_[place_] == '\n') {
        ++line_;
        line_start_ = place_ + 1;
      }
      text.push_back(text_[place_]);
    }
    throw FormatError(input_.name, first_line, column, "an unterminated quote, expected '\"'");
  }

  // Skips the rest of the line (after a quoted field) and its end.
  void end_line() {
    place_ = std::min(text_.find_first_of("\r\n", place_), text_.size());
    if (text_.substr(place_, 2) == "\r\n") ++place_;
    if (place_ < text_.size()) ++place_;
    ++line_;
    line_start_ = place_;
  }

  const FormatInput& input_;
  std::string_view text_;
  std::size_t place_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace

CsvTable parse_csv_table(const FormatInput& input) {
  return CsvParser(input).run();
}

std::string csv_text(std::string_view typed) {
  std::string text = utf8_text(typed);
  if (is_formula(text) || is_guarded(text)) text.insert(0, 1, kGuard);
  const bool blank_edge = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (text.find_first_of(",;\"\t\r\n#") == std::string_view::npos && !blank_edge) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace tactus
