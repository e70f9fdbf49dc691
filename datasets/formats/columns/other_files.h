// Files about music that Tactus does not read, so that they can be named.
#pragma once

#include <string_view>

namespace tactus {

struct OtherKind {
  std::string_view name;     // "lyrics (LRC)"; "" for a file of no known kind
  std::string_view endings;  // of its files, with blanks between them
  std::string_view content;  // a line of the file begins so, markup has it anywhere
  std::string_view instead;  // what to do; "" if such files have no beats, chords, keys or sections
};

// The name is in lower case; `content`: the beginning of the file.
OtherKind other_kind(std::string_view file_name, std::string_view content);

}  // namespace tactus
