// Remembers what each song is compared with between starts (in the user's configuration).
#pragma once

#include <filesystem>
#include <vector>

#include "ui/document/comparisons.h"

namespace tactus::ui {

// In the order in which they were added, without annotations. Files may no longer exist. A
// reference that an older Tactus remembered is the first.
std::vector<Comparison> remembered_comparisons(const std::filesystem::path& audio);
// Keeps the last few hundred songs. An empty list removes the song.
void remember_comparisons(const std::filesystem::path& audio,
                          const std::vector<Comparison>& comparisons);

// For display: the name of the file, or the names of the models.
QString comparison_name(const Comparison& comparison);

}  // namespace tactus::ui
