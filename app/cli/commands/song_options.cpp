#include "app/cli/commands/song_options.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/cli/commands/option_checks.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_places.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStandardInput = "standard input";

// Waits until there are bytes to read, or for the end. A blocked read() would not see a stop.
void wait_for_input(int input, const std::stop_token& stop) {
  pollfd watched = {input, POLLIN, 0};
  while (poll(&watched, 1, 100) == 0 || (watched.revents == 0 && errno == EINTR)) {
    if (stop.stop_requested()) throw InterruptedError();
  }
  if (stop.stop_requested()) throw InterruptedError();
}

// A new file that has lost its name.
int unnamed_file(const fs::path& folder) {
  std::string name = (folder / "tactus-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    throw InputError(
        fmt::format("{}: cannot create a file for the sound from standard input: {}; set TMPDIR to "
                    "another folder",
                    name, std::strerror(errno)));
  ::unlink(name.c_str());
  return file;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR) return false;
    if (done > 0) bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

}  // namespace

OptionRows song_options(SongArguments& arguments, const std::string& inputs_help,
                        OptionTraits traits) {
  return {{"inputs", &arguments.inputs, kSongs, kAny, inputs_help, std::move(traits)},
          {"--list", &arguments.list, kFile, kAny,
           "File with one path per line, - for standard input; lines that begin with # "
           "are comments unless a file has that name. Lists with zero bytes, as find "
           "-print0 writes them, and playlists are recognised"},
          {"-0,--null", &arguments.null, kFlag, kAny, "The list has a zero byte after each path"}};
}

std::vector<std::string> song_words(const SongArguments& arguments, const std::string& command) {
  std::vector<std::string> words = arguments.inputs;
  if (arguments.null && arguments.list.empty())
    throw ArgumentError("-0: needs a list: give --list, for example --list -");
  if (!arguments.list.empty()) {
    const ListKind kind = arguments.null ? ListKind::kNull : ListKind::kDetect;
    for (std::string& path : read_list(arguments.list, kind)) words.push_back(std::move(path));
    if (words.empty())
      throw ArgumentError(
          fmt::format("--list {}: an empty list, expected one path per line", arguments.list));
  }
  if (words.empty())
    throw ArgumentError(fmt::format("{}: give at least one file or folder, or --list", command));
  return words;
}

std::vector<TagInput> song_inputs(const std::vector<std::string>& words, CueSheets sheets) {
  std::vector<TagInput> inputs = collect_inputs(words, sheets);
  for (const TagInput& input : inputs)
    if (!input.note.empty()) print_log("warning: {}\n", one_line(input.note));
  return inputs;
}

void read_input(int input, const std::string& name, const std::stop_token& stop,
                const std::function<bool(std::string_view block)>& take) {
  std::array<char, 1 << 16> block;
  while (true) {
    wait_for_input(input, stop);
    const ssize_t got = ::read(input, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      throw InputError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno)));
    if (got == 0 || !take({block.data(), static_cast<std::size_t>(got)})) return;
  }
}

void read_standard_input(const std::stop_token& stop,
                         const std::function<bool(std::string_view block)>& take) {
  read_input(STDIN_FILENO, kStandardInput, stop, take);
}

std::optional<int> input_of_word(const std::string& word) {
  if (word == "-" || word == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!word.starts_with(folder)) continue;
    const std::optional<double> number = to_number(std::string_view(word).substr(folder.size()));
    struct stat status = {};
    const int input = number && *number >= 0.0 && *number < 1e6 ? static_cast<int>(*number) : -1;
    if (input == STDIN_FILENO) return input;
    const bool open = input > STDERR_FILENO && fstat(input, &status) == 0;
    if (open && (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode))) return input;
  }
  return std::nullopt;
}

SoundFromInput::SoundFromInput(const std::string& word, const std::stop_token& stop)
    : name_(*input_of_word(word) == STDIN_FILENO ? kStandardInput : word),
      file_(unnamed_file(temporary_folder())) {
  const int source = *input_of_word(word);
  if (isatty(source))
    throw InputError("-: standard input is a terminal, expected sound from a file or a pipe");
  bool any = false;
  read_input(source, name_, stop, [&](std::string_view block) {
    any = true;
    if (write_all(file_.get(), block)) return true;
    throw InputError(fmt::format("{}: cannot be written: {}; set TMPDIR to another folder",
                                 temporary_folder().string(), std::strerror(errno)));
  });
  if (!any) throw InputError(fmt::format("{}: is empty, expected sound", name_));
}

TagInput SoundFromInput::input() const {
  const std::string stem =
      name_ == kStandardInput ? "stdin" : "pipe" + fs::path(name_).filename().string();
  TagInput input{fmt::format("/proc/{}/fd/{}", getpid(), file_.get()), stem, true, ""};
  input.label = name_;
  return input;
}

std::vector<Format> formats_named(const std::vector<std::string>& names,
                                  const std::string& option) {
  std::vector<Format> formats;
  for (const std::string& name : names) {
    const std::vector<Format> found = formats_by_name(name);
    if (found.empty()) {
      const std::string near = suggestion(name, format_names());
      throw ArgumentError(fmt::format(
          "{} {}: no such format.{}", option, name,
          near.empty() ? fmt::format(" Known formats: {}", fmt::join(format_names(), ", "))
                       : near));
    }
    for (const Format format : found) {  // "mirex,mirex-beats" names one twice
      if (std::ranges::find(formats, format) == formats.end()) formats.push_back(format);
    }
  }
  return formats;
}

void refuse_ending_of_another(const fs::path& output, const std::vector<Format>& formats) {
  std::error_code unknown;
  const bool suits =
      std::ranges::any_of(formats, [&](Format format) { return ending_suits(output, format); });
  if (formats.empty() || suits || fs::is_directory(output, unknown)) return;
  throw ArgumentError(fmt::format("{}: a file of this name cannot be {}; write {}{}",
                                  output.string(), format_info(formats.front()).name,
                                  output.stem().string(), format_info(formats.front()).suffix));
}

}  // namespace tactus
