#include "app/cli/program/one_line.h"

#include <fmt/core.h>

namespace tactus {
namespace {

// The control characters U+0080 to U+009F are two bytes in UTF-8.
bool is_long_control(std::string_view text) {
  return text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
}

// Of those that end a line or change the direction of writing (Unicode TR 9) the number, of others
// 0. All are below U+10000.
unsigned turning_mark(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() > 1 && byte(0) == 0xD8 && byte(1) == 0x9C) return 0x61C;
  if (text.size() < 3 || byte(0) != 0xE2) return 0;
  const unsigned mark = 0x2000u + (byte(1) - 0x80u) * 0x40u + (byte(2) - 0x80u);
  const bool turns = mark == 0x200E || mark == 0x200F || (mark >= 0x2028 && mark <= 0x202E) ||
                     (mark >= 0x2066 && mark <= 0x2069);
  return turns ? mark : 0;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      line += "\\n";
    } else if (byte == '\t') {
      line += "\\t";
    } else if (byte < ' ' || byte == 0x7F) {
      line += fmt::format("\\x{:02x}", byte);
    } else if (is_long_control(text.substr(i))) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    } else if (const unsigned mark = turning_mark(text.substr(i))) {
      line += fmt::format("\\u{:04x}", mark);
      i += mark == 0x61C ? 1 : 2;
    } else {
      line += text[i];
    }
  }
  return line;
}

}  // namespace tactus
