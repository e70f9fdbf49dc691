// Files about music that are no annotations, so that they can be named.
#pragma once

#include <string_view>

namespace tactus {

// "lyrics (LRC)"; "" for a file of no known kind. The name is in lower case.
std::string_view other_kind(std::string_view file_name, std::string_view content);

}  // namespace tactus
