// Text of other programs, whose encoding nobody names.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

bool is_utf8(std::string_view text);
// The text in UTF-8, without a byte order mark. What is no UTF-8 is taken for Windows-1252, which
// older programs for Windows write; its five free codes become "?".
std::string utf8_from_unknown(std::string_view text);

}  // namespace tactus
