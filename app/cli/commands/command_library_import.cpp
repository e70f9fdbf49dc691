// tactus library import: stars, colours and playlists of rekordbox and Mixxx.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/library_commands.h"
#include "app/cli/commands/open_library.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/one_line.h"
#include "app/collection/collection_import.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kImportExamples = R"(
Reads stars, colours and playlists of rekordbox (File, Export Collection in xml format) or Mixxx (mixxxdb.sqlite in
~/.mixxx; close Mixxx first), and changes neither. Mixxx's crates become playlists in the folder "Crates", its colours
the nearest of the eight of rekordbox. Stars and colours that the index has already stay, unless you give --overwrite.

Examples:
  tactus library import rekordbox.xml --dry-run
  tactus library import ~/.mixxx/mixxxdb.sqlite
  tactus library import rekordbox.xml --moved "C:/Users/me/Music=/home/me/Music")";

struct ImportArguments {
  std::string file, index;
  std::vector<std::string> moved;  // FROM=TO
  bool overwrite = false, dry = false;
};

void print_import(const CollectionImport& import, bool dry) {
  print_data("{}: {} {} stars or a colour, {} new, {} there already\n",
             counted(import.tracks, "track"), import.marked, dry ? "would get" : "got",
             counted(import.playlists, "playlist"), import.same);
  if (import.kept > 0)
    print_log(
        "{} other stars or another colour here, which stay; --overwrite takes those of the "
        "file\n",
        import.kept == 1 ? "1 song has" : fmt::format("{} songs have", import.kept));
  if (import.by_name > 0)
    print_log("{} found by file name and length\n", counted(import.by_name, "song"));
  if (!import.not_indexed.empty())
    print_log("{} not in the index yet, for example {}; add them with `tactus library add`\n",
              counted(import.not_indexed.size(), "song"), import.not_indexed.front().string());
  if (import.missing > 0)
    print_log("{} not here; if the files lie elsewhere now, give --moved FROM=TO\n",
              counted(import.missing, "song"));
}

std::vector<std::pair<std::string, std::string>> moved_folders(const ImportArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> folders;
  for (const std::string& word : arguments.moved) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == word.size())
      throw ArgumentError(fmt::format("--moved \"{}\", expected FROM=TO", word));
    folders.emplace_back(word.substr(0, sign), word.substr(sign + 1));
  }
  return folders;
}

CollectionImport planned(const ImportArguments& arguments, const SongCollection& collection,
                         const ImportOptions& options) {
  const fs::path file = index_file(arguments.index);
  std::error_code none;
  if (fs::exists(file, none))
    return plan_import(LibraryIndex(file, Database::Mode::kRead), collection, options);
  return plan_import(LibraryIndex(":memory:", Database::Mode::kWrite), collection, options);
}

// Playlists of songs that come later: this may make the index.
CollectionImport imported(const ImportArguments& arguments, const SongCollection& collection,
                          const ImportOptions& options) {
  LibraryIndex index(index_file(arguments.index), Database::Mode::kWrite);
  CollectionImport import;
  index.personal().change([&] {
    import = plan_import(index, collection, options);
    return import.edit;
  });
  return import;
}

int run_import(const ImportArguments& arguments) {
  const ImportOptions options{.overwrite = arguments.overwrite, .moved = moved_folders(arguments)};
  std::vector<std::string> notes;
  const SongCollection collection = read_collection(arguments.file, notes);
  const CollectionImport import = arguments.dry ? planned(arguments, collection, options)
                                                : imported(arguments, collection, options);
  notes.insert(notes.end(), import.notes.begin(), import.notes.end());
  for (const std::string& note : notes) print_log("warning: {}\n", one_line(note));
  print_import(import, arguments.dry);
  return kSuccess;
}

}  // namespace

CommandRow library_import_command() {
  auto arguments = std::make_shared<ImportArguments>();
  return {.name = "import",
          .help = "Take stars, colours and playlists from rekordbox or Mixxx",
          .footer = kImportExamples,
          .options = {{"file", &arguments->file, kFile, kNotEmpty,
                       "rekordbox.xml or mixxxdb.sqlite", kRequired},
                      {"--moved", &arguments->moved, kAssignment, kAny,
                       "FROM=TO: where the folder FROM lies here; may be repeated"},
                      {"--overwrite", &arguments->overwrite, kFlag, kAny,
                       "Replace stars and colours that differ"},
                      {"--dry-run", &arguments->dry, kFlag, kAny,
                       "Change nothing; say what would change"},
                      index_option(arguments->index)},
          .run = [arguments] { return run_import(*arguments); }};
}

}  // namespace tactus
