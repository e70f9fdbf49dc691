// Files that are either whole or absent.
#pragma once

#include <filesystem>
#include <string_view>

namespace tactus {

// Writes to a temporary in the same folder, flushes file and folder to disk, renames over `path`.
// Missing folders are made. Throws std::filesystem::filesystem_error (with path and reason); the
// temporary is removed.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace tactus
