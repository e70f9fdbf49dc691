// tactus gui [FILES]: starts the window. The window is a separate program, so the command line
// needs no Qt.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_places.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWindow = "tactus-gui";

bool has_display() {
  return std::ranges::any_of(std::array{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"},
                             [](const char* name) {
                               const char* value = std::getenv(name);
                               return value && *value;
                             });
}

int start_window(std::vector<std::string> files) {
  const fs::path beside = program_path().parent_path() / kWindow;
  if (!fs::exists(beside)) {
    throw ArgumentError(
        fmt::format("{}: the window is not installed; install the package tactus-gui, or build "
                    "Tactus with Qt 6 "
                    "(qt6-base-dev, qt6-multimedia-dev, qt6-svg-dev) and librubberband-dev",
                    beside.string()));
  }
  if (!has_display())
    throw ArgumentError(
        "gui: there is no display: start it on a desktop, or over ssh with `ssh -X`; on a machine "
        "without one use `tactus tag`");
  std::string program = beside.string();
  std::vector<char*> arguments = {program.data()};
  for (std::string& file : files) arguments.push_back(file.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw ArgumentError(fmt::format("{}: cannot be started: {}", program, std::strerror(errno)));
}

constexpr const char* kGuiExamples = R"(
Examples:
  tactus gui                  the demo song at the first start
  tactus gui song.flac        a song; it is tagged if it has no annotation yet
  tactus gui ~/Music/album    a folder, its songs in a side list)";

}  // namespace

CommandRow gui_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  return {.name = "gui",
          .help = "Open the window to see, play, correct and train",
          .footer = kGuiExamples,
          .options = {{"files", files.get(), kFile, kAny,
                       "Audio files, annotation files, or a folder"}},
          .run = [files] { return start_window(*files); }};
}

}  // namespace tactus
