#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_models.h"
#include "app/cli/program/program_places.h"
#include "app/engine/models/card_rates.h"
#include "app/engine/models/cuda_module.h"
#include "app/engine/models/device.h"
#include "app/engine/models/model_store.h"
#include "app/workshop/corpora/dataset_list.h"
#include "audio/error.h"
#include "audio/readers/isolated_reader.h"
#include "audio/readers/open_audio.h"
#include "audio/standard_streams.h"
#include "datasets/tasks/task_table.h"
#include "gpu/runtime/driver_reasons.h"
#include "model/backend/backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kInfoExamples = R"(Examples:
  tactus info                  the shipped models, what protects the decoding of files, and where
                               models, configuration and cache are stored
  tactus info beats            one of them, with its provenance
  tactus info song.flac        format and length of an audio file, read to its end
  tactus info --devices        devices of this computer, and which one --device auto chooses)";

void print_model(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  print_data("{}\n  fingerprint  {}\n", loaded.path.string(), loaded.fingerprint);
  print_data("  hash         right\n");
  const auto networks = networks_of(model);
  std::size_t parameters = 0;
  for (const TrainedNetwork* network : networks) parameters += network->parameters.size();
  if (networks.size() > 1)
    print_data("  networks     {}; their outputs are averaged\n", networks.size());
  print_data("  parameters   {}{}\n  input        {} features per frame, {:g} frames per second\n",
             parameters, model.stored == WeightPrecision::kBf16 ? ", matrices in bf16" : "",
             most_inputs(model), feature_fps(model));
  print_data("  features     {}\n", task_of(model)->features().key);
  for (std::size_t k = 0; k < networks.size(); ++k) {
    if (networks.size() > 1) print_data("  network {}\n", k + 1);
    for (const LayerSpec& layer : networks[k]->spec.layers) {
      print_data("  layer        LSTM, {} units{}{}\n", layer.hidden,
                 layer.bidirectional ? " each way" : "", layer.peepholes ? ", peepholes" : "");
    }
  }
  for (const HeadSpec& head : model.spec.heads) {
    print_data("  output       {} ({}, {})\n", head.name, head.classes,
               head.kind == HeadKind::kSigmoid ? "sigmoid" : "softmax");
  }
  for (const auto& [name, text] : model.provenance) {
    const bool long_text = text.find('\n') != std::string::npos;
    print_data("  {:<12} {}\n", name, long_text ? "(below)" : text);
    if (long_text) print_data("    {}\n", text);
  }
}

// Returns whether the sound is damaged.
bool print_audio(const fs::path& path) {
  const auto reader = open_audio(path, 0, program_places().decoder);
  AudioSource& source = *reader;
  std::vector<float> block(65536);
  std::size_t samples = 0;
  float peak = 0.0f;
  for (std::size_t got; (got = source.read(block)) > 0; samples += got) {
    for (std::size_t i = 0; i < got; ++i) peak = std::max(peak, std::abs(block[i]));
  }
  const AudioInfo& info = source.info();
  print_data("{}\n  format       {}\n  sample rate  {} Hz\n  channels     {}\n", path.string(),
             info.format, info.sample_rate, info.channels);
  print_data(
      "  length       {:.3f} s ({} samples)\n  peak         {:.4f} of full scale, mono mix\n",
      static_cast<double>(samples) / source.sample_rate(), samples, peak);
  const auto warning = source.warning();
  if (warning) print_data("  damaged      {}\n", *warning);
  return warning.has_value();
}

void print_decoder() {
  const std::vector<std::string> decoder = program_places().decoder;
  print_data("{}\n  decodes each audio file in a process of its own\n", decoder.front());
  print_data("  sandbox      {}\n", sandbox_of(decoder));
}

const char* presence_of(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown) ? "" : " (none yet)";
}

// Where the program looks, and which variables change that.
void print_places() {
  const auto print = [](const char* what, const fs::path& path, const char* from) {
    print_data("  {:<15}{}{}, {}\n", what, path.empty() ? "none" : path.string(),
               path.empty() ? "" : presence_of(path), from);
  };
  print_data("places\n");
  print("models", program_places().models, "set TACTUS_MODELS to use another folder");
  print("configuration", config_file(), "set TACTUS_CONFIG to use another file");
  print("features", default_cache_folder(), "set in the recipes of tactus train");
  print("card rates", card_rates_folder(), "set TACTUS_RATES to use another folder");
  print("temporary", temporary_folder(),
        "set TMPDIR to use another folder; sound from standard input");
}

void print_devices() {
  print_data("auto         {}\n", describe(open_tagging_device("auto", 0, program_places())));
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    print_data("cpu:{:<8} {}\n", kernels->name,
               make_backend(fmt::format("cpu:{}", kernels->name), 0, program_places())->name());
  }
  for (const char* precision : kNarrowPrecisions) {
    if (narrow_kernels_of(precision) == nullptr) continue;
    print_data("cpu:{:<8} {}\n", precision,
               make_backend(fmt::format("cpu:{}", precision), 0, program_places())->name());
  }
  const CudaPresence cuda = find_cuda(program_places());
  if (!cuda.why_unavailable.empty()) {
    print_data("cuda         {}\n", cuda.why_unavailable);
    return;
  }
  int number = 0;
  for (const gpu::DeviceProperties& card : cuda.module->cards()) {
    const FoundRates rates = find_rates(program_places().card_rates, card);
    print_data(
        "cuda:{:<7} {}, compute capability {}.{}, {} multiprocessors at {:.2f} GHz, {:.0f} GiB, "
        "{}\n",
        number++, card.name, card.compute_capability / 10, card.compute_capability % 10,
        card.multiprocessors, card.clock_khz / 1e6,
        static_cast<double>(card.memory_bytes) / (1 << 30), describe(rates));
    if (const std::string why = cuda.module->why_no_code(card); !why.empty())
      print_data("             {}\n", why);
    if (!rates.warning.empty()) print_log("tactus: {}\n", rates.warning);
  }
  const std::string numbers = gpu::about_numbers(number, std::getenv("CUDA_VISIBLE_DEVICES"),
                                                 std::getenv("CUDA_DEVICE_ORDER"));
  if (!numbers.empty()) print_data("            {}\n", numbers);
}

struct InfoArguments {
  std::vector<std::string> subjects;
  bool devices = false;
  bool strict = false;
};

// Also if there is a folder of that name here.
bool is_shipped(const std::string& name) {
  try {
    return find_model(name, program_places().models) != name;
  } catch (const InputError&) {
    return false;
  }
}

int run_info(const InfoArguments& arguments) {
  const std::vector<std::string>& subjects = arguments.subjects;
  if (arguments.devices) {
    print_devices();
    if (subjects.empty()) return kSuccess;
  }
  if (subjects.empty()) {
    for (const LoadedModel& loaded : program_models({})) print_model(loaded);
    print_decoder();
    print_places();
    return kSuccess;
  }
  RunOutcome outcome{.strict = arguments.strict};
  for (const std::string& subject : subjects) {
    try {
      const fs::path ending = fs::path(subject).extension();
      const bool is_model = ending == ".safetensors" || ending == ".variant" ||
                            !fs::exists(subject) || is_shipped(subject);
      if (is_model) {
        print_model(program_model(subject));
      } else {
        outcome.warned += print_audio(subject) ? 1 : 0;
      }
    } catch (const std::exception& error) {
      print_log("tactus: {}\n", error.what());
      ++outcome.failed;
    }
  }
  return outcome.exit_code();
}

}  // namespace

CommandRow info_command() {
  auto arguments = std::make_shared<InfoArguments>();
  return {.name = "info",
          .help = "Show what a model or an audio file contains",
          .footer = kInfoExamples,
          .options = {{"subjects", &arguments->subjects, kAudioOrModel, kAny,
                       "Model files, names of shipped models, audio files"},
                      {"--devices", &arguments->devices, kFlag, kAny,
                       "List the devices of this computer"},
                      {"--strict", &arguments->strict, kFlag, kAny,
                       "Exit code 3 if a file is damaged"}},
          .run = [arguments] { return run_info(*arguments); }};
}

}  // namespace tactus
