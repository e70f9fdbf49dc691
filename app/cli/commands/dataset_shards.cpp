#include "app/cli/commands/dataset_shards.h"

#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/progress_line.h"
#include "app/workshop/training/shard_preparation.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"
#include "datasets/cache/cache_folder.h"
#include "datasets/formats/format.h"
#include "model/backend/usable_processors.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

struct ShardArguments {
  std::string config;
  fs::path output;
  std::string part;
  std::string size = "256M";
  std::vector<std::string> data;
  std::vector<std::string> assignments;
  int threads = 0;
  bool quiet = false;
};

std::uintmax_t size_of(const std::string& text) {
  try {
    return parse_size(text);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("--size: {}", error.what()));
  }
}

TrainConfig configured(const ShardArguments& arguments) {
  TrainConfig config = load_train_config(arguments.config, arguments.assignments);
  if (!arguments.data.empty()) replace_data(config, arguments.data);
  return config;
}

void print_report(const ShardArguments& arguments, const ShardReport& report) {
  if (!arguments.quiet) {
    for (const std::string& note : report.notes) print_log("{}\n", one_line(shown_note(note)));
  }
  for (const std::string& song : report.failed) print_log("tactus: left out: {}\n", one_line(song));
  print_data("{}: {}, {} written, {} already there, {} left out; {}\n", arguments.output.string(),
             counted(report.songs, "song"), report.written, report.found, report.failed.size(),
             counted(report.files, "file"));
}

int run_shards(const ShardArguments& arguments) {
  ShardPreparation preparation;
  preparation.folder = arguments.output;
  preparation.file_bytes = size_of(arguments.size);
  if (!arguments.part.empty()) preparation.part = parse_shard(arguments.part);
  preparation.threads = arguments.threads > 0 ? arguments.threads : usable_processors();
  const TrainConfig config = configured(arguments);
  require_writable_folder(arguments.output, "-o");
  const InterruptGuard interrupt;
  ProgressLine line(!arguments.quiet);
  const ShardReport report = prepare_shards(
      config, preparation,
      [&](std::size_t done, std::size_t total, const std::string& name) {
        line.show(done, total, one_line(name));
      },
      interrupt.token());
  line.clear();
  print_report(arguments, report);
  if (report.stopped) {
    report_interrupted(report.songs - report.found - report.written - report.failed.size(),
                       report.songs, "run the same command again to continue");
  }
  return RunOutcome{.failed = report.failed.size(), .interrupted = report.stopped}.exit_code();
}

constexpr const char* kDatasetShardsExamples = R"(Examples:
  tactus dataset shards beats.yaml -o shards
  tactus dataset shards beats.yaml -o shards --shard 2/4    one of four processes
  tactus train beats.yaml --data shards
After an interruption, run the same command again to continue. It also rewrites files whose songs have
changed. Exit code 1: songs were left out.)";

}  // namespace

CommandRow dataset_shards_command() {
  const auto arguments = std::make_shared<ShardArguments>();
  return {
      .name = "shards",
      .help = "Write the features for a training into a few large files",
      .footer = kDatasetShardsExamples,
      .options =
          {{"CONFIG", &arguments->config, kYamlFile, kAny, "YAML file of the training", kRequired},
           {"-o,--output", &arguments->output, kPath, kOutputName, "Folder of the shards",
            kRequired},
           {"--shard", &arguments->part, kText, kAny,
            "Only part NUMBER/COUNT of the songs, such as 3/10; each part writes files of its "
            "own"},
           {"--size", &arguments->size, kText, kAny, "Largest size of a file", kShowsDefault},
           {"--threads", &arguments->threads, kNumber, numbers(0, 1024),
            "Songs at a time, 0 = one per processor; each takes the memory of a song"},
           {"--data", &arguments->data, kCorpus, kAny,
            "Corpora instead of those of the configuration: manifests or folders"},
           {"--set", &arguments->assignments, kAssignment, kAny,
            "Change a value of the configuration, KEY.SUBKEY=VALUE; may be repeated"},
           {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors and results only"}},
      .run = [arguments] { return run_shards(*arguments); }};
}

}  // namespace tactus
