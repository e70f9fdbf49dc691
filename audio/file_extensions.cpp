#include "audio/file_extensions.h"

#include <algorithm>
#include <array>
#include <string>

#include "audio/text.h"

namespace tactus {
namespace {

std::string lower_extension(const std::filesystem::path& file) {
  return lower_case(file.extension().string());
}

}  // namespace

std::span<const std::string_view> audio_extensions() {
  static constexpr auto kExtensions = std::to_array<std::string_view>(
      {".wav", ".wave", ".bwf",  ".rf64", ".w64",  ".flac", ".ogg", ".oga", ".opus", ".spx", ".mp3",
       ".mp2", ".mp1",  ".mpga", ".aif",  ".aiff", ".aifc", ".au",  ".snd", ".caf",  ".sd2", ".voc",
       ".avr", ".paf",  ".iff",  ".svx",  ".8svx", ".sph",  ".m4a", ".m4b", ".mp4",  ".m4v", ".mov",
       ".aac", ".wma",  ".ape",  ".wv",   ".mpc",  ".tta",  ".mka", ".mkv", ".webm"});
  return kExtensions;
}

bool has_audio_extension(const std::filesystem::path& file) {
  return std::ranges::find(audio_extensions(), lower_extension(file)) != audio_extensions().end();
}

bool has_video_extension(const std::filesystem::path& file) {
  static constexpr auto kVideo =
      std::to_array<std::string_view>({".mp4", ".m4v", ".mov", ".mkv", ".webm"});
  return std::ranges::find(kVideo, lower_extension(file)) != kVideo.end();
}

}  // namespace tactus
