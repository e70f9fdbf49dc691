// Suffixes of sound files, for searches in folders. Only the content of a file decides its format.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace tactus {

// ".wav", ".flac", ...: lower case.
std::span<const std::string_view> audio_extensions();
// Upper or lower case.
bool has_audio_extension(const std::filesystem::path& file);
// True for those suffixes that usually mean video; such a file may lie beside its own sound.
bool has_video_extension(const std::filesystem::path& file);

}  // namespace tactus
