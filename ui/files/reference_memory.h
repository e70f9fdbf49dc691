// Which reference belongs to which song, from one start to the next (in the user's configuration).
#pragma once

#include <filesystem>

namespace tactus::ui {

// Empty where none is known. It need not be there any longer.
std::filesystem::path remembered_reference(const std::filesystem::path& audio);
// The last few hundred songs are kept. An empty reference forgets the song's.
void remember_reference(const std::filesystem::path& audio, const std::filesystem::path& reference);

}  // namespace tactus::ui
