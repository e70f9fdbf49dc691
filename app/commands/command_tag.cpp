#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/option_checks.h"
#include "app/commands/tag_options.h"
#include "app/models/device.h"
#include "app/program/exit_code.h"
#include "app/program/interrupt.h"
#include "app/program/one_line.h"
#include "app/program/program_models.h"
#include "app/program/program_places.h"
#include "app/program/progress_line.h"
#include "app/tagging/batch_tagger.h"

namespace tactus {

namespace {

constexpr const char* kExamples = R"(Examples:
  tactus tag song.flac                              writes song.jams beside song.flac
  tactus tag ~/Music -o tags --format jams,lab,beats   a whole folder, mirrored under tags/
  tactus tag ~/Music -o tags --skip-existing        continues an interrupted run
  tactus tag --list songs.txt -o tags --json        one path per line; summary as JSON on stdout
  tactus tag song.mp3 --beats-per-bar 2,3,4 --min-bpm 40
  tactus tag ~/Music -o tags --write-tags bpm,key   also writes tempo and key into the audio files)";

struct TagArguments {
  std::vector<std::string> inputs;
  std::string list;
  std::vector<std::string> models;
  std::vector<std::string> formats = {"jams"};
  BatchOptions options;
  TagOptions tags;
  double min_bpm = 0.0;
  double max_bpm = 0.0;
  bool snap = false;
  bool no_snap = false;
  bool json = false;
  bool timing = false;
  bool quiet = false;
  bool verbose = false;
};

// Counts characters, not bytes, of UTF-8 text.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortened(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text + std::string(width - width_of(text), ' ');
  std::size_t from = text.size();
  for (std::size_t kept = 0; from > 0 && kept + 1 < width;) {
    --from;
    if ((text[from] & 0xC0) != 0x80) ++kept;
  }
  return "…" + text.substr(from);
}

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

void print_table(const std::vector<TagRow>& rows) {
  const bool named = std::any_of(rows.begin(), rows.end(),
                                 [](const TagRow& row) { return !song_name(row).empty(); });
  std::size_t name_width = 4;
  for (const TagRow& row : rows) {
    name_width = std::clamp(width_of(shown_name(row)), name_width, std::size_t{44});
  }
  fmt::print("{} {:>8} {:>7} {:>5} {:<9} {:>6} {:>7} {:>10} {:>9}  {}\n",
             shortened("file", name_width), "length", "tempo", "meter", "key", "beats", "chords",
             "confidence", "x real", named ? "status       song" : "status");
  for (const TagRow& row : rows) {
    const SongSummary& song = row.summary;
    // Also of songs whose outputs or tags could not be written; not of files that were there.
    const bool found = row.status == TagStatus::kSkipped || row.status == TagStatus::kKept;
    const bool read = !found || stage_seconds(row, TagStage::kReading) > 0;
    const bool tagged = read && song.duration > 0;
    const bool known = tagged || row.status == TagStatus::kSkipped || song.duration > 0;
    const auto cell = [&](bool shown, const std::string& text) {
      return known && shown ? text : "-";
    };
    const std::string status = named && !song_name(row).empty()
                                   ? fmt::format("{:<12} {}", name_of(row.status), song_name(row))
                                   : name_of(row.status);
    fmt::print("{} {:>8} {:>7} {:>5} {:<9} {:>6} {:>7} {:>10} {:>9}  {}\n",
               shortened(shown_name(row), name_width),
               cell(tagged || song.duration > 0, length_text(song.duration)),
               cell(song.tempo > 0, fmt::format("{:.1f}", song.tempo)),
               cell(song.meter > 0, std::to_string(song.meter)), cell(!song.key.empty(), song.key),
               cell(true, std::to_string(song.beats)), cell(true, std::to_string(song.chords)),
               cell(tagged || song.confidence > 0, fmt::format("{:.2f}", song.confidence)),
               cell(tagged, fmt::format("{:.0f}", row.times_real_time())), status);
  }
}

struct Totals {
  std::size_t tagged = 0, skipped = 0, kept = 0, failed = 0, interrupted = 0;
  double audio_seconds = 0.0;
  StageTimes times;
};

Totals totals_of(const std::vector<TagRow>& rows) {
  Totals totals;
  for (const TagRow& row : rows) {
    switch (row.status) {
      case TagStatus::kOk:
      case TagStatus::kDamaged:
        ++totals.tagged;
        totals.audio_seconds += row.summary.duration;
        totals.times += row.times;
        break;
      case TagStatus::kSkipped:
        ++totals.skipped;
        break;
      case TagStatus::kKept:
        ++totals.kept;
        break;
      case TagStatus::kInterrupted:
        ++totals.interrupted;
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
  nlohmann::ordered_json entry = {{"file", row.input.audio.string()},
                                  {"status", name_of(row.status)}};
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

void print_json(const std::vector<TagRow>& rows, const TagChoice& choice, double wall_seconds) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const TagRow& row : rows) files.push_back(row_json(row, choice));
  const Totals totals = totals_of(rows);
  const nlohmann::ordered_json summary = {
      {"files", files},
      {"total",
       {{"files", rows.size()},
        {"tagged", totals.tagged},
        {"skipped", totals.skipped},
        {"kept", totals.kept},
        {"failed", totals.failed},
        {"interrupted", totals.interrupted},
        {"audio_seconds", totals.audio_seconds},
        {"wall_seconds", wall_seconds},
        {"stage_seconds", times_json(totals.times)},
        {"times_real_time", wall_seconds > 0 ? totals.audio_seconds / wall_seconds : 0.0}}}};
  fmt::print("{}\n", summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_totals(const std::vector<TagRow>& rows, const BatchOptions& options,
                  double wall_seconds) {
  const Totals totals = totals_of(rows);
  fmt::print("\n{} tagged, {} skipped, {} failed", totals.tagged, totals.skipped, totals.failed);
  if (totals.kept) fmt::print(", {} kept", totals.kept);
  if (totals.interrupted) fmt::print(", {} not done", totals.interrupted);
  if (totals.tagged) {
    fmt::print("; {} of audio in {:.1f} s: {:.0f} times real time",
               length_text(totals.audio_seconds), wall_seconds,
               totals.audio_seconds / wall_seconds);
  }
  const std::string folder =
      options.output.empty() ? "beside each audio file" : options.output.string();
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

int run_tag(TagArguments& arguments) {
  if (!arguments.list.empty()) {
    for (std::string& line : read_list(arguments.list)) arguments.inputs.push_back(std::move(line));
  }
  if (arguments.inputs.empty() && !arguments.list.empty())
    throw ArgumentError(
        fmt::format("--list {}: an empty list, expected one path per line", arguments.list));
  if (arguments.inputs.empty())
    throw ArgumentError("tag: name at least one file or folder, or --list");
  BatchOptions& options = arguments.options;
  options.places = program_places();
  options.formats.clear();
  for (const std::string& name : arguments.formats) {
    const std::vector<Format> found = formats_by_name(name);
    if (found.empty()) {
      throw ArgumentError(
          fmt::format("--format {}: no such format; there are {}", name, format_names()));
    }
    options.formats.insert(options.formats.end(), found.begin(), found.end());
  }
  options.tags = tag_choice(arguments.tags, "--write-tags");
  if (arguments.min_bpm > 0) options.decoder.min_bpm = arguments.min_bpm;
  if (arguments.max_bpm > 0) options.decoder.max_bpm = arguments.max_bpm;
  if (arguments.snap || arguments.no_snap) options.decoder.snap_to_beats = arguments.snap;

  InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  check_overrides(models, options.decoder, {"--min-bpm", "--max-bpm"});
  const std::vector<TagInput> inputs = collect_inputs(arguments.inputs);
  if (inputs.empty()) throw ArgumentError("tag: no audio file was found in the inputs");
  if (arguments.verbose) {
    fmt::print(stderr, "tactus: computing on {}\n",
               describe(open_device(options.device, 0, program_places())));
  }
  const auto begin = std::chrono::steady_clock::now();
  ProgressLine progress(!arguments.quiet);
  progress.show(0, inputs.size(), "");
  const auto observer = [&](const TagRow& row, std::size_t done, std::size_t total) {
    if (!row.message.empty() && (arguments.verbose || row.status != TagStatus::kSkipped)) {
      progress.clear();
      const bool says_it = row.status == TagStatus::kKept;  // "FILE: kept: ..."
      fmt::print(stderr, "tactus: {}{}{}\n", says_it ? "" : name_of(row.status),
                 says_it ? "" : ": ", one_line(row.message));
    } else if (arguments.verbose) {
      progress.clear();
      fmt::print(stderr, "tactus: {}: {}\n", name_of(row.status),
                 one_line(row.input.audio.string()));
    }
    progress.show(done, total, one_line(row.input.relative.filename().string()));
  };
  const std::vector<TagRow> rows = tag_batch(inputs, models, options, observer, interrupt.token());
  progress.clear();
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (arguments.json) {
    print_json(rows, options.tags, wall);
  } else if (!arguments.quiet) {
    print_table(rows);
    print_totals(rows, options, wall);
    if (options.tags.any()) print_tag_changes(rows, options.tags.dry_run);
    const Totals totals = totals_of(rows);
    if (arguments.timing) print_timing(totals.times, totals.audio_seconds);
  }
  if (interrupt.interrupted()) return kInterrupted;
  const Totals totals = totals_of(rows);
  return totals.failed || totals.interrupted ? kSomeInputsFailed : kSuccess;
}

}  // namespace

void add_tag_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<TagArguments>();
  CLI::App* tag =
      root.add_subcommand("tag", "Write down beats, downbeats, chords and key of songs");
  tag->footer(kExamples);
  BatchOptions& options = arguments->options;
  tag->add_option("inputs", arguments->inputs, "Audio files and folders (searched recursively)");
  tag->add_option("--list", arguments->list,
                  "File with one path per line, - for standard input; lines that begin with # are "
                  "comments unless a file has that name");
  tag->add_option("-o,--output", options.output,
                  "Folder for the outputs (default: beside each audio file)")
      ->check(folder_name());
  tag->add_option("--format", arguments->formats, "Formats, comma-separated: " + format_names())
      ->delimiter(',')
      ->capture_default_str();
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
      ->check(CLI::IsMember({"auto", "constant", "free"}));
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
  tag->add_flag("--json", arguments->json, "Print the summary as JSON");
  tag->add_flag("--timing", arguments->timing, "Also print the time of each stage");
  tag->add_flag("-q,--quiet", arguments->quiet, "No progress and no table");
  tag->add_flag("-v,--verbose", arguments->verbose, "Print a line per song, and the device");
  tag->callback([arguments, &chosen] { chosen = [arguments] { return run_tag(*arguments); }; });
}

}  // namespace tactus
