// tactus watch FOLDER: tags and indexes what comes into a folder.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/model_options.h"
#include "app/cli/commands/open_library.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_device.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/collection/folder_watch.h"
#include "app/collection/library_update.h"
#include "app/engine/models/device.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kWatchExamples = R"(
Tags the songs of the folder that are not tagged yet, then waits for new ones: files that are copied, moved or
downloaded into it. A file is tagged once nothing has been written to it for --settle seconds, and added to the index
(tactus library). When another program changes a JAMS file below the folder, its song is indexed again. Ctrl-C or SIGTERM
stops the command; the song in progress is abandoned.

Examples:
  tactus watch ~/Music
  tactus watch /srv/incoming -o /srv/tags --format jams,lab --index /srv/songs.sqlite
  tactus watch /mnt/nas/music -o tags --look 60     a folder into which other machines write
  systemctl --user enable --now tactus-watch@$(systemd-escape --path ~/Music)     as a service)";

struct WatchArguments {
  std::string folder, output, index;
  std::vector<std::string> models, formats;
  BatchOptions options;
  double settle = 2.0, look = 0.0;  // seconds
  bool json = false;
};

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(1000.0 * seconds));
}

// The audio files among these, and those of JAMS files that are not as they were indexed.
std::set<fs::path> songs_of(const std::vector<fs::path>& files, const fs::path& folder,
                            const LibraryIndex& index) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  std::set<fs::path> songs;
  for (const fs::path& file : files) {
    if (file.extension() != ".jams") {
      songs.insert(file);
      continue;
    }
    const fs::path jams = fs::absolute(file).lexically_normal();
    for (const IndexedSong& song : index.find({.condition = {"annotation = ?", {jams.string()}}})) {
      const fs::path below = song.audio.lexically_relative(whole);
      if (song.annotation_state != file_state(jams) && !below.empty() && *below.begin() != "..")
        songs.insert(folder / below);
    }
  }
  return songs;
}

int run_watch(WatchArguments& arguments) {
  BatchOptions& options = arguments.options;
  options.places = program_places();
  options.opened = device_line(false, false);
  options.output = arguments.output;
  options.formats = formats_named(arguments.formats, "--format");
  if (!options.output.empty()) require_writable_folder(options.output, "-o");
  InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  const auto index = open_library_to_add(index_file(arguments.index));
  FolderWatch watch(
      arguments.folder, {milliseconds(arguments.settle), milliseconds(arguments.look)},
      [](const std::string& message) { print_log("tactus: {}\n", one_line(message)); });
  print_log("tactus: watching {}\n", arguments.folder);
  const auto report = [&](const UpdateRow& row, std::size_t, std::size_t) {
    if (arguments.json)
      print_row_json(row);
    else if (row.status != UpdateStatus::kSame)
      print_log("tactus: {}: {}\n", log_word(row),
                one_line(row.message.empty() ? row.audio.string() : row.message));
  };
  while (!interrupt.interrupted()) {
    std::vector<TagInput> inputs;
    for (const fs::path& file : songs_of(watch.next(interrupt.token()), arguments.folder, *index))
      inputs.push_back({file, file.lexically_relative(arguments.folder), false, "", {}, ""});
    if (!inputs.empty()) update_library(*index, inputs, models, options, report, interrupt.token());
  }
  print_log("tactus: stopped watching\n");
  return kSuccess;
}

}  // namespace

CommandRow watch_command() {
  auto arguments = std::make_shared<WatchArguments>();
  return {.name = "watch",
          .help = "Tag and index songs as they arrive in a folder, until stopped",
          .footer = kWatchExamples,
          .options =
              {{"folder", &arguments->folder, kFolder, kNotEmpty, "Folder, with all its subfolders",
                kRequired},
               {"-o,--output", &arguments->output, kPath, kOutputName,
                "Folder for the outputs (default: beside each audio file)"},
               {"--format", &arguments->formats, kFormat, kAny,
                "Formats besides jams, comma-separated (see tactus tag --help)", kList},
               index_option(arguments->index),
               {"--settle", &arguments->settle, kNumber, numbers(0.0, 3600.0),
                "Seconds without a change after which a file counts as complete", kShowsDefault},
               {"--look", &arguments->look, kNumber, numbers(0.1, 86400.0),
                "Seconds between scans of the whole folder, for folders that other machines "
                "write to (default: none)"},
               {"-j,--jobs", &arguments->options.jobs, kNumber, numbers(0, 1024),
                "Songs at a time (default: one per core)"},
               {"--device", &arguments->options.device, kDevice, kAny, kDeviceHelp, kShowsDefault},
               model_options(arguments->models),
               {"--json", &arguments->json, kFlag, kAny, "Print a JSON object per song and line"}},
          .run = [arguments] { return run_watch(*arguments); }};
}

}  // namespace tactus
