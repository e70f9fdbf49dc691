// The songs that a user names: options of all commands that take many songs. And the formats.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/songs/tag_inputs.h"
#include "datasets/formats/format_types.h"

namespace CLI {
class App;
}

namespace tactus {

struct SongArguments {
  std::vector<std::string> inputs;  // files, folders, playlists
  std::string list;                 // --list: a file of paths, "-" = standard input
  bool null = false;                // -0: the list has a zero byte behind each path
};

// Adds INPUT..., --list and -0.
void add_song_options(CLI::App& command, SongArguments& arguments, const std::string& inputs_help);
// The words of the user and of the list. Throws ArgumentError with the command's name if there is
// none.
std::vector<std::string> song_words(const SongArguments& arguments, const std::string& command);

// Sound from standard input, in a file of its own that goes with the object: decoders read by
// position.
class SoundFromInput {
 public:
  // Reads to the end. Throws InputError if standard input is a terminal, has no byte or cannot be
  // read, or if the file cannot be written; InterruptedError if stopped.
  explicit SoundFromInput(std::stop_token stop);
  ~SoundFromInput();
  SoundFromInput(const SoundFromInput&) = delete;
  SoundFromInput& operator=(const SoundFromInput&) = delete;

  TagInput input() const;

 private:
  std::filesystem::path folder_;
};

// The formats of the names, each once. Throws ArgumentError that begins with `option`, with the
// nearest name, for an unknown one.
std::vector<Format> formats_named(const std::vector<std::string>& names, const std::string& option);

}  // namespace tactus
