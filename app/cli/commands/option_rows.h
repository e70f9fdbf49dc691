// Commands and their options as data. A command is a row with rows of options; the parser
// (option_parser.h), --help, man pages, completion, the user's defaults, JSON and usage errors all
// read them, so a new option is one row in the file of its command.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tactus {

// Where the value goes: a variable that lives as long as the command's work, or a function. A bool
// makes a flag; a vector takes several values.
using OptionTarget =
    std::variant<bool*, int*, std::size_t*, float*, double*, std::optional<double>*, std::string*,
                 std::filesystem::path*, std::vector<int>*, std::vector<double>*,
                 std::vector<std::string>*, std::vector<std::filesystem::path>*,
                 std::vector<std::pair<std::string, std::string>>*,
                 std::function<void(const std::string&)>>;

// What a value is, as --help shows it, and the endings of files that fit: with commas between them;
// "audio" and "annotation" stand for all of theirs, "" for any file.
struct ValueKind {
  std::string_view name;  // "": INT, UINT or FLOAT, as the target says
  std::string_view endings = "";
};
inline constexpr ValueKind kFlag{""};
inline constexpr ValueKind kNumber{""};
inline constexpr ValueKind kText{"TEXT"};
inline constexpr ValueKind kFormat{"FORMAT"};
inline constexpr ValueKind kLayer{"LAYER"};
inline constexpr ValueKind kDevice{"DEVICE"};
inline constexpr ValueKind kModel{"MODEL", "safetensors"};
inline constexpr ValueKind kModelAndCorpus{"MODEL CORPUS"};
inline constexpr ValueKind kCorpus{"CORPUS", "yaml"};
inline constexpr ValueKind kAssignment{"NAME=VALUE"};
inline constexpr ValueKind kCommandName{"COMMAND"};
inline constexpr ValueKind kShell{"SHELL"};
inline constexpr ValueKind kPath{"PATH"};
// Outputs: kOutputName refuses other endings.
inline constexpr ValueKind kModelPath{"PATH", "safetensors"};
inline constexpr ValueKind kOnnxPath{"PATH", "onnx"};
inline constexpr ValueKind kManifestPath{"PATH", "yaml,yml"};
inline constexpr ValueKind kFolder{"FOLDER"};
inline constexpr ValueKind kFile{"FILE"};
inline constexpr ValueKind kAudioFile{"FILE", "audio"};
inline constexpr ValueKind kTextFile{"FILE", "txt"};
inline constexpr ValueKind kNpyFile{"FILE", "npy"};
inline constexpr ValueKind kYamlFile{"FILE", "yaml"};
inline constexpr ValueKind kSoundfont{"FILE", "sf2,sf3"};
inline constexpr ValueKind kAnnotationFile{"FILE", "annotation"};
inline constexpr ValueKind kSongs{"FILE|FOLDER", "audio,m3u,m3u8,pls,xspf,cue"};
inline constexpr ValueKind kSong{"FILE|FOLDER", "audio"};
inline constexpr ValueKind kAnnotations{"FILE|FOLDER", "annotation"};
inline constexpr ValueKind kFileOrFolder{"FILE|FOLDER"};
inline constexpr ValueKind kAudioOrModel{"FILE|MODEL", "audio,safetensors"};

// The values that an option permits.
struct ValueRange {
  enum class Kind { kAny, kNumbers, kWords, kNotEmpty, kOutputName, kExistingFolder };
  Kind kind = Kind::kAny;
  double low = 0.0, high = 0.0;         // of numbers, both included
  std::vector<std::string> words = {};  // the only ones, in upper or lower case
};
inline const ValueRange kAny;
// Refuses an empty name of a folder, as an unset shell variable gives.
inline const ValueRange kNotEmpty{.kind = ValueRange::Kind::kNotEmpty};
// The name of a folder or a file for outputs: also refuses "-", which elsewhere is standard output.
inline const ValueRange kOutputName{.kind = ValueRange::Kind::kOutputName};
inline const ValueRange kExistingFolder{.kind = ValueRange::Kind::kExistingFolder};
ValueRange numbers(double low, double high);
// With blanks around it, too. The option's value becomes the word as it is listed.
ValueRange one_of(std::vector<std::string> words);

struct OptionTraits {
  bool required = false;
  bool list = false;           // several values, with commas between them
  bool shows_default = false;  // --help shows the value that the target has
  bool stream = false;         // of a positional path: "-" is standard input or output
  std::size_t count = 0;       // of a vector: exactly so many values
  std::size_t least = 0;       // of a vector: so many or more
  std::vector<std::string> excludes = {};

  OptionTraits operator|(const OptionTraits& other) const;  // both
};
inline const OptionTraits kRequired{.required = true};
inline const OptionTraits kList{.list = true};
inline const OptionTraits kShowsDefault{.shows_default = true};
inline const OptionTraits kStreamToo{.stream = true};
OptionTraits exactly(std::size_t count);
OptionTraits at_least(std::size_t count);
// Main names of options of the command that cannot be given beside it; counts both ways.
OptionTraits excludes(std::vector<std::string> options);

struct OptionRow {
  std::string names;  // "-o,--output"; without dashes: a positional
  OptionTarget target;
  ValueKind kind;
  ValueRange range;
  std::string help;
  OptionTraits traits = {};

  std::vector<std::string> all_names() const;  // "-o", "--output"
  // Errors name the option so: "--output", "inputs".
  std::string main_name() const { return all_names().back(); }
};

// Rows, and groups of rows that commands share, in one list.
class OptionRows {
 public:
  struct Item {
    Item(std::string names, OptionTarget target, ValueKind kind, ValueRange range, std::string help,
         OptionTraits traits = {});
    Item(OptionRow row);
    Item(OptionRows group);
    std::vector<OptionRow> rows;
  };
  OptionRows() = default;
  OptionRows(std::initializer_list<Item> items);

  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  std::vector<OptionRow> rows_;
};

// Returns the exit code. stdout is data, stderr is log.
using Command = std::function<int()>;

struct CommandRow {
  std::string name;
  std::string help = {};    // one line
  std::string footer = {};  // details and examples; without: those of the command above
  OptionRows options = {};
  Command run = {};  // none: one of the commands below must follow
  std::vector<CommandRow> below = {};
  std::vector<std::string> needs_one = {};  // options of which one must be given
  std::string version = {};                 // what --version prints; "" = there is none
  bool hidden = false;                      // the program calls it itself
};

}  // namespace tactus
