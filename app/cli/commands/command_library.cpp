// tactus library add|find|forget: the index of a collection. Playlists, stars and imports are in
// command_library_playlist.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/library_commands.h"
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
#include "app/cli/program/progress_line.h"
#include "app/cli/program/terminal.h"
#include "app/cli/program/text_table.h"
#include "app/collection/library_update.h"
#include "app/collection/song_list_text.h"
#include "app/collection/song_search.h"
#include "app/engine/file_tags/file_tag_texts.h"
#include "app/engine/models/device.h"
#include "audio/counted.h"
#include "audio/length_text.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLibraryExamples = R"(
The index is one file. What it says of songs comes from the JAMS files; stars, colours and playlists are in it alone.

Examples:
  tactus library add ~/Music -o ~/tags
  tactus library find "bpm 120..126 and key 8A and confidence > .8"
  tactus library find --progression "vi IV I V" -o four-chords.m3u8
  tactus library find --similar song.flac --limit 10
  tactus library find --worst 20)";

constexpr const char* kAddExamples = R"(
Tags new and changed songs, and reads existing JAMS files. A file that was moved is recognised by its
content and not tagged again. After Ctrl-C or a crash, run the same command again to continue.

Examples:
  tactus library add ~/Music -o ~/tags
  tactus library add /archive -o /tags --index /archive/songs.sqlite --jobs 2)";

constexpr const char* kFindExamples = R"(
A query compares fields with values, joined by and, or, not and parentheses:
  bpm 120..126     bpm 128 (127.5 to 128.5)     key 8A   key Am   key "F# minor"     confidence > .8
  length 3:35      length < 3:30                year 1965..1969    meter = 6/8       section chorus
  artist "nina simone" (occurs in it)           path live          title ~ blues     model tactus
  grid constant    checked    not edited        damaged            beats < 100       track 1
  rating >= 4      colour red    playlist "Set 1" (its whole name, or "Sets/Set 1" with its folder)
  colour "" (none) playlist "" (in none)             playlist ~ set (occurs in the name)
  not playlist ""  also written rating:>=4
Without < or > a number is compared as precisely as it is written: confidence .95 is .945 to .955.
Fields, also of --sort:
  {}
--similar, --worst and --duplicates have an order of their own and cannot be combined with --sort.

Examples:
  tactus library find "artist bach and meter 3" --sort bpm
  tactus library find "bpm 118..122 and not checked" --json
  tactus library find --progression "Am F C G" "confidence > .7" -o list.m3u8
  tactus library find "key 8A or key 8B" -o party.xml          a rekordbox collection
  tactus library find --duplicates)";

// ---- add ----

struct AddArguments {
  SongArguments songs;
  BatchOptions options;
  std::string output, index;
  std::vector<std::string> models;
  bool json = false, quiet = false;
};

int run_add(AddArguments& arguments) {
  const std::vector<std::string> words = song_words(arguments.songs, "library add");
  BatchOptions& options = arguments.options;
  options.places = program_places();
  options.opened = device_line(false, arguments.quiet);
  options.output = arguments.output;
  if (!options.output.empty()) require_writable_folder(options.output, "-o");
  InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  const std::vector<TagInput> inputs = song_inputs(words);
  if (inputs.empty()) throw ArgumentError("library add: no audio file was found in the inputs");
  const auto index = open_library_to_add(index_file(arguments.index));
  ProgressLine progress(!arguments.quiet);
  const auto report = [&](const UpdateRow& row, std::size_t done, std::size_t total) {
    if (row.status == UpdateStatus::kFailed || (!row.message.empty() && !arguments.quiet)) {
      progress.clear();
      print_log(
          "tactus: {}: {}\n", log_word(row),
          one_line(row.status == UpdateStatus::kMoved ? row.audio.string() + ": " + row.message
                                                      : row.message));
    }
    if (arguments.json) print_row_json(row);
    progress.show(done, total, one_line(row.audio.filename().string()));
  };
  const auto rows = update_library(*index, inputs, models, options, report, interrupt.token());
  progress.clear();
  std::map<UpdateStatus, std::size_t> counts;
  for (const UpdateRow& row : rows) ++counts[row.status];
  if (!arguments.json && !arguments.quiet)
    print_data("{} tagged, {} read, {} moved, {} unchanged, {} failed; {} in {}\n",
               counts[UpdateStatus::kTagged], counts[UpdateStatus::kRead],
               counts[UpdateStatus::kMoved], counts[UpdateStatus::kSame],
               counts[UpdateStatus::kFailed],
               counted(static_cast<std::size_t>(index->songs()), "song"),
               index_file(arguments.index).string());
  const bool stopped = interrupt.interrupted();
  if (stopped)
    report_interrupted(inputs.size() - rows.size(), inputs.size(),
                       "run the same command again to continue");
  return RunOutcome{.failed = counts[UpdateStatus::kFailed], .interrupted = stopped}.exit_code();
}

// ---- find ----

struct FindArguments {
  std::vector<std::string> query;
  std::string index, progression, similar, sort, output;
  bool duplicates = false, json = false;
  std::size_t worst = 0, limit = 0;
};

nlohmann::ordered_json json_of(const FoundSong& found) {
  const IndexedSong& song = found.song;
  nlohmann::ordered_json row = {{"file", song.audio.string()},
                                {"annotation", song.annotation.string()},
                                {"title", song.title},
                                {"artist", song.artist},
                                {"album", song.album},
                                {"year", song.year},
                                {"duration", song.duration},
                                {"tempo", song.bpm},
                                {"grid", song.grid},
                                {"meter", meter_json(song.meter)},
                                {"key", song.key ? key_name(*song.key) : ""},
                                {"beats", song.beats},
                                {"chords", song.chords},
                                {"sections", song.sections},
                                {"confidence", song.confidence},
                                {"review", song.review},
                                {"damage", song.damage},
                                {"rating", song.mark.rating},
                                {"colour", song.mark.colour},
                                {"model", song.model}};
  add_exact_path(row, "file_url", song.audio);
  add_exact_path(row, "annotation_url", song.annotation);
  if (found.unlike) row["difference"] = *found.unlike;
  if (found.group) row["group"] = found.group;
  if (found.place) row["place"] = found.place;
  return row;
}

void print_found(const std::vector<FoundSong>& found) {
  using Align = TableColumn::Align;
  std::vector<TableColumn> columns = {
      {"file", Align::kLeft, 20, true, 0},   {"length", Align::kRight, 0, false, 3},
      {"tempo", Align::kRight, 0, false, 1}, {"meter", Align::kRight, 0, false, 5},
      {"key", Align::kRight, 0, false, 2},   {"confidence", Align::kRight, 0, false, 4},
      {"song", Align::kLeft, 12, false, 6}};
  const bool stars = std::ranges::any_of(found, [](auto& each) { return each.song.mark.rating; });
  const bool colours =
      std::ranges::any_of(found, [](auto& each) { return !each.song.mark.colour.empty(); });
  const bool places = !found.empty() && found.front().place;
  if (stars) columns.push_back({"stars", Align::kRight, 0, false, 1});
  if (colours) columns.push_back({"colour", Align::kLeft, 0, false, 2});
  if (places) columns.insert(columns.begin(), {"place", Align::kRight, 0, false, 0});
  const bool similar = !found.empty() && found.front().unlike;
  const bool groups = !found.empty() && found.front().group;
  if (similar) columns.insert(columns.begin(), {"difference", Align::kRight, 0, false, 0});
  if (groups) columns.insert(columns.begin(), {"group", Align::kRight, 0, false, 0});
  std::vector<TableRow> rows;
  for (const auto& [song, unlike, group, place, indexed] : found) {
    TableRow row = {one_line(song.audio.string()),
                    song.duration > 0 ? length_text(song.duration) : "-",
                    song.bpm > 0 ? fmt::format("{:.1f}", song.bpm) : "-",
                    song.meter.beats > 0 ? name_of(song.meter) : "-",
                    song.key ? key_name(*song.key) : "-",
                    fmt::format("{:.2f}", song.confidence),
                    one_line(song_name(song))};
    if (similar) row.insert(row.begin(), fmt::format("{:.3f}", unlike.value_or(0.0)));
    if (groups) row.insert(row.begin(), std::to_string(group));
    if (places) row.insert(row.begin(), std::to_string(place));
    if (stars) row.push_back(song.mark.rating ? std::to_string(song.mark.rating) : "-");
    if (colours) row.push_back(song.mark.colour.empty() ? "-" : song.mark.colour);
    rows.push_back(std::move(row));
  }
  for (const std::string& line : table_lines(columns, rows, terminal_columns(STDOUT_FILENO)))
    print_data("{}\n", line);
}

SongSearch search_of(const FindArguments& arguments) {
  using Kind = SongSearch::Kind;
  SongSearch search{.query = fmt::format("{}", fmt::join(arguments.query, " ")),
                    .progression = arguments.progression,
                    .limit = arguments.limit};
  if (!arguments.sort.empty()) search.order = arguments.sort;
  if (!arguments.similar.empty()) {
    search.kind = Kind::kSimilar;
    search.song = fs::absolute(arguments.similar).lexically_normal();
  } else if (arguments.duplicates) {
    search.kind = Kind::kDuplicates;
  } else if (arguments.worst > 0) {
    search.kind = Kind::kWorst;
    search.limit = arguments.limit ? std::min(arguments.limit, arguments.worst) : arguments.worst;
  }
  return search;
}

int run_find(const FindArguments& arguments) {
  if (arguments.duplicates && !arguments.query.empty())
    throw ArgumentError("--duplicates: compares all songs; give no query with it");
  const fs::path file = index_file(arguments.index);
  const std::vector<FoundSong> found =
      find_songs(LibraryIndex(file, Database::Mode::kRead), search_of(arguments));
  if (!arguments.output.empty())
    return write_found(found, LibraryIndex(file, Database::Mode::kRead), arguments.output);
  show_found(found, arguments.json);
  return kSuccess;
}

// ---- forget ----

constexpr const char* kForgetExamples = R"(Examples:
  tactus library forget old/song.flac     this song; its file stays
  tactus library forget --missing         all whose file is gone)";

int run_forget(const std::string& named, const std::vector<std::string>& paths, bool missing) {
  if (paths.empty() && !missing) throw ArgumentError("library forget: give songs, or --missing");
  { const LibraryIndex there(index_file(named), Database::Mode::kRead); }  // not made here
  LibraryIndex index(index_file(named), Database::Mode::kWrite);
  std::vector<fs::path> gone;
  FailedInputs failed;
  for (const std::string& path : paths) {
    fs::path audio = fs::absolute(path).lexically_normal();
    if (index.at(audio))
      gone.push_back(std::move(audio));
    else
      failed.add(fmt::format("{}: is not in the index", path));
  }
  failed.report(missing || !gone.empty());
  if (missing) {
    for (fs::path& path : missing_songs(index)) gone.push_back(std::move(path));
  }
  index.remove(gone);
  print_data("{} forgotten; no file was touched\n", counted(gone.size(), "song"));
  return failed.exit_code();
}

CommandRow library_add_command() {
  auto arguments = std::make_shared<AddArguments>();
  return {.name = "add",
          .help = "Tag and index new and changed songs",
          .footer = kAddExamples,
          .options = {song_options(arguments->songs, "Audio files, folders, playlists"),
                      {"-o,--output", &arguments->output, kPath, kOutputName,
                       "Folder for the JAMS files (default: beside each audio file)"},
                      index_option(arguments->index),
                      {"-j,--jobs", &arguments->options.jobs, kNumber, numbers(0, 1024),
                       "Songs at a time (default: one per core)"},
                      {"--device", &arguments->options.device, kDevice, kAny, kDeviceHelp,
                       kShowsDefault},
                      model_options(arguments->models),
                      {"--json", &arguments->json, kFlag, kAny,
                       "Print a JSON object per song and line"},
                      {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only"}},
          .run = [arguments] { return run_add(*arguments); }};
}

CommandRow library_find_command() {
  auto arguments = std::make_shared<FindArguments>();
  return {.name = "find",
          .help = "Find songs by tempo, key, chords and more",
          .footer = fmt::format(kFindExamples, query_fields()),
          .options =
              {{"query", &arguments->query, kText, kAny, "What to find (default: all songs)"},
               index_option(arguments->index),
               {"--progression", &arguments->progression, kText, kNotEmpty,
                "Chord progression, in any key: \"vi IV I V\", \"Am F C G\"",
                excludes({"--similar", "--duplicates"})},
               {"--similar", &arguments->similar, kAudioFile, kAny,
                "Order by similarity to this song: tempo, key, chords"},
               {"--duplicates", &arguments->duplicates, kFlag, kAny,
                "Files with the same content, or the same recording in different codecs",
                excludes({"--similar"})},
               {"--worst", &arguments->worst, kNumber, numbers(1, 1000000),
                "The unchecked songs with the lowest confidence",
                excludes({"--similar", "--duplicates"})},
               {"--sort", &arguments->sort, kText, kAny,
                "Sort by this field, for example bpm; -bpm: descending",
                excludes({"--similar", "--duplicates", "--worst"})},
               {"--limit", &arguments->limit, kNumber, numbers(1, 1000000),
                "At most this many songs (default for --similar: 20)", excludes({"--duplicates"})},
               {"-o,--output", &arguments->output, kPath, kOutputName,
                "Write a playlist (.m3u8) or a rekordbox collection (.xml)"},
               {"--json", &arguments->json, kFlag, kAny, "Print a JSON object per song and line"}},
          .run = [arguments] { return run_find(*arguments); }};
}

CommandRow library_forget_command() {
  auto index = std::make_shared<std::string>();
  auto paths = std::make_shared<std::vector<std::string>>();
  auto missing = std::make_shared<bool>(false);
  return {.name = "forget",
          .help = "Remove songs from the index, not their files",
          .footer = kForgetExamples,
          .options = {{"songs", paths.get(), kAudioFile, kAny, "Audio files"},
                      {"--missing", missing.get(), kFlag, kAny,
                       "All songs whose file no longer exists"},
                      index_option(*index)},
          .run = [=] { return run_forget(*index, *paths, *missing); }};
}

}  // namespace

void show_found(const std::vector<FoundSong>& found, bool json) {
  if (json) {
    for (const FoundSong& each : found) print_json_line(json_of(each));
    return;
  }
  print_found(found);
  print_data("\n{}\n", counted(found.size(), "song"));
}

int write_found(const std::vector<FoundSong>& found, const LibraryIndex& index,
                const fs::path& file, std::int64_t playlist) {
  std::vector<IndexedSong> songs;
  for (const FoundSong& each : found) songs.push_back(each.song);
  std::vector<std::string> faults;
  OutputFiles().write(file, song_list_text(songs, index, file, faults, playlist),
                      {.can_overwrite = false});
  for (const std::string& fault : faults) print_log("warning: {}\n", one_line(fault));
  print_log("{} in {}\n", counted(found.size(), "song"), file.string());
  return RunOutcome{.failed = faults.size()}.exit_code();
}

void FailedInputs::report(bool left) const {
  if (empty()) return;
  for (std::size_t i = 0; i + (left ? 0 : 1) < lines_.size(); ++i)
    print_log("tactus: failed: {}\n", one_line(lines_[i]));
  if (!left) throw InputError(lines_.back());
}

CommandRow library_command() {
  return {.name = "library",
          .help = "Keep an index of a collection and find songs in it",
          .footer = kLibraryExamples,
          .below = {library_add_command(), library_find_command(), library_playlist_command(),
                    library_rate_command(), library_import_command(), library_forget_command()}};
}

}  // namespace tactus
