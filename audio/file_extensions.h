// The names that sound files go by, for whoever searches folders. What a file is, its content says.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace tactus {

// ".wav", ".flac", ...: lower case.
std::span<const std::string_view> audio_extensions();
// In either case of letters.
bool has_audio_extension(const std::filesystem::path& file);
// Those among them that are mostly pictures with sound, and may lie beside their own sound.
bool has_video_extension(const std::filesystem::path& file);

}  // namespace tactus
