// Which format a file has, and the questions about content that readers share with that.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "datasets/formats/format_types.h"

namespace tactus {

// By the file's name where that is telling, else by its content. Throws FormatError when nothing
// fits.
Format detect_format(const std::filesystem::path& path, std::string_view content);

std::string lower_case(std::string_view text);  // ASCII only
bool looks_like_chord(
    std::string_view label);  // N, X, or a note followed by what chords go on with

}  // namespace tactus
