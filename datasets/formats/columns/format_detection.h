// Detects the format of a file; readers share some of its tests of content.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/formats/interface/format_types.h"

namespace tactus {

// Uses the name of the file if it is sufficient, else its content. Throws FormatError if no format
// matches.
Format detect_format(const std::filesystem::path& path, std::string_view content);

// The format that the name of an output asks for. An ending that several formats have can be a name
// of one: song.json, song.txt.
std::optional<Format> format_of_ending(const std::filesystem::path& path);

// Does text have lines that begin with a time, or a header that names times? Prose and tables about
// songs have not. Text without lines may be an annotation.
bool has_times(std::string_view content);

bool looks_like_chord(std::string_view label);  // N, X, or a note followed by the rest of a chord

}  // namespace tactus
