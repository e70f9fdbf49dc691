// Remembers the reference of each song between starts (in the user's configuration).
#pragma once

#include <filesystem>

namespace tactus::ui {

// Returns an empty path if unknown. The file may no longer exist.
std::filesystem::path remembered_reference(const std::filesystem::path& audio);
// Keeps the last few hundred songs. An empty reference removes the entry.
void remember_reference(const std::filesystem::path& audio, const std::filesystem::path& reference);

}  // namespace tactus::ui
