// Key labels as files spell them -> "C:major", "F#:minor", "D:dorian", as Annotation has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// Understands "C", "C:maj", "C:major", "C major", "Am", "A:min", "A minor", "Eb mixolydian", with
// or without "Key" before it, and "N". Other modes are kept as typed ("C:modal"). Nothing for what
// is no key ("Silence").
std::optional<std::string> key_label(std::string_view text);

// "A:minor" -> "Am", "Bb:major" -> "Bb", as song sheets and DJ programs have it; "" for other
// modes.
std::string key_symbol(const std::string& label);

// Segments whose labels are keys, with their labels as key_label gives them; the others are left
// out.
std::vector<LabelledSegment> key_segments(std::vector<LabelledSegment> segments);

}  // namespace tactus
