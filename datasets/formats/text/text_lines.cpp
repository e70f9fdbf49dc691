#include "datasets/formats/text/text_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";
constexpr std::string_view kSeparators = " \t\v\f;,";
constexpr std::string_view kSeparatorsButComma = " \t\v\f;";

// Neither blank, nor a comment, nor the frequencies of an Audacity label. Behind a ';' may be the
// first number of a line with an empty field.
bool is_content(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (text.empty() || text[0] == '#' || text[0] == '%' || text.starts_with("//") ||
      is_frequency_line(text))
    return false;
  return text[0] != ';' || (text.size() > 1 && is_ascii_digit(text[1]));
}

// Returns the bytes of the UTF-8 character at the start of `text`, 0 if there is none (RFC 3629: no
// overlong forms, no surrogates, at most U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : length;
}

}  // namespace

bool is_frequency_line(std::string_view text) {
  return text.starts_with("\\\t") || text.starts_with("\\ ");
}

std::vector<TextLine> content_lines(std::string_view content) {
  std::vector<TextLine> lines;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < content.size(); ++number) {
    std::size_t end = content.find_first_of("\r\n", begin);
    if (end == std::string_view::npos) end = content.size();
    std::string_view text = content.substr(begin, end - begin);
    const std::size_t last = text.find_last_not_of(kBlanks);
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (is_content(text)) lines.push_back({text, number});
    const bool crlf = content.substr(end, 2) == "\r\n";
    begin = end + (crlf ? 2 : 1);
  }
  return lines;
}

std::vector<TextField> split_fields(const TextLine& line, bool decimal_commas) {
  const std::string_view separators = decimal_commas ? kSeparatorsButComma : kSeparators;
  std::vector<TextField> fields;
  std::size_t begin = line.text.find_first_not_of(kSeparators);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.text.find_first_of(separators, begin), line.text.size());
    std::string_view text = line.text.substr(begin, end - begin);
    if (text.ends_with(',')) text.remove_suffix(1);  // "0,5, 1"
    fields.push_back({text, begin + 1});
    begin = line.text.find_first_not_of(kSeparators, end);
  }
  return fields;
}

std::string_view rest_from(const TextLine& line, const TextField& field) {
  return line.text.substr(field.column - 1);
}

std::optional<double> to_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

void fail_at(const FormatInput& input, const TextLine& line, std::size_t column,
             std::string_view what) {
  throw FormatError(input.name, line.number, column, what);
}

void note_at(const FormatInput& input, const TextLine& line, std::string_view what) {
  input.notes->push_back(fmt::format("{}:{}: {}", input.name, line.number, what));
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) {
    throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", seconds));
  }
  return fmt::format("{:.6f}", seconds == 0.0 ? 0.0 : seconds);
}

std::string label_text(std::string_view label) {
  std::string text;
  for (const char c : label) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!blank) text.push_back(c);
    if (blank && !text.empty() && text.back() != ' ') text.push_back(' ');
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string utf8_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    result += length > 0 ? text.substr(i, length) : "\xEF\xBF\xBD";
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

}  // namespace tactus
