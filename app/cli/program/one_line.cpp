#include "app/cli/program/one_line.h"

#include <fmt/core.h>

namespace tactus {
namespace {

// The control characters U+0080 to U+009F are two bytes in UTF-8.
bool is_long_control(std::string_view text) {
  return text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
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
    } else {
      line += text[i];
    }
  }
  return line;
}

}  // namespace tactus
