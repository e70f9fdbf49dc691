// Sound files in all containers whose tags Tactus writes and that this machine can encode.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/tag_files.h"

namespace tactus::test {

// The names of the files that could be made in `folder`: each carries a title where its encoder
// writes one.
inline std::vector<std::string> make_sounds(const std::filesystem::path& folder) {
  std::vector<std::string> made;
  const auto add = [&](const char* name, bool good) {
    if (good) made.emplace_back(name);
  };
  const std::string title = id3v2_tag(id3_frame("TIT2", std::string(1, '\0') + "Title"));
  add("song.mp3", write_mp3(folder / "song.mp3", title));
  const auto sound = [&](const char* name, int format, int rate) {
    add(name, write_sound(folder / name, format, rate, 2, tone(rate)));
  };
  sound("song.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100);
  sound("song.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 44100);
  sound("song.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 44100);
  sound("song.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100);
  sound("song.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS, 48000);
  const auto encoded = [&](const char* name, const LibavFormat& format) {
    add(name, write_libav(folder / name, format, 44100, 2, tone()));
  };
  encoded("song.m4a", {.muxer = "ipod", .encoder = "aac"});
  encoded("faststart.m4a", {.muxer = "ipod", .encoder = "aac", .movflags = "faststart"});
  encoded("song.wv", {.muxer = "wv", .encoder = "wavpack"});
  std::error_code fault;
  std::filesystem::copy_file(TACTUS_SOURCE_DIR "/tests/audio/decoders/clicks.mpc",
                             folder / "song.mpc", fault);
  add("song.mpc", !fault);
  return made;
}

}  // namespace tactus::test
