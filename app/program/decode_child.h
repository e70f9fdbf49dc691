// Decoding of audio in a child process: the program starts itself again (Places::decoder).
#pragma once

#include <optional>

namespace tactus {

// If the arguments are PROGRAM decode-worker -- FILE RATE, decodes the file and returns the exit
// status of the process. Returns nothing for other arguments.
std::optional<int> decode_as_child(int argc, char** argv);

}  // namespace tactus
