// Text for comparisons that do not see the difference between upper and lower case.
#pragma once

#include <string>
#include <string_view>

namespace tactus {

bool is_ascii(std::string_view text);
// The text in lower case, in any script; text that is not UTF-8 as it is.
std::string folded(std::string_view text);

}  // namespace tactus
