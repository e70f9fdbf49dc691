#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>

#include "app/commands/commands.h"
#include "app/commands/json_lines.h"
#include "app/commands/option_checks.h"
#include "app/commands/song_options.h"
#include "app/commands/tag_options.h"
#include "app/models/device.h"
#include "app/program/exit_code.h"
#include "app/program/interrupt.h"
#include "app/program/one_line.h"
#include "app/program/program_models.h"
#include "app/program/program_places.h"
#include "app/program/progress_line.h"
#include "app/program/terminal.h"
#include "app/program/text_table.h"
#include "app/tagging/batch_tagger.h"
#include "audio/counted.h"
#include "audio/file_extensions.h"
#include "datasets/formats/format_detection.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kExamples = R"(Examples:
  tactus tag song.flac                              writes song.jams beside song.flac
  tactus tag ~/Music -o tags --format jams,lab,beats   a whole folder, mirrored under tags/
  tactus tag ~/Music -o tags --skip-existing        continues an interrupted run
  tactus tag song.flac -o song.lab                  the chords alone, as text
  tactus tag song.flac -o - --format beats          beats on standard output
  curl -s URL | tactus tag -                        sound from standard input, JAMS on standard output
  find . -name '*.mp3' -print0 | tactus tag --list - -o tags
  tactus tag party.m3u8 album.cue -o tags           a playlist; a song for each track of a cue sheet
  tactus tag --list songs.txt -o tags --json        one path per line; one line of JSON per song
  tactus tag song.mp3 --beats-per-bar 2,3,4 --min-bpm 40
  tactus tag ~/Music -o tags --write-tags bpm,key   also writes tempo and key into the audio files)";

constexpr const char* kStandardInput = "-";

struct TagArguments {
  SongArguments songs;
  std::string output;
  std::vector<std::string> models;
  std::vector<std::string> formats;  // empty = by the name of the output, else jams
  BatchOptions options;
  TagOptions tags;
  double min_bpm = 0.0;
  double max_bpm = 0.0;
  bool snap = false;
  bool no_snap = false;
  bool json = false;
  bool timing = false;
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
};

std::string length_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                       : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string shown_name(const TagRow& row) {
  return one_line(row.input.relative.string());
}

// Artist and title from the tags; "" if the file names neither.
std::string song_name(const TagRow& row) {
  const SongSummary& song = row.summary;
  if (song.artist.empty())
    return song.title == row.input.audio.stem().string() ? std::string() : one_line(song.title);
  return one_line(song.artist + " - " + song.title);
}

double stage_seconds(const TagRow& row, TagStage stage) {
  return row.times.seconds[static_cast<std::size_t>(stage)];
}

using Align = TableColumn::Align;

// In a narrow terminal the columns with the highest numbers go.
const std::vector<TableColumn>& table_columns() {
  static const std::vector<TableColumn> columns = {
      {"file", Align::kLeft, 12, true, 0},    {"length", Align::kRight, 0, false, 2},
      {"tempo", Align::kRight, 0, false, 1},  {"meter", Align::kRight, 0, false, 5},
      {"key", Align::kRight, 0, false, 3},    {"beats", Align::kRight, 0, false, 6},
      {"chords", Align::kRight, 0, false, 7}, {"confidence", Align::kRight, 0, false, 4},
      {"x real", Align::kRight, 0, false, 9}, {"status", Align::kLeft, 0, false, 0},
      {"song", Align::kLeft, 12, false, 8}};
  return columns;
}

TableRow table_row(const TagRow& row) {
  const SongSummary& song = row.summary;
  // Also of songs whose outputs or tags could not be written; not of files that were there.
  const bool found = row.status == TagStatus::kSkipped || row.status == TagStatus::kKept;
  const bool read = (!found && !row.was_there) || stage_seconds(row, TagStage::kReading) > 0;
  const bool tagged = read && song.duration > 0;
  const bool known = tagged || row.status == TagStatus::kSkipped || song.duration > 0;
  const auto cell = [&](bool shown, const std::string& text) {
    return known && shown ? text : "-";
  };
  return {shown_name(row),
          cell(tagged || song.duration > 0, length_text(song.duration)),
          cell(song.tempo > 0, fmt::format("{:.1f}", song.tempo)),
          cell(song.meter > 0, std::to_string(song.meter)),
          cell(!song.key.empty(), song.key),
          cell(true, std::to_string(song.beats)),
          cell(true, std::to_string(song.chords)),
          cell(tagged || song.confidence > 0, fmt::format("{:.2f}", song.confidence)),
          cell(tagged, fmt::format("{:.0f}", row.times_real_time())),
          name_of(row.status),
          song_name(row)};
}

std::optional<Colour> colour_of(TagStatus status) {
  if (status == TagStatus::kFailed || status == TagStatus::kExists) return Colour::kRed;
  if (status == TagStatus::kDamaged || status == TagStatus::kKept) return Colour::kYellow;
  return std::nullopt;
}

// Songs that were not begun have no row.
void print_table(const std::vector<TagRow>& rows) {
  std::vector<TableRow> cells;
  std::vector<const TagRow*> shown;
  for (const TagRow& row : rows) {
    if (!row.begun) continue;
    shown.push_back(&row);
    cells.push_back(table_row(row));
  }
  const std::vector<std::string> lines =
      table_lines(table_columns(), cells, terminal_columns(STDOUT_FILENO));
  fmt::print("{}\n", lines.front());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto colour = colour_of(shown[i]->status);
    fmt::print("{}\n", colour ? coloured(lines[i + 1], *colour, STDOUT_FILENO) : lines[i + 1]);
  }
}

struct Totals {
  std::size_t tagged = 0, damaged = 0, skipped = 0, kept = 0, failed = 0, interrupted = 0;
  std::size_t not_begun = 0;
  std::size_t warned = 0;  // done, with a message
  double audio_seconds = 0.0;
  StageTimes times;
};

Totals totals_of(const std::vector<TagRow>& rows) {
  Totals totals;
  for (const TagRow& row : rows) {
    if (!row.begun) ++totals.not_begun;
    switch (row.status) {
      case TagStatus::kOk:
      case TagStatus::kDamaged:
        if (row.status == TagStatus::kDamaged) ++totals.damaged;
        if (!row.message.empty()) ++totals.warned;
        if (row.was_there) {
          ++totals.skipped;
          break;
        }
        ++totals.tagged;
        totals.audio_seconds += row.summary.duration;
        totals.times += row.times;
        break;
      case TagStatus::kSkipped:
        ++totals.skipped;
        break;
      case TagStatus::kKept:
        ++totals.kept;
        ++totals.warned;
        break;
      case TagStatus::kInterrupted:
        if (row.begun) ++totals.interrupted;
        break;
      case TagStatus::kExists:
      case TagStatus::kFailed:
        ++totals.failed;
        break;
    }
  }
  return totals;
}

// What the tags of the audio file say; only what is known.
nlohmann::ordered_json tags_json(const FileTags& tags) {
  nlohmann::ordered_json known = nlohmann::ordered_json::object();
  if (tags.track > 0) known["track"] = tags.track;
  if (!tags.date.empty()) known["date"] = tags.date;
  if (tags.bpm > 0) known["bpm"] = tags.bpm;
  if (!tags.key.empty()) known["key"] = tags.key;
  return known;
}

nlohmann::ordered_json row_json(const TagRow& row, const TagChoice& choice) {
  const TagInput& input = row.input;
  nlohmann::ordered_json entry = {
      {"file", input.is_file() || input.section ? input.audio.string() : input.name()},
      {"status", name_of(row.status)}};
  add_exact_path(entry, "file_url", input.audio);
  if (input.section) {
    entry["start"] = input.section->start;
    if (input.section->end) entry["end"] = *input.section->end;
  }
  if (!row.message.empty()) entry["message"] = row.message;
  entry["title"] = row.summary.title;
  entry["artist"] = row.summary.artist;
  entry["album"] = row.summary.album;
  entry["file_tags"] = tags_json(row.summary.tags);
  entry["duration"] = row.summary.duration;
  entry["tempo"] = row.summary.tempo;
  entry["meter"] = row.summary.meter;
  entry["key"] = row.summary.key;
  entry["beats"] = row.summary.beats;
  entry["chords"] = row.summary.chords;
  entry["confidence"] = row.summary.confidence;
  entry["processing_seconds"] = row.processing_seconds;
  entry["times_real_time"] = row.times_real_time();
  entry["outputs"] = nlohmann::ordered_json::array();
  for (const auto& path : row.outputs) entry["outputs"].push_back(path.string());
  for (const auto& path : row.outputs) add_exact_path(entry, "output_urls", path);
  if (choice.any()) entry["tags"] = changes_json(row.tag_changes, choice.dry_run);
  return entry;
}

nlohmann::ordered_json times_json(const StageTimes& times) {
  nlohmann::ordered_json stages;
  for (std::size_t i = 0; i < times.seconds.size(); ++i) {
    stages[kTagStageNames[i]] = times.seconds[i];
  }
  return stages;
}

nlohmann::ordered_json totals_json(const std::vector<TagRow>& rows, double wall_seconds) {
  const Totals totals = totals_of(rows);
  return {{"total",
           {{"files", rows.size()},
            {"tagged", totals.tagged},
            {"damaged", totals.damaged},
            {"skipped", totals.skipped},
            {"kept", totals.kept},
            {"failed", totals.failed},
            {"interrupted", totals.interrupted},
            {"not_begun", totals.not_begun},
            {"audio_seconds", totals.audio_seconds},
            {"wall_seconds", wall_seconds},
            {"stage_seconds", times_json(totals.times)},
            {"times_real_time", wall_seconds > 0 ? totals.audio_seconds / wall_seconds : 0.0}}}};
}

void print_totals(const std::vector<TagRow>& rows, const BatchOptions& options,
                  double wall_seconds) {
  const Totals totals = totals_of(rows);
  fmt::print("\n{} tagged, {} skipped, {} failed", totals.tagged, totals.skipped, totals.failed);
  if (totals.damaged) fmt::print(", {} damaged", totals.damaged);
  if (totals.kept) fmt::print(", {} kept", totals.kept);
  if (totals.interrupted) fmt::print(", {} stopped", totals.interrupted);
  if (totals.not_begun) fmt::print(", {} not begun", totals.not_begun);
  if (totals.tagged) {
    fmt::print("; {} of audio in {:.1f} s: {:.0f} times real time",
               length_text(totals.audio_seconds), wall_seconds,
               totals.audio_seconds / wall_seconds);
  }
  const std::string folder = !options.file.empty()    ? options.file.string()
                             : options.output.empty() ? "beside each audio file"
                                                      : options.output.string();
  fmt::print("\nOutputs: {}\n", options.tags.dry_run ? "none (dry run)" : folder);
}

void print_tag_changes(const std::vector<TagRow>& rows, bool dry_run) {
  fmt::print("\n{}:\n", dry_run ? "Tags that would be written (dry run, nothing is written)"
                                : "Tags of the audio files");
  for (const TagRow& row : rows) {
    for (const TagChange& change : row.tag_changes) {
      fmt::print("{}: {}: {}\n", shown_name(row), change.name, change_text(change));
    }
  }
}

// Seconds of each stage, summed over songs. With several jobs the sum exceeds the elapsed time.
void print_timing(const StageTimes& times, double audio_seconds) {
  double all = 0.0;
  for (const double seconds : times.seconds) all += seconds;
  fmt::print("\nstage     seconds  share  x real\n");
  for (std::size_t i = 0; i < times.seconds.size(); ++i) {
    const double seconds = times.seconds[i];
    fmt::print("{:<9} {:>7.2f} {:>5.1f}% {:>7.0f}\n", kTagStageNames[i], seconds,
               all > 0 ? 100.0 * seconds / all : 0.0, seconds > 0 ? audio_seconds / seconds : 0.0);
  }
}

// The format that the name of an output asks for. An ending that several formats have can be a name
// of one: song.json, song.txt.
std::optional<Format> format_of_ending(const fs::path& path) {
  try {
    return detect_format(path, "");
  } catch (const FormatError&) {
    const std::string ending = path.extension().string();
    const auto named = formats_by_name(ending.empty() ? ending : ending.substr(1));
    return named.size() == 1 ? std::optional(named.front()) : std::nullopt;
  }
}

// Does -o name a file? It does if it is no folder and ends like a format, or like sound, which
// tag_batch refuses.
bool names_file(const std::string& output, bool with_format) {
  const fs::path path(output);
  std::error_code unknown;
  if (output.empty() || !path.has_filename() || fs::is_directory(path, unknown)) return false;
  return (with_format && fs::is_regular_file(path, unknown)) || has_audio_extension(path) ||
         format_of_ending(path).has_value();
}

// Where the outputs go, and in which formats: -o -, -o FILE.ending, -o FOLDER. What standard input
// gives goes to standard output.
void choose_outputs(const TagArguments& arguments, const std::vector<std::string>& words,
                    BatchOptions& options) {
  options.formats = formats_named(arguments.formats, "--format");
  const bool reads_stdin = std::ranges::find(words, kStandardInput) != words.end();
  if (reads_stdin && words.size() > 1 && arguments.output.empty())
    throw ArgumentError("-: the output of standard input needs a place: give -o FOLDER");
  const std::string output = arguments.output.empty() && reads_stdin ? "-" : arguments.output;
  if (output == "-") {
    if (arguments.json)
      throw ArgumentError("-o -: --json prints to standard output too; give -o a file or a folder");
    options.stream = [](const std::string& text) {
      std::fwrite(text.data(), 1, text.size(), stdout);
    };
  } else if (names_file(output, !options.formats.empty())) {
    options.file = output;
    if (options.formats.empty())
      options.formats = {format_of_ending(output).value_or(Format::kJams)};
  } else {
    options.output = output;
  }
  if (options.formats.empty()) options.formats = {Format::kJams};
}

// The songs of the words; "-" is the sound of standard input, which `sound` holds then.
std::vector<TagInput> tag_inputs(const std::vector<std::string>& words, std::stop_token stop,
                                 std::optional<SoundFromInput>& sound) {
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    if (word != kStandardInput)
      paths.push_back(word);
    else if (!sound)
      sound.emplace(stop);
  }
  std::vector<TagInput> inputs = collect_inputs(paths, CueSheets::kSplit);
  if (sound) inputs.push_back(sound->input());
  if (inputs.empty()) throw ArgumentError("tag: no audio file was found in the inputs");
  return inputs;
}

// What a person sees and gets while the songs are tagged.
class TagReport {
 public:
  TagReport(const TagArguments& arguments, std::size_t songs)
      : arguments_(arguments), progress_(!arguments.quiet) {
    progress_.show(0, songs, "");
  }

  void finished(const TagRow& row, std::size_t done, std::size_t total) {
    const std::string said = line_of(row);
    if (!said.empty()) {
      progress_.clear();
      const auto colour = colour_of(row.status);
      const std::string status = name_of(row.status);
      const bool says_it = row.status == TagStatus::kKept;  // "FILE: kept: ..."
      fmt::print(stderr, "tactus: {}{}\n",
                 says_it  ? ""
                 : colour ? coloured(status, *colour, STDERR_FILENO) + ": "
                          : status + ": ",
                 said);
    }
    if (arguments_.json) print_json_line(row_json(row, arguments_.options.tags));
    progress_.show(done, total, one_line(row.input.relative.filename().string()));
  }

  void working(std::size_t row, double share) {
    const std::lock_guard lock(mutex_);
    shares_[row] = share < 1.0 ? share : 0.0;
    double sum = 0.0;
    for (const auto& [song, part] : shares_) sum += part;
    progress_.show_part(sum);
  }

  void end() { progress_.clear(); }

 private:
  std::string line_of(const TagRow& row) const {
    if (!row.message.empty() && (arguments_.verbose || row.status != TagStatus::kSkipped))
      return one_line(row.message);
    return arguments_.verbose ? one_line(row.input.name()) : "";
  }

  const TagArguments& arguments_;
  ProgressLine progress_;
  std::mutex mutex_;  // guards the following
  std::map<std::size_t, double> shares_;
};

void print_report(const TagArguments& arguments, const std::vector<TagRow>& rows, double wall) {
  const BatchOptions& options = arguments.options;
  if (arguments.json) return print_json_line(totals_json(rows, wall));
  if (arguments.quiet || options.stream) return;
  print_table(rows);
  print_totals(rows, options, wall);
  if (options.tags.any()) print_tag_changes(rows, options.tags.dry_run);
  const Totals totals = totals_of(rows);
  if (arguments.timing) print_timing(totals.times, totals.audio_seconds);
}

// Before songs are decoded for outputs that nobody can write. Outputs that exist need no writing.
void check_place(const BatchOptions& options) {
  const fs::path folder =
      options.file.empty() ? options.output : fs::absolute(options.file).parent_path();
  std::error_code unknown;
  if (folder.empty() || (options.skip_existing && fs::is_directory(folder, unknown))) return;
  require_writable_folder(folder, "-o");
}

// Says it once, not for each song, and returns the number of these songs.
std::size_t report_songs_without_tags(const std::vector<TagInput>& inputs) {
  const auto tracks = static_cast<std::size_t>(std::ranges::count_if(
      inputs, [](const TagInput& input) { return input.section.has_value(); }));
  const auto others = static_cast<std::size_t>(std::ranges::count_if(
      inputs, [](const TagInput& input) { return !input.section && !input.is_file(); }));
  if (tracks > 0)
    fmt::print(stderr,
               "tactus: --write-tags: nothing is written for {} of a cue sheet: a track is a part "
               "of a file, and tags hold for the whole file\n",
               counted(tracks, "track"));
  if (others > 0)
    fmt::print(stderr,
               "tactus: --write-tags: nothing is written for standard input: it has no file\n");
  return tracks + others;
}

int run_tag(TagArguments& arguments) {
  const std::vector<std::string> words = song_words(arguments.songs, "tag");
  BatchOptions& options = arguments.options;
  options.places = program_places();
  choose_outputs(arguments, words, options);
  check_place(options);
  options.tags = tag_choice(arguments.tags, "--write-tags");
  if (arguments.min_bpm > 0) options.decoder.min_bpm = arguments.min_bpm;
  if (arguments.max_bpm > 0) options.decoder.max_bpm = arguments.max_bpm;
  if (arguments.snap || arguments.no_snap) options.decoder.snap_to_beats = arguments.snap;

  InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  check_overrides(models, options.decoder, {"--min-bpm", "--max-bpm"});
  std::optional<SoundFromInput> sound;
  const std::vector<TagInput> inputs = tag_inputs(words, interrupt.token(), sound);
  const std::size_t without_tags = options.tags.any() ? report_songs_without_tags(inputs) : 0;
  if (arguments.verbose) {
    fmt::print(stderr, "tactus: computing on {}\n",
               describe(open_device(options.device, 0, program_places())));
  }
  const auto begin = std::chrono::steady_clock::now();
  TagReport report(arguments, inputs.size());
  options.share_observer = [&](std::size_t row, double share) { report.working(row, share); };
  const auto observer = [&](const TagRow& row, std::size_t done, std::size_t total) {
    report.finished(row, done, total);
  };
  const std::vector<TagRow> rows = tag_batch(inputs, models, options, observer, interrupt.token());
  report.end();
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  print_report(arguments, rows, wall);
  const Totals totals = totals_of(rows);
  const bool stopped = interrupt.interrupted();
  if (stopped)
    report_interrupted(totals.not_begun, rows.size(), "--skip-existing goes on from here");
  return RunOutcome{.failed = totals.failed + totals.interrupted + totals.not_begun,
                    .warned = totals.warned + without_tags,
                    .strict = arguments.strict,
                    .interrupted = stopped}
      .exit_code();
}

}  // namespace

void add_tag_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<TagArguments>();
  CLI::App* tag =
      root.add_subcommand("tag", "Write down beats, downbeats, chords and key of songs");
  tag->footer(kExamples);
  BatchOptions& options = arguments->options;
  add_song_options(*tag, arguments->songs,
                   "Audio files, folders (searched recursively), playlists (.m3u, .m3u8), cue "
                   "sheets (.cue, a song for each track), - for sound from standard input");
  tag->add_option("-o,--output", arguments->output,
                  "Folder for the outputs (default: beside each audio file); of one song also a "
                  "file such as song.lab, or - for standard output")
      ->check(not_empty());
  tag->add_option("--format", arguments->formats,
                  fmt::format("Formats, comma-separated: {} (default: that of -o FILE, else jams)",
                              fmt::join(format_names(), ", ")))
      ->delimiter(',');
  tag->add_option("--suffix", options.suffix, "Text between the song's name and the extension");
  auto* skip = tag->add_flag("--skip-existing", options.skip_existing,
                             "Write only files that are missing, or malformed and made by Tactus");
  tag->add_flag("--overwrite", options.overwrite,
                "Replace existing outputs; files of others, and files that were changed, stay as "
                "NAME.orig")
      ->excludes(skip);
  tag->add_flag("--fail-fast", options.fail_fast, "Stop at the first song that fails");
  tag->add_option("-j,--jobs", options.jobs, "Songs at a time (default: one per core)")
      ->check(CLI::Range(0, 1024));
  tag->add_option("--device", options.device, kDeviceHelp)->capture_default_str();
  tag->add_option("--model", arguments->models,
                  "Model file or name of a shipped model; may be repeated");
  tag->add_flag(
      "--save-activations", options.save_activations,
      "Also write the networks' outputs as .beat_activations.npy and .chord_activations.npy");
  tag->add_option("--min-bpm", arguments->min_bpm, "Slowest tempo of the beat tracker")
      ->check(number_range(20.0, 300.0));
  tag->add_option("--max-bpm", arguments->max_bpm, "Fastest tempo of the beat tracker")
      ->check(number_range(30.0, 400.0));
  tag->add_option("--grid", options.decoder.grid,
                  "Tempo grid: auto decides by the evidence, constant puts all beats on one tempo, "
                  "free keeps the time of each beat")
      ->check(one_of({"auto", "constant", "free"}));
  tag->add_option("--beats-per-bar", options.decoder.beats_per_bar,
                  "Meters to choose from, e.g. 2,3,4")
      ->delimiter(',')
      ->check(CLI::Range(1, 16));
  add_tag_options(*tag, arguments->tags, "--write-tags",
                  "Write neither tags nor outputs; show which tags would change");
  auto* snap =
      tag->add_flag("--snap-chords", arguments->snap, "Move chord changes to the nearest beat");
  tag->add_flag("--no-snap-chords", arguments->no_snap, "Leave chord changes where they are")
      ->excludes(snap);
  tag->add_option("--stall", options.stall_seconds,
                  "Seconds until a decoder without output is stopped, at most a day")
      ->check(number_range(0.1, 86400.0))
      ->capture_default_str();
  tag->add_flag("--json", arguments->json,
                "Print a JSON object per song and line as songs finish, and a last one for all");
  tag->add_flag("--timing", arguments->timing, "Also print the time of each stage");
  tag->add_flag("--strict", arguments->strict,
                "Exit code 3 if a song is damaged, kept or has a warning");
  tag->add_flag("-q,--quiet", arguments->quiet,
                "No progress and no table; errors and warnings stay");
  tag->add_flag("-v,--verbose", arguments->verbose, "Print a line per song, and the device");
  tag->callback([arguments, &chosen] { chosen = [arguments] { return run_tag(*arguments); }; });
}

}  // namespace tactus
