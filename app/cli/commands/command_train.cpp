#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>
#include <thread>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/train_comparison.h"
#include "app/cli/commands/train_terminal.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_places.h"
#include "app/engine/models/device.h"
#include "app/workshop/ranks/process_groups.h"
#include "app/workshop/training/run_lock.h"
#include "app/workshop/training/train_job.h"
#include "audio/standard_streams.h"

namespace tactus {
namespace {

struct TrainOptions {
  std::string config;
  std::string output;
  std::string cache;
  std::vector<std::string> data;
  std::vector<std::string> assignments;
  std::string device;
  int threads = -1;
  bool resume = false;
  bool overwrite = false;
  bool quiet = false;
  bool verbose = false;
  std::string progress;  // "json", or "" = lines for a person
};

// The file that the user means: "quick" is the recipe of that name if no file is called so. A
// folder can be: `tactus tag -o quick` makes it.
std::filesystem::path config_of(const std::string& name) {
  std::error_code unknown;
  const bool folder = std::filesystem::is_directory(name, unknown);
  const bool file = !folder && std::filesystem::exists(name, unknown);
  if (file || name.find('/') != std::string::npos) return name;
  const std::filesystem::path recipes = shipped_folder("recipes");
  const std::filesystem::path recipe = recipes / (name + ".yaml");
  if (std::filesystem::exists(recipe, unknown)) return recipe;
  if (folder) return name;  // the reader says what it is
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(recipes, unknown))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  const std::string near = suggestion(std::filesystem::path(name).stem().string(), names);
  throw ArgumentError(fmt::format("{}: no such file, and no recipe of that name in {}{}{}", name,
                                  recipes.string(), near.empty() ? "" : ".", near));
}

TrainConfig configured(const TrainOptions& options) {
  TrainConfig config = load_train_config(options.config, options.assignments);
  if (!options.output.empty()) config.output = options.output;
  if (config.output.empty())
    config.output = std::filesystem::path(options.config).stem().string() + ".safetensors";
  if (!options.cache.empty()) config.cache = options.cache;
  if (!options.device.empty()) config.device = options.device;
  if (options.threads >= 0) config.threads = options.threads;
  if (!options.data.empty()) replace_data(config, options.data);
  return config;
}

// These files may hold hours of work. A log without a model and a state does not.
void refuse_to_replace(const std::filesystem::path& output) {
  for (const char* suffix : {"", ".state"}) {
    const std::filesystem::path file = output.string() + suffix;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) continue;
    const bool resumable = std::filesystem::exists(output.string() + ".state", error);
    throw ArgumentError(
        fmt::format("{}: already exists; {}--overwrite starts again, -o chooses another file",
                    file.string(), resumable ? "--resume continues that run, " : ""));
  }
}

void print_event(const TrainEvent& event) {
  const std::string line = to_json_line(event) + '\n';
  write_data(line);
  flush_data();
}

// The model is written already: an error in the comparison costs only its table.
void print_comparison(const TrainConfig& config, std::stop_token stop) {
  try {
    print_log("{}", comparison_with_shipped(config, program_places(), std::move(stop)));
  } catch (const std::exception& error) {
    print_log("note: no comparison with the shipped model: {}\n", error.what());
  }
}

int train(const TrainOptions& options, const std::shared_ptr<ProcessGroup>& group) {
  const TrainConfig config = configured(options);
  const bool leader = leads(group.get());
  if (leader && !options.resume && !options.overwrite && !config.output.empty()) {
    refuse_while_trained(config.output);  // before a message that suggests --overwrite
    refuse_to_replace(config.output);
  }
  TrainJobOptions job;
  job.resume = options.resume;
  job.config_file = std::filesystem::absolute(options.config).string();
  job.places = program_places();
  TrainTerminal terminal(options.quiet     ? Verbosity::kQuiet
                         : options.verbose ? Verbosity::kVerbose
                                           : Verbosity::kNormal);
  job.observer = &terminal;
  job.samples = !options.progress.empty();
  job.events = [&](const TrainEvent& event) {
    terminal.hear(event);
    if (!options.progress.empty()) print_event(event);
  };
  InterruptGuard interrupt;
  PauseSwitch pause;
  const PauseSignals pause_signals(pause);
  job.pause = &pause;
  job.group = group;
  if (run_training(config, job, interrupt.token()) != RunEnded::Result::kFinished)
    return kInterrupted;
  if (leader && options.progress.empty()) {
    if (!options.quiet) print_comparison(config, interrupt.token());
    print_data("{}\n", config.output.string());
  }
  return kSuccess;
}

// One failed rank ends all. What fails in all, rank 0 says.
[[noreturn]] void end_ranks(ProcessGroup& group, const std::exception& error) {
  if (!leads(&group)) std::this_thread::sleep_for(std::chrono::seconds(1));
  const auto* known = dynamic_cast<const Error*>(&error);
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  print_log("tactus: rank {} of {}: {}\n", group.rank(), group.ranks(),
            memory ? "out of memory" : error.what());
  group.end_all(known ? exit_code_of(*known) : kSomeInputsFailed);
  std::abort();
}

int run_train(TrainOptions& options) {
  options.config = config_of(options.config).string();
  if (!is_one_of_ranks()) return train(options, nullptr);
  const std::shared_ptr<ProcessGroup> group = join_ranks(program_places());
  try {
    return train(options, group);
  } catch (const std::exception& error) {
    end_ranks(*group, error);
  }
}

constexpr const char* kTrainExamples = R"(Examples:
  tactus train datasets/recipes/quick.yaml      a first training, on the demo songs
  tactus train datasets/recipes/beats.yaml --data corpus/manifest.yaml -o beats.safetensors
  tactus train my.yaml --set schedule.epochs=5 --set network.hidden=32
  tactus train my.yaml --resume
  mpirun -n 4 tactus train my.yaml              four processes, or machines, share each batch
With at most 10 validation songs the run ends with their scores, beside the shipped model's.
Tactus also writes MODEL.log (csv, one row per epoch) and MODEL.state (for --resume).
With `initial_model: MODEL` in the configuration a run continues from another model.
Ctrl-C saves the state and ends with exit code 130. SIGUSR1 pauses: the state is saved and
the process waits; SIGUSR2 resumes it.)";

}  // namespace

CommandRow train_command() {
  auto options = std::make_shared<TrainOptions>();
  return {
      .name = "train",
      .help = "Train a network from a YAML configuration",
      .footer = kTrainExamples,
      .options = {{"CONFIG", &options->config, kYamlFile, kAny,
                   "YAML file, or the name of a recipe of datasets/recipes", kRequired},
                  {"-o,--output", &options->output, kModelPath, kOutputName,
                   "Model to write (default: the configuration's `output`, else CONFIG's name with "
                   ".safetensors in the current folder)"},
                  {"--data", &options->data, kCorpus, kAny,
                   "Corpora to train on, instead of those of the configuration: manifests, "
                   "folders, or folders of shards"},
                  {"--cache", &options->cache, kFolder, kAny,
                   "Folder that keeps the songs' features between runs"},
                  {"--threads", &options->threads, kNumber, numbers(0, 1024),
                   "CPU threads, 0 = one per processor"},
                  {"--device", &options->device, kDevice, kAny, kDeviceHelp},
                  {"--set", &options->assignments, kAssignment, kAny,
                   "Change a value of the configuration, KEY.SUBKEY=VALUE; may be repeated"},
                  {"--resume", &options->resume, kFlag, kAny,
                   "Continue an interrupted run where it stopped"},
                  {"--overwrite", &options->overwrite, kFlag, kAny,
                   "Replace an existing model, its log and its state, and start again",
                   excludes({"--resume"})},
                  {"-q,--quiet", &options->quiet, kFlag, kAny, "Print errors only"},
                  {"-v,--verbose", &options->verbose, kFlag, kAny, "Print more",
                   excludes({"--quiet"})},
                  {"--progress", &options->progress, kText, one_of({"json"}),
                   "json: print every event as a JSON object on one line, see train_events.h"}},
      .run = [options] { return run_train(*options); }};
}

}  // namespace tactus
