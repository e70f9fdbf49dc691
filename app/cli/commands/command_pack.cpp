// tactus pack MODEL: writes the model in a smaller file.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_models.h"
#include "app/engine/models/model_store.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

constexpr const char* kPackExamples = R"(
Rounds the weight matrices to bf16 (8 bits of precision, the range of single precision). Everything else in
MODEL stays. The file is about half as large. Results differ a little: compare them with tactus eval. The
precision of the computation does not change: see --device of tactus tag.

Examples:
  tactus pack my-beats.safetensors -o beats-small.safetensors
  tactus eval --model beats-small.safetensors --dataset my-songs)";

struct PackArguments {
  std::string model;
  std::string output;
  bool overwrite = false;
  bool quiet = false;
};

int run_pack(const PackArguments& arguments) {
  LoadedModel loaded = program_model(arguments.model);
  const std::uintmax_t before = std::filesystem::file_size(loaded.path);
  refuse_to_write_over(loaded, arguments.output);
  check_new_model(arguments.output, arguments.overwrite);
  loaded.model.stored = WeightPrecision::kBf16;
  OutputFiles files;
  const std::string kept = write_model(loaded.model, arguments.output, files);
  if (!kept.empty()) print_log("{}\n", kept);
  if (!arguments.quiet)
    print_log("{}: {} bytes, {} had {}\n", arguments.output,
              std::filesystem::file_size(arguments.output), loaded.path.string(), before);
  return kSuccess;
}

}  // namespace

CommandRow pack_command() {
  auto arguments = std::make_shared<PackArguments>();
  return {
      .name = "pack",
      .help = "Write a model with weights in bf16, in half the size",
      .footer = kPackExamples,
      .options = {{"model", &arguments->model, kModel, kAny,
                   "Model file, or the name of a shipped model", kRequired},
                  {"-o,--output", &arguments->output, kModelPath, kOutputName, "Model to write",
                   kRequired},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Replace an existing file; a file from another program is kept as NAME.orig"},
                  {"-q,--quiet", &arguments->quiet, kFlag, kAny, "Print errors only"}},
      .run = [arguments] { return run_pack(*arguments); }};
}

}  // namespace tactus
