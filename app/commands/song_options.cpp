#include "app/commands/song_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "app/commands/option_checks.h"
#include "audio/error.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStandardInput = "standard input";
constexpr const char* kSpoolName = "stdin";

// Waits until there are bytes to read, or for the end. A blocked read() would not see a stop.
void wait_for_input(const std::stop_token& stop) {
  pollfd watched = {STDIN_FILENO, POLLIN, 0};
  while (poll(&watched, 1, 100) == 0 || (watched.revents == 0 && errno == EINTR)) {
    if (stop.stop_requested()) throw InterruptedError();
  }
  if (stop.stop_requested()) throw InterruptedError();
}

void copy_input(const fs::path& file, const std::stop_token& stop) {
  const auto refuse = [](const std::string& why) {
    throw InputError(fmt::format("{}: {}", kStandardInput, why));
  };
  std::ofstream out(file, std::ios::binary);
  std::array<char, 1 << 16> block;
  std::size_t total = 0;
  while (true) {
    wait_for_input(stop);
    const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (got == 0) break;
    out.write(block.data(), got);
    total += static_cast<std::size_t>(got);
    if (!out) break;
  }
  out.close();
  if (!out)
    throw InputError(fmt::format(
        "{}: cannot be written: is the disk full? TMPDIR names another folder", file.string()));
  if (total == 0) refuse("has no byte, expected sound");
}

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "tactus-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw InputError(fmt::format("{}: no folder for the sound of standard input: {}", name,
                                 std::strerror(errno)));
  return name;
}

}  // namespace

void add_song_options(CLI::App& command, SongArguments& arguments, const std::string& inputs_help) {
  command.add_option("inputs", arguments.inputs, inputs_help);
  command.add_option("--list", arguments.list,
                     "File with one path per line, - for standard input; lines that begin with # "
                     "are comments unless a file has that name. Lists with zero bytes, as find "
                     "-print0 writes them, and playlists are recognised");
  command.add_flag("-0,--null", arguments.null, "The list has a zero byte behind each path");
}

std::vector<std::string> song_words(const SongArguments& arguments, const std::string& command) {
  std::vector<std::string> words = arguments.inputs;
  if (arguments.null && arguments.list.empty())
    throw ArgumentError("-0: belongs to a list: give --list, for instance --list -");
  if (!arguments.list.empty()) {
    const ListKind kind = arguments.null ? ListKind::kNull : ListKind::kDetect;
    for (std::string& path : read_list(arguments.list, kind)) words.push_back(std::move(path));
    if (words.empty())
      throw ArgumentError(
          fmt::format("--list {}: an empty list, expected one path per line", arguments.list));
  }
  if (words.empty())
    throw ArgumentError(fmt::format("{}: name at least one file or folder, or --list", command));
  return words;
}

SoundFromInput::SoundFromInput(std::stop_token stop) {
  if (isatty(STDIN_FILENO))
    throw InputError("-: standard input is a terminal, expected sound from a file or a pipe");
  folder_ = new_folder();
  try {
    copy_input(folder_ / kSpoolName, stop);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    throw;
  }
}

SoundFromInput::~SoundFromInput() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

TagInput SoundFromInput::input() const {
  TagInput input{folder_ / kSpoolName, kSpoolName, true, ""};
  input.label = kStandardInput;
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
          near.empty() ? fmt::format(" There are {}", fmt::join(format_names(), ", ")) : near));
    }
    for (const Format format : found) {  // "mirex,mirex-beats" names one twice
      if (std::ranges::find(formats, format) == formats.end()) formats.push_back(format);
    }
  }
  return formats;
}

}  // namespace tactus
