// Work with libraries that may crash, in a child process: the program starts itself again
// (Places::file_tag_worker). tactus-decode decodes (audio/child).
#pragma once

#include <optional>

namespace tactus {

// If the arguments are PROGRAM tags-worker -- and what file_tag_worker.h says, writes tags and
// returns the exit status of the process. Returns nothing for other arguments.
std::optional<int> work_as_child(int argc, char** argv);

}  // namespace tactus
