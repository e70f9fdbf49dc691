#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/commands/tag_options.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/cli/program/terminal.h"
#include "app/cli/program/text_table.h"
#include "app/engine/file_tags/file_tag_worker.h"
#include "app/engine/songs/output_names.h"
#include "app/engine/songs/song_files.h"
#include "app/engine/songs/tag_inputs.h"
#include "app/engine/tagging/song_pool.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWriteTagsExamples = R"(Examples:
  tactus write-tags ~/Music --dry-run               shows what would change; songs have a .jams beside them
  tactus write-tags ~/Music --annotations tags      takes the JAMS files that `tactus tag -o tags` wrote
  tactus write-tags ~/Music --tags bpm,key,grid     also the beat grid, for Serato DJ and Mixxx
  tactus write-tags song.mp3 --tags cues            cue points and loops, for the same programs
  tactus write-tags song.mp3 --tags key --key-notation camelot --overwrite-tags)";

struct WriteTagsArguments {
  SongArguments songs;
  std::string annotations;
  TagOptions tags;
  int jobs = 0;
  double stall_seconds = 60.0;
  bool json = false;
  bool strict = false;
  bool quiet = false;
};

struct Row {
  fs::path audio;
  std::string name;  // for the table
  fs::path jams;
  std::vector<FileTagChange> changes;
  std::string fault;  // "" = none
  bool begun = false;
  bool done = false;
};

// Where the song's JAMS file is: at its usual place, or at the one that `tactus tag` takes when two
// audio files differ in their extension alone (song.mp3.jams), or the other way round.
fs::path jams_of(const fs::path& stem, const TagInput& input) {
  const fs::path folder = stem.parent_path();
  const fs::path usual = fs::path(stem) += ".jams";
  for (const fs::path& name : {input.audio.filename(), input.audio.stem()}) {
    const fs::path jams = (folder / name) += ".jams";
    if (!fs::exists(usual) && fs::exists(jams)) return jams;
  }
  return usual;
}

// A JAMS file stands for its song.
std::vector<Row> rows_of(const std::vector<std::string>& words,
                         const WriteTagsArguments& arguments) {
  std::vector<TagInput> inputs = song_inputs(words);
  std::vector<Row> rows;
  OutputFiles files;
  const OutputNames names(inputs, arguments.annotations, "", files);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const TagInput& input = inputs[i];
    Row row{
        input.audio, input.relative.string(), jams_of(names.stems()[i], input), {}, input.fault};
    if (input.audio.extension() == ".jams" && row.fault.empty()) {
      row.jams = input.audio;
      try {
        row.audio = song_files(input.audio).audio;
      } catch (const std::exception& error) {
        row.fault = error.what();
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void write_row(Row& row, const FileTagOptions& choice, const WriteTagsArguments& arguments) {
  const std::optional<Annotation> known = annotation_there(row.jams, Format::kJams);
  if (!known) {
    throw InputError(
        fmt::format("{}: there is no JAMS file at {}: tag the song first, or "
                    "give --annotations FOLDER",
                    row.audio.string(), row.jams.string()));
  }
  if (const auto other = other_song(row.jams, *known, row.audio)) {
    throw InputError(fmt::format("{}: belongs to {}, not to {}", row.jams.string(), other->string(),
                                 row.audio.string()));
  }
  row.changes = write_file_tags_of(*known, row.audio, choice, program_places().file_tag_worker,
                                   arguments.stall_seconds);
}

bool any_written(const Row& row) {
  return std::any_of(row.changes.begin(), row.changes.end(), [](const FileTagChange& change) {
    return change.outcome == FileTagOutcome::kWritten;
  });
}

bool any_refused(const Row& row) {
  return std::any_of(row.changes.begin(), row.changes.end(), [](const FileTagChange& change) {
    return change.outcome == FileTagOutcome::kRefused;
  });
}

const char* status_of(const Row& row, bool dry_run) {
  if (!row.fault.empty()) return "failed";
  if (!row.done) return "not done";
  if (row.changes.empty()) return "nothing is known";
  if (!any_written(row)) return "unchanged";
  return dry_run ? "would be written" : "written";
}

std::string cell(const Row& row, const char* name) {
  for (const FileTagChange& change : row.changes)
    if (change.name == name) return change_text(change);
  return "-";
}

void print_table(const std::vector<Row>& rows, const FileTagOptions& choice) {
  using Align = TableColumn::Align;
  const std::vector<TableColumn> columns = {
      {"file", Align::kLeft, 12, true, 0}, {"BPM", Align::kLeft, 8, false, 0},
      {"key", Align::kLeft, 8, false, 0},  {"grid", Align::kLeft, 8, false, 1},
      {"cues", Align::kLeft, 8, false, 1}, {"status", Align::kLeft, 0, false, 0}};
  std::vector<TableRow> cells;
  for (const Row& row : rows) {
    if (!row.begun) continue;
    cells.push_back({one_line(row.name), cell(row, "BPM"), cell(row, "key"),
                     choice.grid ? cell(row, "grid") : "", choice.cues ? cell(row, "cues") : "",
                     status_of(row, choice.dry_run)});
  }
  for (const std::string& line : table_lines(columns, cells, terminal_columns(STDOUT_FILENO)))
    print_data("{}\n", line);
}

nlohmann::ordered_json row_json(const Row& row, bool dry_run) {
  nlohmann::ordered_json file = {{"file", row.audio.string()},
                                 {"status", status_of(row, dry_run)},
                                 {"tags", changes_json(row.changes, dry_run)}};
  add_exact_path(file, "file_url", row.audio);
  if (!row.fault.empty()) file["message"] = row.fault;
  return file;
}

int run_write_tags(WriteTagsArguments& arguments) {
  const std::vector<std::string> words = song_words(arguments.songs, "write-tags");
  const FileTagOptions choice = file_tag_options(arguments.tags, "--tags");
  std::vector<Row> rows = rows_of(words, arguments);
  if (rows.empty()) throw ArgumentError("write-tags: no audio file was found in the inputs");
  InterruptGuard interrupt;
  ProgressLine progress(!arguments.quiet);
  const auto begin = [&](int) -> SongWork {
    return [&](std::size_t song) {
      Row& row = rows[song];
      row.begun = true;
      try {
        if (row.fault.empty()) write_row(row, choice, arguments);
        row.done = true;
      } catch (const std::exception& error) {
        row.fault = error.what();
      }
    };
  };
  const auto done = [&](std::size_t song, std::size_t count) {
    if (!rows[song].fault.empty()) {
      progress.clear();
      print_log("tactus: {}: {}\n", coloured("failed", Colour::kRed, STDERR_FILENO),
                one_line(rows[song].fault));
    }
    if (arguments.json) print_json_line(row_json(rows[song], choice.dry_run));
    progress.show(count, rows.size(), rows[song].name);
  };
  for_each_song(rows.size(), arguments.jobs, interrupt.token(), begin, done);
  progress.clear();
  if (!arguments.json && !arguments.quiet) print_table(rows, choice);
  const auto count = [&](const auto& holds) {
    return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), holds));
  };
  const bool stopped = interrupt.interrupted();
  if (stopped) report_interrupted(count([](const Row& row) { return !row.begun; }), rows.size());
  return RunOutcome{.failed = count([](const Row& row) { return !row.fault.empty(); }),
                    .warned = count(any_refused),
                    .strict = arguments.strict,
                    .interrupted = stopped}
      .exit_code();
}

}  // namespace

CommandRow write_tags_command() {
  auto arguments = std::make_shared<WriteTagsArguments>();
  arguments->tags.fields = {"bpm", "key"};
  return {
      .name = "write-tags",
      .help =
          "Write tempo, key, beat grid and cues of tagged songs into the tags of their audio files",
      .footer = kWriteTagsExamples,
      .options = {song_options(
                      arguments->songs,
                      "Audio files, JAMS files, playlists, and folders (searched recursively)"),
                  {"--annotations", &arguments->annotations, kFolder, kExistingFolder,
                   "Folder of the JAMS files (default: beside each audio file)"},
                  tag_options(arguments->tags, "--tags", "Show what would change; write nothing"),
                  {"-j,--jobs", &arguments->jobs, kNumber, numbers(0, 1024),
                   "Songs at a time (default: one per core)"},
                  {"--stall", &arguments->stall_seconds, kNumber, numbers(0.1, 86400.0),
                   "Seconds until a silent child process is stopped, at most a day", kShowsDefault},
                  {"--json", &arguments->json, kFlag, kAny,
                   "Print a JSON object per song and line as songs finish"},
                  {"--strict", &arguments->strict, kFlag, kAny,
                   "Exit code 3 if a value was refused"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny,
                   "No progress and no table; still print errors"}},
      .run = [arguments] { return run_write_tags(*arguments); }};
}

}  // namespace tactus
