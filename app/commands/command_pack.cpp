// tactus pack MODEL: writes the model in a smaller file.

#include <CLI/App.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/option_checks.h"
#include "app/models/model_store.h"
#include "app/program/exit_code.h"
#include "app/program/program_models.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

constexpr const char* kExamples = R"(
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

void add_pack_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<PackArguments>();
  CLI::App* pack =
      root.add_subcommand("pack", "Write a model with weights in bf16, in half the size");
  pack->footer(kExamples);
  pack->add_option("model", arguments->model, "Model file, or the name of a shipped one")
      ->required();
  pack->add_option("-o,--output", arguments->output, "Model to write")
      ->required()
      ->check(output_name());
  pack->add_flag("--overwrite", arguments->overwrite,
                 "Replace an existing file; that of another program stays as NAME.orig");
  pack->add_flag("-q,--quiet", arguments->quiet, "Print errors only");
  pack->callback([arguments, &chosen] { chosen = [arguments] { return run_pack(*arguments); }; });
}

}  // namespace tactus
