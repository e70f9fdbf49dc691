// Files that are either whole or absent: a reader sees the old content or the new, never a part.
// Needs no package; lies in the lowest folder whose code writes files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tactus {

// Writes the pieces one after the other to an unnamed file in the folder of `path`, flushes it to
// disk, and only then names it. A killed program leaves no partial file (on file systems without
// unnamed files it may leave a hidden `.NAME.*.partial`). Creates missing folders. Several writers
// of one file at a time are safe: one of them wins. A replaced file passes its permissions to the
// new one. If `path` is a link, its target is replaced or created, and the link stays. Devices and
// pipes are written directly, neither whole nor absent. Throws std::filesystem::filesystem_error,
// whose what() names path and reason.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> parts);
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace tactus
