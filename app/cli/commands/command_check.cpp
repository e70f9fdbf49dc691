// tactus check: compares the results of a device with those of another.
#include <fmt/core.h>

#include <exception>
#include <filesystem>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/model_options.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/interrupt.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/engine/models/device.h"
#include "app/workshop/bench/device_check.h"
#include "audio/standard_streams.h"
#include "model/backend/backend.h"
#include "model/backend/checked_backend.h"
#include "model/backend/reference/reference_backend.h"

namespace tactus {
namespace {

constexpr const char* kCheckExamples = R"(
Tags the beginning of each song and makes a training step on it. Every operation runs on the device
and on a second one. The check of a song stops at the first result that differs by more than single
precision explains. Devices with products in tf32, bf16, int16 or int8 differ more. If a song cannot be
read, the others are still checked (exit code 1).

Examples:
  tactus check --device cuda song.wav
  tactus check --device cpu:avx2 --against cpu:generic song.flac
  tactus check --device cuda:resident --against cuda:per-gate --seconds 20 song.flac)";

constexpr const char* kReference = "reference";
// A factor on the tolerances: inputs from real music reach tens, and errors grow over a thousand
// steps. Two backends in single precision pass if each is within 1e-5 of the exact outputs.
constexpr double kSlack = 10.0;

struct CheckArguments {
  std::vector<std::string> songs;
  std::vector<std::string> models;
  std::string device = "auto", against = kReference;
  DeviceCheckOptions options;
  bool no_training = false;
  bool quiet = false;
};

std::shared_ptr<Backend> second_device(const std::string& name) {
  return name == kReference ? make_reference_backend() : make_backend(name, 0, program_places());
}

// Counts the songs that differ or could not be checked.
RunOutcome check_songs(const CheckArguments& arguments, const std::vector<LoadedModel>& models,
                       const std::shared_ptr<Backend>& checked, const InterruptGuard& interrupt) {
  RunOutcome outcome;
  std::size_t begun = 0;
  for (const std::string& song : arguments.songs) {
    if (interrupt.interrupted()) break;
    ++begun;
    try {
      check_tagging(models, checked, song, arguments.options, interrupt.token());
      print_data("{}: tagging: the same\n", song);
      for (const LoadedModel& model : models) {
        if (!arguments.options.training) break;
        check_training(model, checked, song, arguments.options);
        print_data("{}: training {}: the same\n", song, model.path.stem().string());
      }
    } catch (const BackendMismatch& mismatch) {
      print_data("{}: {}\n", song, mismatch.what());
      ++outcome.failed;
    } catch (const std::exception& error) {
      if (interrupt.interrupted()) break;
      print_log("tactus: {}\n", error.what());
      ++outcome.failed;
    }
  }
  outcome.interrupted = interrupt.interrupted();
  if (outcome.interrupted)
    report_interrupted(arguments.songs.size() - begun, arguments.songs.size());
  return outcome;
}

int run_check(CheckArguments& arguments) {
  arguments.options.training = !arguments.no_training;
  arguments.options.decoder = program_places().decoder;
  const InterruptGuard interrupt;
  const std::vector<LoadedModel> models = program_models(arguments.models);
  const Device device = open_device(arguments.device, 0, program_places());
  const auto checked =
      make_checked_backend(device.backend, second_device(arguments.against), kSlack);
  if (!arguments.quiet)
    print_log("tactus: {}{}\n", checked->name(),
              device.note.empty() ? "" : fmt::format(" ({})", device.note));
  return check_songs(arguments, models, checked, interrupt).exit_code();
}

}  // namespace

CommandRow check_command() {
  auto arguments = std::make_shared<CheckArguments>();
  return {
      .name = "check",
      .help = "Compare two devices on real music",
      .footer = kCheckExamples,
      .options = {{"songs", &arguments->songs, kAudioFile, kAny, "Audio files", kRequired},
                  {"--device", &arguments->device, kDevice, kAny, kDeviceHelp, kShowsDefault},
                  {"--against", &arguments->against, kDevice, kAny,
                   "a second device, or \"reference\" for the simple reference code",
                   kShowsDefault},
                  model_options(arguments->models),
                  {"--seconds", &arguments->options.seconds, kNumber, numbers(1.0, 86400.0),
                   "seconds of each song to check", kShowsDefault},
                  {"--no-training", &arguments->no_training, kFlag, kAny,
                   "only tag, without a training step"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors and results only"}},
      .run = [arguments] { return run_check(*arguments); }};
}

}  // namespace tactus
