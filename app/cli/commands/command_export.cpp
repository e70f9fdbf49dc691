// tactus export MODEL: writes the model as an ONNX file.
#include <fmt/core.h>

#include <memory>
#include <string>

#include "app/cli/commands/commands.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_models.h"
#include "app/doors/onnx/onnx_model.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

constexpr const char* kExportExamples = R"(
Other programs run the networks from an ONNX file: onnxruntime, OpenVINO, TensorRT, a browser. An ensemble becomes
one graph. Its input is "features" [batch, time, C] of any batch and time. Each head NAME has two outputs [batch,
time, K]: its probabilities NAME, and NAME_logits. The metadata contain the parameters of the features, the vocabulary
of chords, the settings of the decoder, and the licence and origin of the model. app/doors/onnx/README.md shows how to make
the features and to decode the outputs.

Examples:
  tactus export beats -o beats.onnx
  tactus export my-chords.safetensors -o chords.onnx)";

struct ExportArguments {
  std::string model;
  std::string output;
  bool overwrite = false;
};

int run_export(const ExportArguments& arguments) {
  const LoadedModel loaded = program_model(arguments.model);
  refuse_to_write_over(loaded, arguments.output);
  check_new_model(arguments.output, arguments.overwrite);
  const std::string bytes = onnx_bytes(loaded.model);
  const auto copy = OutputFiles().write(arguments.output, bytes, {.overwrite = true});
  const std::string kept = kept_message(arguments.output, copy);
  if (!kept.empty()) print_log("{}\n", kept);
  print_log("{}: {} of {}, {} bytes\n", arguments.output,
            counted(networks_of(loaded.model).size(), "network"), loaded.path.string(),
            bytes.size());
  return kSuccess;
}

}  // namespace

CommandRow export_command() {
  auto arguments = std::make_shared<ExportArguments>();
  return {
      .name = "export",
      .help = "Write a model as an ONNX file for other programs",
      .footer = kExportExamples,
      .options = {{"model", &arguments->model, kModel, kAny,
                   "Model file, or the name of a shipped model", kRequired},
                  {"-o,--output", &arguments->output, kOnnxPath, kOutputName,
                   "File to write (.onnx)", kRequired},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Replace an existing file; a file from another program is kept as NAME.orig"}},
      .run = [arguments] { return run_export(*arguments); }};
}

}  // namespace tactus
