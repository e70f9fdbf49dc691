// Replacing a file as a whole: a reader sees the old content or the new, never a part.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace tactus {

// Writes the pieces one after the other to a temporary beside `path`, flushes it to disk and
// renames it. Throws std::system_error (what() names the path) and removes the temporary when
// anything fails.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> pieces);

}  // namespace tactus
