#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/dataset_consensus.h"
#include "app/cli/commands/dataset_report.h"
#include "app/cli/commands/dataset_shards.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/progress_line.h"
#include "app/workshop/corpora/dataset_check.h"
#include "app/workshop/corpora/dataset_list.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"
#include "datasets/cache/cache_folder.h"
#include "datasets/cache/content_hash.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatasetExamples = R"(Examples:
  tactus dataset check ~/corpora/Ballroom             all errors and warnings, as a table
  tactus dataset check my/manifest.yaml --json        the same as JSON
  tactus dataset list ~/corpora/GuitarSet             what a loader finds: songs, layers, hours, splits
  tactus dataset split ~/corpora/GuitarSet --by artist -o guitarset.yaml
  tactus dataset cache --limit 50G                    shows the feature cache and limits its size
  tactus dataset shards beats.yaml -o shards          features for a training, in a few large files
  tactus dataset consensus tags aubio qm -o corpus    beats that several trackers agree on)";

struct DatasetCheckArguments {
  fs::path path;
  DatasetCheckOptions options;
  bool no_sound = false;
  bool json = false;
  bool strict = false;
  bool quiet = false;
};

int run_dataset_check(const DatasetCheckArguments& arguments) {
  InterruptGuard interrupt;
  const DatasetSource source = open_dataset(arguments.path);
  DatasetCheckOptions options = arguments.options;
  options.sound = !arguments.no_sound;
  options.decoder = program_places().decoder;
  ProgressLine line(!arguments.quiet);
  const DatasetReport report = check_dataset(
      source, options,
      [&](std::size_t done, std::size_t total, const std::string& id) {
        line.show(done, total, id);
      },
      interrupt.token());
  line.clear();
  if (interrupt.interrupted()) {
    print_log("tactus: interrupted: only part of the corpus was checked\n");
    return kInterrupted;
  }
  for (const std::string& note : report.notes) {
    if (!arguments.quiet) print_log("{}\n", shown_note(note));
  }
  const std::string text = arguments.json ? report_json(report) : report_table(report);
  write_data(text);
  return RunOutcome{.failed = report.count(Severity::kError),
                    .warned = report.count(Severity::kWarning),
                    .strict = arguments.strict}
      .exit_code();
}

constexpr const char* kCheckFooter =
    R"(Errors (exit code 1): missing-file unreadable-audio damaged-audio unreadable-annotation
empty-annotation beat-outside chord-label split-name split-leak. All others are warnings.

Examples:
  tactus dataset check ~/corpora/Ballroom              as a table
  tactus dataset check my/manifest.yaml --no-sound     in a moment, without decoding)";

CommandRow dataset_check_command() {
  const auto arguments = std::make_shared<DatasetCheckArguments>();
  return {
      .name = "check",
      .help = "List errors in a corpus",
      .footer = kCheckFooter,
      .options = {{"PATH", &arguments->path, kCorpus, kAny, "Folder or manifest (YAML)", kRequired},
                  {"-j,--jobs", &arguments->options.jobs, kNumber, numbers(0, 1024),
                   "Songs at a time (default: one per core)"},
                  {"--no-sound", &arguments->no_sound, kFlag, kAny,
                   "Do not decode the audio: no check of damage, lengths, shifts and copies"},
                  {"--json", &arguments->json, kFlag, kAny, "Print JSON"},
                  {"--strict", &arguments->strict, kFlag, kAny,
                   "Exit code 3 if there are warnings and no error"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny,
                   "Print errors only: no progress, no notes"}},
      .run = [arguments] { return run_dataset_check(*arguments); }};
}

CommandRow dataset_list_command() {
  const auto path = std::make_shared<fs::path>();
  return {.name = "list",
          .help = "Show what a loader finds in a corpus",
          .options = {{"PATH", path.get(), kCorpus, kAny, "Folder or manifest (YAML)", kRequired}},
          .run = [path] {
            const std::string text = dataset_listing(open_dataset(*path), program_places().decoder);
            write_data(text);
            return static_cast<int>(kSuccess);
          }};
}

struct SplitArguments {
  fs::path path;
  fs::path output;
  std::string by = "artist";
  std::vector<double> shares = {80, 10, 10};
  std::uint64_t seed = 0;
  bool keep = false;
  bool overwrite = false;
  int folds = 0;
};

// A manifest to write, and the message about it.
struct SplitManifest {
  fs::path path;
  std::string text;
  std::string counts;
};

// corpus.yaml -> corpus-2.yaml
fs::path fold_path(const fs::path& output, int fold) {
  return output.parent_path() /
         fmt::format("{}-{}{}", output.stem().string(), fold, output.extension().string());
}

bool has_song_of(const Corpus& corpus, std::string_view split) {
  return std::ranges::find(corpus.items, split, &CorpusItem::split) != corpus.items.end();
}

// Each part that should have songs and has none. Of a fold, `test` is no share.
void note_empty_parts(const Corpus& corpus, const SplitPlan& plan, const std::string& place,
                      Notes& notes) {
  const std::pair<const char*, double> parts[] = {
      {"train", plan.shares.train},
      {"validation", plan.shares.validation},
      {"test", plan.folds > 0 ? 0.0 : plan.shares.test}};
  for (const auto& [split, share] : parts) {
    if (share > 0.0 && !has_song_of(corpus, split))
      notes.push_back(fmt::format(
          "{}no songs in {}; {}", place, split,
          plan.by_artist ? "the songs of an artist stay together; try --by song or other --shares"
                         : "try another --seed or other --shares"));
  }
}

std::vector<SplitManifest> split_manifests(Corpus corpus, const SplitArguments& arguments,
                                           Notes& notes) {
  const std::vector<double>& shares = arguments.shares;
  SplitPlan plan{.by_artist = arguments.by == "artist",
                 .shares = {shares[0], shares[1], shares[2]},
                 .seed = arguments.seed,
                 .keep = arguments.keep,
                 .folds = arguments.folds};
  std::vector<SplitManifest> manifests;
  const auto add = [&](const fs::path& path, const std::string& title) {
    try {
      assign_splits(corpus, plan);
    } catch (const std::invalid_argument& error) {
      throw ArgumentError(fmt::format("dataset split: {}", error.what()));
    }
    note_empty_parts(corpus, plan, plan.folds > 0 ? fmt::format("fold {}: ", plan.fold) : "",
                     notes);
    manifests.push_back({path, manifest_text_at(corpus, path), title + split_counts(corpus)});
  };
  if (plan.folds == 0) add(arguments.output, "");
  for (plan.fold = 1; plan.fold <= plan.folds; ++plan.fold) {
    add(fold_path(arguments.output, plan.fold), fmt::format("fold {}:\n", plan.fold));
    if (!has_song_of(corpus, "test")) {
      notes.push_back(fmt::format("fold {}: no song to test with; use fewer folds", plan.fold));
    }
  }
  return manifests;
}

// An identical manifest may be replaced: nothing is lost.
bool would_lose(const SplitManifest& manifest) {
  if (std::error_code unknown; !fs::is_regular_file(manifest.path, unknown)) return false;
  std::ifstream file(manifest.path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {}) != manifest.text;
}

int run_split(const SplitArguments& arguments) {
  Notes notes;
  Corpus corpus = usable_corpus(open_dataset(arguments.path), notes);
  const std::vector<SplitManifest> manifests = split_manifests(std::move(corpus), arguments, notes);
  for (const std::string& note : notes) print_log("{}\n", shown_note(note));
  for (const SplitManifest& manifest : manifests) {
    if (arguments.overwrite || !would_lose(manifest)) continue;
    throw ArgumentError(
        fmt::format("dataset split: {}: already exists with different content; use --overwrite",
                    manifest.path.string()));
  }
  OutputFiles files;
  for (const SplitManifest& manifest : manifests) {
    const auto kept = files.write(manifest.path, manifest.text, {.overwrite = true});
    if (kept) print_log("tactus: {}\n", kept_message(manifest.path, kept));
    print_data("{}", manifest.counts);
  }
  return kSuccess;
}

CommandRow dataset_split_command() {
  const auto arguments = std::make_shared<SplitArguments>();
  return {
      .name = "split",
      .help = "Write a manifest with splits",
      .options = {{"PATH", &arguments->path, kCorpus, kAny, "Folder or manifest (YAML)", kRequired},
                  {"-o,--output", &arguments->output, kManifestPath, kOutputName,
                   "Manifest to write", kRequired},
                  {"--by", &arguments->by, kText, one_of({"song", "artist"}),
                   "What one split keeps together: song, or artist (composer)", kShowsDefault},
                  {"--shares", &arguments->shares, kNumber, kAny,
                   "Shares of train, validation and test (default 80,10,10)", kList | exactly(3)},
                  {"--seed", &arguments->seed, kNumber, kAny, "Seed of the random split",
                   kShowsDefault},
                  {"--keep", &arguments->keep, kFlag, kAny, "Songs that have a split keep it"},
                  {"--folds", &arguments->folds, kNumber, numbers(2, 100),
                   "Cross-validation: OUTPUT-1.yaml ... OUTPUT-K.yaml, each with another part of "
                   "the songs as test",
                   excludes({"--keep"})},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Replace existing files that have different content"}},
      .run = [arguments] { return run_split(*arguments); }};
}

struct CacheArguments {
  fs::path folder = default_cache_folder();
  std::string limit;
  bool clear = false;
};

// Returns how many cached features were removed: 0 without --clear or --limit.
std::size_t shrink(CacheFolder& cache, const CacheArguments& arguments) {
  if (arguments.clear) return cache.clear();
  if (arguments.limit.empty()) return 0;
  HashIndex(cache.audio_index()).forget_absent();
  return cache.trim();
}

int run_cache(const CacheArguments& arguments) {
  if (!fs::is_directory(arguments.folder)) {
    throw ArgumentError(fmt::format("{}: contains no cache", arguments.folder.string()));
  }
  CacheFolder cache(arguments.folder);
  try {
    if (!arguments.limit.empty()) cache.set_limit(parse_size(arguments.limit));
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("--limit: {}", error.what()));
  }
  const std::size_t removed = shrink(cache, arguments);
  const CacheUsage usage = cache.usage();
  print_data("{}: features of {}, {} of at most {}; {} removed\n", arguments.folder.string(),
             counted(usage.files, "song"), size_text(usage.bytes), size_text(usage.limit), removed);
  return kSuccess;
}

CommandRow dataset_cache_command() {
  const auto arguments = std::make_shared<CacheArguments>();
  return {.name = "cache",
          .help = "Show, limit or empty the feature cache",
          .options = {{"--folder", &arguments->folder, kFolder, kAny, "The cache of `tactus train`",
                       kShowsDefault},
                      {"--limit", &arguments->limit, kText, kAny,
                       "New limit, for example 20G; the least recently used features are removed"},
                      {"--clear", &arguments->clear, kFlag, kAny,
                       "Remove all cached features; other files in the folder are kept"}},
          .run = [arguments] { return run_cache(*arguments); }};
}

}  // namespace

CommandRow dataset_command() {
  return {
      .name = "dataset",
      .help = "Check, list and split corpora",
      .footer = kDatasetExamples,
      .below = {dataset_check_command(), dataset_list_command(), dataset_split_command(),
                dataset_cache_command(), dataset_shards_command(), dataset_consensus_command()}};
}

}  // namespace tactus
