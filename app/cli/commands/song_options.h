// The songs that a user names: options of all commands that take many songs. And the formats.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/option_rows.h"
#include "app/engine/songs/tag_inputs.h"
#include "datasets/formats/interface/format_types.h"
#include "features/files/descriptor.h"

namespace tactus {

struct SongArguments {
  std::vector<std::string> inputs;  // files, folders, playlists
  std::string list;                 // --list: a file of paths, "-" = standard input
  bool null = false;                // -0: the list has a zero byte behind each path
};

// INPUT..., --list and -0.
OptionRows song_options(SongArguments& arguments, const std::string& inputs_help,
                        OptionTraits traits = {});
// The words of the user and of the list. Throws ArgumentError with the command's name if there is
// none.
std::vector<std::string> song_words(const SongArguments& arguments, const std::string& command);

// The songs of the words (collect_inputs). Warns of files that are spelled otherwise than the
// words.
std::vector<TagInput> song_inputs(const std::vector<std::string>& words,
                                  CueSheets sheets = CueSheets::kRefuse);

// Gives `take` the bytes of standard input, block by block, until the end or until it returns
// false. Throws InputError if they cannot be read, InterruptedError if stopped.
void read_standard_input(const std::stop_token& stop,
                         const std::function<bool(std::string_view block)>& take);

// The open input that a word names: "-", "/dev/stdin", or a pipe or file that a shell has
// opened, as "<(...)" does ("/dev/fd/63"). Nothing for other words.
std::optional<int> input_of_word(const std::string& word);

// Sound from such an input, in a file of its own: decoders read by position. The file has no name,
// so it goes with the object and with the process, however that ends.
class SoundFromInput {
 public:
  // Reads to the end. Throws InputError if the input is a terminal, has no byte or cannot be read,
  // or if the file cannot be written; InterruptedError if stopped. `word`: one that names an input.
  SoundFromInput(const std::string& word, const std::stop_token& stop);

  // Valid while this object lives.
  TagInput input() const;

 private:
  std::string name_;  // for messages
  Descriptor file_;
};

// The formats of the names, each once. Throws ArgumentError that begins with `option`, with the
// nearest name, for an unknown one.
std::vector<Format> formats_named(const std::vector<std::string>& names, const std::string& option);
// Throws ArgumentError if the ending of the file `output` suits none of the formats (ending_suits).
void refuse_ending_of_another(const std::filesystem::path& output,
                              const std::vector<Format>& formats);

}  // namespace tactus
