// Text of other programs, whose encoding nobody names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus {

// What notes say of text that utf8_from_unknown decodes as Windows-1252, behind "FILE: ".
inline constexpr std::string_view kReadAsWindows1252 =
    "text that is not UTF-8, read as Windows-1252";

bool is_utf8(std::string_view text);
// The text in UTF-8, without a byte order mark. What is no UTF-8 is taken for Windows-1252, which
// older programs for Windows write; its five free codes become "?".
std::string utf8_from_unknown(std::string_view text);

// UTF-16 as UTF-8; nothing for other text. UTF-16 has a byte order mark, or every second byte of
// its beginning is zero. What is no character becomes U+FFFD.
std::optional<std::string> utf8_of_utf16(std::string_view bytes);

// Without the byte order mark of UTF-8.
std::string_view without_mark(std::string_view text);

}  // namespace tactus
