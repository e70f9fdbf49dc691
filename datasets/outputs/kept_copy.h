// Copies of files that somebody else made, before Tactus replaces them.
#pragma once

#include <filesystem>

namespace tactus {

// Gives the file a second name beside it that nobody has: NAME.orig, NAME.orig2, ... On file
// systems without second names (hard links) it makes a copy. An equal file that was kept before
// serves again. Returns that path. Throws std::filesystem::filesystem_error.
std::filesystem::path keep_copy(const std::filesystem::path& file);

// Renames a file or a link in the same way. Leaves it where that is impossible.
void set_aside(const std::filesystem::path& file);

}  // namespace tactus
