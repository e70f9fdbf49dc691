// Opens an audio file, tags it and names it: what `tactus tag`, the window and libtactus do with a
// song.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/tagging/sound_tagger.h"

namespace tactus {

// How audio files are decoded (open_audio.h).
struct FileAccess {
  std::vector<std::string> decoder;
  double stall_seconds = 60.0;
};

// Gets the seconds read so far, after each block; `total` is the length that the file claims, 0 =
// unknown.
using FileReadObserver = std::function<void(double seconds, double total)>;

// Throws what open_audio and SoundTagger::tag throw. `progress` and `read` may be empty.
TagResult tag_file(SoundTagger& tagger, const std::filesystem::path& audio,
                   const FileAccess& access, std::stop_token stop = {},
                   const TagProgress& progress = {}, const FileReadObserver& read = {});
// The same of sound that is open; `name` stands for its file.
TagResult tag_source(SoundTagger& tagger, AudioSource& source, const std::filesystem::path& name,
                     std::stop_token stop, const TagProgress& progress,
                     const FileReadObserver& read);

}  // namespace tactus
