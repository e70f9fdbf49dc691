// A program that starts itself again to decode (Places::decoder).
#pragma once

#include <optional>

namespace tactus {

// Decodes where the arguments are those of such a child, PROGRAM decode-worker -- FILE RATE, and
// returns the exit status of the process; nothing where they are others.
std::optional<int> decode_as_child(int argc, char** argv);

}  // namespace tactus
