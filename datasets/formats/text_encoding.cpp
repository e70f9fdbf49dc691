#include "datasets/formats/text_encoding.h"

#include <array>
#include <cstdint>

#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

// The characters 0x80 to 0x9F of Windows-1252; unused ones are the control characters of Latin-1.
constexpr std::array<std::uint16_t, 32> kWindows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
constexpr std::uint32_t kUnknown = 0xFFFD;

void append(std::string& text, std::uint32_t character) {
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80 | (character >> shift & 0x3F));
  };
  if (character < 0x80) return static_cast<void>(text += static_cast<char>(character));
  if (character < 0x800) {
    text += static_cast<char>(0xC0 | character >> 6);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | character >> 12);
    tail(6);
  } else {
    text += static_cast<char>(0xF0 | character >> 18);
    tail(12);
    tail(6);
  }
  tail(0);
}

}  // namespace

bool is_utf8(std::string_view text) {
  return utf8_text(text) == text;
}

std::string utf8_of_latin1(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append(result, byte >= 0x80 && byte < 0xA0 ? kWindows.at(byte - 0x80u) : byte);
  }
  return result;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

std::string utf8_of_utf16(std::string_view text) {
  const std::size_t low = text.starts_with("\xFF\xFE") ? 0 : 1;
  const auto unit = [&](std::size_t i) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    return static_cast<std::uint32_t>(byte(i + low) | byte(i + 1 - low) << 8);
  };
  std::string result;
  for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
    std::uint32_t character = unit(i);
    const bool pair = character >= 0xD800 && character < 0xDC00 && i + 3 < text.size() &&
                      unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000;
    if (pair) character = 0x10000 + ((character - 0xD800) << 10) + (unit(i += 2) - 0xDC00);
    append(result, character >= 0xD800 && character < 0xE000 ? kUnknown : character);
  }
  return result;
}

}  // namespace tactus
