// Internal to audio/file_tags: the text forms in which Serato DJ keeps bytes where a tag has no
// place for objects (github.com/Holzhaus/serato-tags).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tactus {

inline constexpr const char* kSeratoGridName = "Serato BeatGrid";
inline constexpr const char* kSeratoCuesName = "Serato Markers2";
inline constexpr const char* kSeratoOldCuesName = "Serato Markers_";

// Base64 in lines of 72 characters without padding.
std::string base64_lines(std::string_view bytes);
// Without line breaks and padding, and with a character too many, as Serato writes it.
std::string bytes_of_base64(std::string_view text);

// As in FLAC and MP4: base64 in lines, of a media type, the name of the frame and its bytes. One
// character more ends it; Mixxx and Serato drop it.
std::string serato_text(std::string_view bytes, std::string_view name = kSeratoGridName);
// The bytes in such a text; "" for a text of another form.
std::string serato_bytes_in(std::string_view text, std::string_view name = kSeratoGridName);

// Four bytes, the highest first. The second needs them to be there.
std::string big_endian_bytes(std::uint32_t value);
std::uint32_t big_endian_at(std::string_view bytes, std::size_t at);

}  // namespace tactus
