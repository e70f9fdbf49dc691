#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/json_lines.h"
#include "app/cli/commands/model_options.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/commands/tag_options.h"
#include "app/cli/commands/tag_report.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/program_device.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/cli/program/terminal.h"
#include "app/engine/models/device.h"
#include "app/engine/tagging/batch_tagger.h"
#include "audio/counted.h"
#include "audio/file_extensions.h"
#include "audio/standard_streams.h"
#include "datasets/formats/columns/format_detection.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTagExamples = R"(Examples:
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
  tactus tag /archive -o tags --claim tags-run      run it as often as you like, on all machines at once
  tactus tag --list songs.txt -o tags --shard 3/10 --json > 3.ndjson
  tactus tag ~/Music -o tags --write-tags bpm,key   also writes tempo and key into the audio files)";

struct TagArguments {
  SongArguments songs;
  std::string output;
  std::vector<std::string> models;
  std::vector<std::string> formats;  // empty = by the name of the output, else jams
  BatchOptions options;
  TagOptions tags;
  double min_bpm = 0.0;
  double max_bpm = 0.0;
  std::string grid;
  std::vector<int> beats_per_bar;
  std::vector<std::string> set;  // NAME=VALUE
  std::string shard;
  bool snap = false;
  bool no_snap = false;
  bool json = false;
  bool summary = false;
  bool timing = false;
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
};

// Does -o name a file? It does if it is no folder and ends like a format, or like sound, which
// tag_batch refuses.
bool names_file(const std::string& output, bool with_format) {
  const fs::path path(output);
  std::error_code unknown;
  if (output.empty() || !path.has_filename() || fs::is_directory(path, unknown)) return false;
  return (with_format && fs::is_regular_file(path, unknown)) || has_audio_extension(path) ||
         format_of_ending(path).has_value();
}

// "-o song.txt" of one song is no folder that somebody wants.
void refuse_unknown_ending(const std::string& output, const std::string& song) {
  const fs::path path(output);
  const std::string ending = path.extension().string();
  std::error_code unknown;
  if (!has_ending(path) || fs::is_directory(path, unknown) || fs::is_directory(song, unknown))
    return;
  throw ArgumentError(fmt::format(
      "-o {}: {} is not the ending of a format that Tactus writes; choose one of .jams, .lab, "
      ".beats, .csv and others (`tactus tag --help`), or write {}/ for a folder of this name",
      output, ending, output));
}

// Does -o name standard output? Throws ArgumentError for another pipe that the shell has opened.
bool is_stream(const std::string& output) {
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    if (output == name) return true;
  if (output.starts_with("/dev/fd/") || output.starts_with("/proc/self/fd/"))
    throw ArgumentError(fmt::format(
        "-o {}: a pipe, expected a file or a folder; write `-o -`, and a pipe behind it", output));
  return false;
}

// Where the outputs go, and in which formats: -o -, -o FILE.ending, -o FOLDER. What standard input
// gives goes to standard output.
void choose_outputs(const TagArguments& arguments, const std::vector<std::string>& words,
                    BatchOptions& options) {
  options.formats = formats_named(arguments.formats, "--format");
  const auto is_input = [](const std::string& word) { return input_of_word(word).has_value(); };
  const bool reads_input = std::ranges::any_of(words, is_input);
  if (reads_input && words.size() > 1 && arguments.output.empty())
    throw ArgumentError("-: several inputs need an output folder: give -o FOLDER");
  const bool to_stream = arguments.output.empty() ? reads_input : is_stream(arguments.output);
  const std::string output = to_stream ? "-" : arguments.output;
  if (to_stream) {
    if (arguments.json)
      throw ArgumentError("-o -: --json prints to standard output too; give -o a file or a folder");
    options.stream = [](const std::string& text) { write_data(text); };
  } else if (names_file(output, !options.formats.empty())) {
    options.file = output;
    refuse_ending_of_another(output, options.formats);
    if (options.formats.empty())
      options.formats = {format_of_ending(output).value_or(Format::kJams)};
  } else {
    if (words.size() == 1) refuse_unknown_ending(output, words[0]);
    options.output = output;
  }
  if (options.formats.empty()) options.formats = {Format::kJams};
}

// The songs of the words; `sounds` holds those of standard input and of other pipes.
std::vector<TagInput> tag_inputs(const std::vector<std::string>& words, std::stop_token stop,
                                 std::map<int, SoundFromInput>& sounds) {
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    const std::optional<int> input = input_of_word(word);
    if (!input)
      paths.push_back(word);
    else if (!sounds.contains(*input))
      sounds.try_emplace(*input, word, stop);
  }
  std::vector<TagInput> inputs = song_inputs(paths, CueSheets::kSplit);
  for (const auto& [input, sound] : sounds) inputs.push_back(sound.input());
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
      // A song that was tagged has a message only to warn of something.
      const bool warns = row.status == TagStatus::kOk && !row.message.empty();
      const auto colour = warns ? Colour::kYellow : tag_colour(row.status);
      const std::string status = warns ? "warning" : name_of(row.status);
      const bool says_it = row.status == TagStatus::kKept;  // "FILE: kept: ..."
      print_log("tactus: {}{}\n",
                says_it  ? ""
                : colour ? coloured(status, *colour, STDERR_FILENO) + ": "
                         : status + ": ",
                said);
    }
    if (arguments_.json) print_json_line(tag_row_json(row, arguments_.options.tags));
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
  if (arguments.json)
    return arguments.summary ? print_json_line(tag_totals_json(rows, wall)) : void();
  if (arguments.quiet || options.stream) return;
  print_tag_table(rows);
  print_tag_totals(rows, options, wall);
  if (options.tags.any()) print_tag_changes(rows, options.tags.dry_run);
  const TagTotals totals = tag_totals(rows);
  if (arguments.timing) print_tag_timing(totals.times, totals.audio_seconds);
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
    print_log(
        "warning: --write-tags: nothing is written for {} of a cue sheet: a track is a "
        "part "
        "of a file, and tags apply to the whole file\n",
        counted(tracks, "track"));
  if (others > 0)
    print_log(
        "warning: --write-tags: nothing is written for standard input, because it is not a "
        "file\n");
  return tracks + others;
}

DecoderSettings decoder_settings(const TagArguments& arguments) {
  DecoderSettings settings;
  if (arguments.min_bpm > 0)
    settings.prefer("min_bpm", fmt::format("{}", arguments.min_bpm), "--min-bpm");
  if (arguments.max_bpm > 0)
    settings.prefer("max_bpm", fmt::format("{}", arguments.max_bpm), "--max-bpm");
  if (!arguments.beats_per_bar.empty())
    settings.prefer("beats_per_bar", fmt::format("{}", fmt::join(arguments.beats_per_bar, ",")),
                    "--beats-per-bar");
  if (!arguments.grid.empty()) settings.prefer("grid", arguments.grid, "--grid");
  if (arguments.snap) settings.prefer("snap_to_beats", "true", "--snap-chords");
  if (arguments.no_snap) settings.prefer("snap_to_beats", "false", "--no-snap-chords");
  for (const std::string& assignment : arguments.set) settings.add(assignment, "--set");
  return settings;
}

int run_tag(TagArguments& arguments) {
  if (arguments.summary && !arguments.json) throw ArgumentError("tag: --summary needs --json");
  const std::vector<std::string> words = song_words(arguments.songs, "tag");
  BatchOptions& options = arguments.options;
  options.places = program_places();
  choose_outputs(arguments, words, options);
  check_place(options);
  options.tags = file_tag_options(arguments.tags, "--write-tags");
  if (!arguments.shard.empty()) options.shard = parse_shard(arguments.shard);
  options.settings = decoder_settings(arguments);

  InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  options.settings.check(models);
  std::map<int, SoundFromInput> sounds;
  const std::vector<TagInput> inputs = tag_inputs(words, interrupt.token(), sounds);
  const auto renamed = static_cast<std::size_t>(
      std::ranges::count_if(inputs, [](const TagInput& input) { return !input.note.empty(); }));
  const std::size_t without_tags = options.tags.any() ? report_songs_without_tags(inputs) : 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto songs = static_cast<std::size_t>(std::ranges::count_if(
      inputs, [&](const TagInput& input) { return options.shard.has(input); }));
  TagReport report(arguments, songs);
  options.opened = device_line(arguments.verbose, arguments.quiet);
  options.share_observer = [&](std::size_t row, double share) { report.working(row, share); };
  const auto observer = [&](const TagRow& row, std::size_t done, std::size_t total) {
    report.finished(row, done, total);
  };
  const std::vector<TagRow> rows = tag_batch(inputs, models, options, observer, interrupt.token());
  report.end();
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  print_report(arguments, rows, wall);
  const TagTotals totals = tag_totals(rows);
  const bool stopped = interrupt.interrupted();
  if (stopped) report_interrupted(totals.not_begun, rows.size(), "use --skip-existing to continue");
  return RunOutcome{.failed = totals.failed + totals.interrupted + totals.not_begun,
                    .warned = totals.warned + without_tags + renamed,
                    .strict = arguments.strict,
                    .interrupted = stopped}
      .exit_code();
}

}  // namespace

CommandRow tag_command() {
  auto arguments = std::make_shared<TagArguments>();
  BatchOptions& options = arguments->options;
  return {
      .name = "tag",
      .help = "Find beats, downbeats, chords, keys and sections of songs",
      .footer = kTagExamples,
      .options =
          {song_options(arguments->songs,
                        "Audio files, folders (searched recursively), playlists (.m3u, .m3u8, "
                        ".pls, .xspf), cue "
                        "sheets (.cue, a song for each track), - for sound from standard input",
                        kStreamToo),
           {"-o,--output", &arguments->output, kPath, kNotEmpty,
            "Folder for the outputs (default: beside each audio file); of one song also a "
            "file such as song.lab, or - for standard output"},
           {"--format", &arguments->formats, kFormat, kAny,
            fmt::format("Formats, comma-separated: {} (default: that of -o FILE, else jams)",
                        fmt::join(format_names(), ", ")),
            kList},
           {"--suffix", &options.suffix, kText, kAny,
            "Text between the song's name and the extension"},
           {"--skip-existing", &options.skip_existing, kFlag, kAny,
            "Write only files that are missing, or malformed and made by Tactus"},
           {"--overwrite", &options.overwrite, kFlag, kAny,
            "Replace existing outputs; files from other programs, and files that were changed, are "
            "kept as "
            "NAME.orig",
            excludes({"--skip-existing"})},
           {"--fail-fast", &options.fail_fast, kFlag, kAny, "Stop at the first song that fails"},
           {"--shard", &arguments->shard, kText, kNotEmpty,
            "Tag a part of the songs, e.g. 3/10: the third of ten. A song is in the same part "
            "on every machine"},
           {"--claim", &options.claims, kText, kOutputName,
            "Folder that all processes of a run share: each takes the next song that is not yet "
            "taken, and songs of a machine that died are taken over. Existing outputs "
            "count as done"},
           {"-j,--jobs", &options.jobs, kNumber, numbers(0, 1024),
            "Songs at a time (default: one per core)"},
           {"--device", &options.device, kDevice, kAny, kDeviceHelp, kShowsDefault},
           model_options(arguments->models),
           {"--save-activations", &options.save_activations, kFlag, kAny,
            "Also write the networks' outputs as .beat_activations.npy, and the same for bar, "
            "chord and "
            "section"},
           {"--min-bpm", &arguments->min_bpm, kNumber, numbers(20.0, 300.0),
            "Slowest tempo of the beat tracker"},
           {"--max-bpm", &arguments->max_bpm, kNumber, numbers(30.0, 400.0),
            "Fastest tempo of the beat tracker"},
           {"--grid", &arguments->grid, kText, one_of({"auto", "constant", "free"}),
            "Tempo grid: auto decides from the music, constant puts all beats on one tempo, "
            "free keeps the time of each beat"},
           {"--beats-per-bar", &arguments->beats_per_bar, kNumber, numbers(2, 12),
            "Meters to choose from, e.g. 2,3,4 (default: those of the models)", kList},
           tag_options(arguments->tags, "--write-tags",
                       "Write neither tags nor outputs; show which tags would change"),
           {"--snap-chords", &arguments->snap, kFlag, kAny,
            "Move chord changes to the nearest beat"},
           {"--no-snap-chords", &arguments->no_snap, kFlag, kAny,
            "Leave chord changes where they are", excludes({"--snap-chords"})},
           {"--set", &arguments->set, kAssignment, kAny,
            "NAME=VALUE or TASK.NAME=VALUE: a setting of the decoders (`tactus decode --help` "
            "lists them); may be repeated"},
           {"--stall", &options.stall_seconds, kNumber, numbers(0.1, 86400.0),
            "Seconds until a decoder without output is stopped, at most a day", kShowsDefault},
           {"--json", &arguments->json, kFlag, kAny,
            "Print a JSON object per song and line as songs finish"},
           {"--summary", &arguments->summary, kFlag, kAny,
            "With --json: a last line with the totals of all songs"},
           {"--timing", &arguments->timing, kFlag, kAny, "Also print the time of each stage"},
           {"--strict", &arguments->strict, kFlag, kAny,
            "Exit code 3 if a song is damaged, kept or has a warning"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny,
            "No progress and no table; still print errors and warnings"},
           {"-v,--verbose", &arguments->verbose, kFlag, kAny,
            "Print a line per song, and the device"}},
      .run = [arguments] { return run_tag(*arguments); }};
}

}  // namespace tactus
