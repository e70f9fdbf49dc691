// tactus ensemble MODEL...: joins several models of one task; their outputs are averaged.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_models.h"
#include "app/engine/models/model_store.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"
#include "datasets/tasks/task_table.h"

namespace tactus {
namespace {

constexpr const char* kEnsembleExamples = R"(
Writes one model that contains the networks of all models. The mean of their outputs (logits) is decoded with
the settings of the first model. All must have the same features and outputs; sizes and numbers of layers may
differ. Networks make different errors, so the mean is right more often, but tagging takes the time of all
networks. The ensemble has no calibration: see tactus calibrate. A training that begins with an ensemble
continues from one of its networks (initial_network).

Examples:
  tactus ensemble seed-1.safetensors seed-2.safetensors seed-3.safetensors -o beats.safetensors
  tactus eval --model beats.safetensors --dataset my-songs)";

struct EnsembleArguments {
  std::vector<std::string> models;
  std::string output;
  bool overwrite = false;
  bool quiet = false;
};

// A metadata key of a joining network that differs from the first network: "data (network 2)".
void add_provenance(Model& ensemble, const Model& model, std::size_t number) {
  for (const auto& [name, text] : model.provenance) {
    const auto said = ensemble.provenance.find(name);
    if (name == "calibration" || (said != ensemble.provenance.end() && said->second == text))
      continue;
    ensemble.provenance[fmt::format("{} (network {})", name, number)] = text;
  }
}

// Gives the ensemble the features of both. False if they differ by more than what one has beside
// the other's.
bool join_features(Model& ensemble, const Model& model) {
  const TaskFeatures all = task_of(ensemble)->features(), more = task_of(model)->features();
  if (all.key == more.key || all.key == more.wider_key) return true;
  if (all.wider_key != more.key) return false;
  ensemble.nnls_chroma = model.nnls_chroma;
  return true;
}

void join(LoadedModel& ensemble, const LoadedModel& model) {
  Model& all = ensemble.model;
  if (!join_features(all, model.model))
    throw ArgumentError(fmt::format(
        "ensemble: {} and {} were trained on different features; `tactus info` shows them",
        model.path.string(), ensemble.path.string()));
  if (!agree(all.spec, model.model.spec))
    throw ArgumentError(
        fmt::format("ensemble: {} and {} have different outputs; `tactus info` shows them",
                    model.path.string(), ensemble.path.string()));
  add_provenance(all, model.model, networks_of(all).size() + 1);
  for (const TrainedNetwork* network : networks_of(model.model)) all.others.push_back(*network);
  if (model.model.stored != all.stored) all.stored = WeightPrecision::kFp32;
}

int run_ensemble(const EnsembleArguments& arguments) {
  LoadedModel ensemble = program_model(arguments.models.front());
  refuse_to_write_over(ensemble, arguments.output);
  ensemble.model.decoder_json = decoder_with(ensemble.model, {});
  ensemble.model.provenance.erase("calibration");
  for (std::size_t k = 1; k < arguments.models.size(); ++k) {
    const LoadedModel model = program_model(arguments.models[k]);
    refuse_to_write_over(model, arguments.output);
    join(ensemble, model);
  }
  check_new_model(arguments.output, arguments.overwrite);
  OutputFiles files;
  const std::string kept = write_model(ensemble.model, arguments.output, files);
  if (!kept.empty()) print_log("{}\n", kept);
  if (!arguments.quiet)
    print_log("{}: {} networks\n", arguments.output, networks_of(ensemble.model).size());
  return kSuccess;
}

}  // namespace

CommandRow ensemble_command() {
  auto arguments = std::make_shared<EnsembleArguments>();
  return {
      .name = "ensemble",
      .help = "Join several models of one task; their outputs are averaged",
      .footer = kEnsembleExamples,
      .options = {{"models", &arguments->models, kModel, kAny,
                   "Two or more model files, or names of shipped models", kRequired | at_least(2)},
                  {"-o,--output", &arguments->output, kModelPath, kOutputName, "Model to write",
                   kRequired},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Replace an existing file; a file from another program is kept as NAME.orig"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only"}},
      .run = [arguments] { return run_ensemble(*arguments); }};
}

}  // namespace tactus
