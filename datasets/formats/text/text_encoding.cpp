#include "datasets/formats/text/text_encoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

// The characters 0x80 to 0x9F of Windows-1252; 0 = free.
constexpr char16_t kUpper[] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                               0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                               0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                               0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append(std::string& text, std::uint32_t character) {
  const auto more = [&](int shift) {
    text += static_cast<char>(0x80 | (character >> shift & 0x3F));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0 | character >> 6);
    more(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0 | character >> 12);
    more(6);
    more(0);
  } else {
    text += static_cast<char>(0xF0 | character >> 18);
    more(12);
    more(6);
    more(0);
  }
}

// Of ASCII text, as annotations are for the most part: every second byte is zero, from `first` on.
bool is_wide_text(std::string_view bytes, std::size_t first) {
  constexpr std::size_t kLooked = 64;
  const std::string_view begin = bytes.substr(0, std::min(bytes.size() / 2 * 2, kLooked));
  for (std::size_t i = 0; i < begin.size(); ++i)
    if ((begin[i] == 0) != (i % 2 == first)) return false;
  return begin.size() >= 4;
}

}  // namespace

bool is_utf8(std::string_view text) {
  return utf8_text(text) == text;
}

std::string utf8_from_unknown(std::string_view text) {
  text = without_mark(text);
  if (is_utf8(text)) return std::string(text);
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const char16_t character = byte >= 0x80 && byte < 0xA0 ? kUpper[byte - 0x80] : byte;
    if (byte < 0x80)
      utf8 += c;
    else if (character == 0)
      utf8 += '?';
    else
      append(utf8, character);
  }
  return utf8;
}

std::optional<std::string> utf8_of_utf16(std::string_view bytes) {
  constexpr std::uint32_t kUnknown = 0xFFFD;
  const bool little = bytes.starts_with("\xFF\xFE"), big = bytes.starts_with("\xFE\xFF");
  const bool bare_little = is_wide_text(bytes, 1), bare_big = is_wide_text(bytes, 0);
  if (!little && !big && !bare_little && !bare_big) return std::nullopt;
  const std::size_t low = little || bare_little ? 0 : 1;
  std::string text;
  std::uint32_t high_half = 0;
  for (std::size_t i = little || big ? 2 : 0; i + 1 < bytes.size(); i += 2) {
    const std::uint32_t unit = static_cast<unsigned char>(bytes[i + low]) |
                               static_cast<unsigned char>(bytes[i + 1 - low]) << 8;
    const bool second_half = unit >= 0xDC00 && unit < 0xE000;
    if (high_half != 0 && second_half) {
      append(text, 0x10000 + ((high_half - 0xD800) << 10) + (unit - 0xDC00));
      high_half = 0;
      continue;
    }
    if (high_half != 0) append(text, kUnknown);
    high_half = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (high_half == 0) append(text, second_half ? kUnknown : unit);
  }
  return text;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace tactus
