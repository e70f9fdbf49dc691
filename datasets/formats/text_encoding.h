// Texts of older programs as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

bool is_utf8(std::string_view text);
// From Windows-1252, the superset of Latin-1 that programs write.
std::string utf8_of_latin1(std::string_view text);

bool is_utf16(std::string_view text);  // begins with its byte order mark
// Without the byte order mark; U+FFFD for half a pair.
std::string utf8_of_utf16(std::string_view text);

}  // namespace tactus
