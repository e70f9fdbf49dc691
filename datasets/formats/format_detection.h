// What detect_format (format.h) goes by, and the questions about content that readers share with
// it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tactus {

std::string lower_case(std::string_view text);  // ASCII only
bool looks_like_chord(
    std::string_view label);  // N, X, or a note followed by what chords go on with

}  // namespace tactus
