// Files that are either whole or absent: a reader sees the old content or the new, never a part.
// Needs no package, and lies in the lowest folder whose code writes files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tactus {

// Writes the pieces one after the other to an unnamed file in the folder of `path`, flushes it to
// disk, and only then gives it its name. A program killed at any moment leaves no partial file (on
// file systems without unnamed files it may leave a hidden `.NAME.*.partial`). Missing folders are
// made. Several writers of one file at a time are safe: one of them wins. A file that is replaced
// leaves its permissions to the new one. Where `path` is a link, the file that it names is replaced
// or made, and the link stays. Devices and pipes are written straight into, neither whole nor
// absent. Throws std::filesystem::filesystem_error, whose what() names path and reason.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> pieces);
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace tactus
