// tactus decode ACTIVATIONS.npy: the decoders alone, on the activations of any network.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/option_checks.h"
#include "app/models/model_store.h"
#include "app/program/exit_code.h"
#include "app/program/program_places.h"
#include "datasets/formats/format.h"
#include "features/files/npy_file.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/version.h"

namespace tactus {
namespace {

constexpr const char* kExamples = R"(
ACTIVATIONS.npy holds [T] or [T,K] numbers, a row per frame, as written by NumPy or by
`tactus tag --save-activations`:
  beats      K = 1: probability of a beat; K = 2: as for downbeats, the columns are added
  downbeats  K = 2: probability of a beat that is no downbeat, and of a downbeat
  chords     K = number of labels: probabilities. Labels come from --labels, else from
             STEM.labels.txt beside the file (one per line), else K = 169 is Tactus's vocabulary
             and K = 25 is C:maj C#:maj ... B:maj C:min ... B:min N
Written to standard output, TAB between columns: TIME (beats), TIME POSITION (downbeats),
START END LABEL (chords), or any annotation format with --format.

Examples:
  tactus decode song.beats.npy --task beats --fps 100
  tactus decode song.npy --task downbeats --fps 50 --beats-per-bar 2,3,4 --min-bpm 40
  tactus decode song.chords.npy --task chords --fps 10 --stay-bonus 3 --snap-to song.beats
  tactus decode song.chords.npy --task chords --fps 10 --model chords
)";

struct DecodeArguments {
  std::filesystem::path activations;
  std::string task;
  double fps = 0.0;
  std::string format;
  std::string model;
  std::filesystem::path labels;
  std::filesystem::path snap_to;
  bool no_snap_to_peak = false;
  // What the command line says over the model's settings.
  std::optional<double> min_bpm, max_bpm, transition_lambda, threshold, positive_weight, window;
  std::optional<double> steady_lambda, steady_bonus, irregular_bar_cost, level_bonus;
  std::optional<int> num_tempi, observation_lambda;
  std::vector<int> beats_per_bar;
  std::optional<double> stay_bonus, observation_scale, snap_tolerance;
};

std::vector<std::string> read_labels(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
  std::vector<std::string> labels;
  for (std::string line; std::getline(file, line);) {
    line.erase(std::find_if(line.rbegin(), line.rend(),
                            [](char c) { return c != '\r' && c != ' ' && c != '\t'; })
                   .base(),
               line.end());
    if (!line.empty()) labels.push_back(line);
  }
  return labels;
}

// C:maj ... B:maj, C:min ... B:min, N: what many programs tell apart.
std::vector<std::string> major_minor_labels() {
  std::vector<std::string> labels;
  for (const char* quality : {"maj", "min"}) {
    for (int root = 0; root < 12; ++root) {
      labels.push_back(fmt::format("{}:{}", root_name(root), quality));
    }
  }
  labels.emplace_back("N");
  return labels;
}

std::vector<std::string> labels_for(const DecodeArguments& arguments, std::size_t columns) {
  std::filesystem::path source = arguments.labels;
  if (source.empty()) {
    auto sidecar = arguments.activations;
    sidecar.replace_extension(".labels.txt");
    if (std::filesystem::exists(sidecar)) source = sidecar;
  }
  if (!source.empty()) {
    std::vector<std::string> labels = read_labels(source);
    if (labels.size() == columns) return labels;
    throw std::runtime_error(fmt::format("{}: {} labels, expected {}: one for each column of {}",
                                         source.string(), labels.size(), columns,
                                         arguments.activations.string()));
  }
  if (columns == kChordVocabularySize) return chord_vocabulary();
  if (columns == 25) return major_minor_labels();
  throw std::runtime_error(fmt::format(
      "{}: {} columns: expected 169, 25 or a file with a label for each column (--labels)",
      arguments.activations.string(), columns));
}

FrameMatrix read_activations(const DecodeArguments& arguments) {
  FrameMatrix activations = read_npy(arguments.activations, arguments.fps);
  if (arguments.task == "beats" && activations.bins == 2) return any_beat(activations);
  const std::size_t expected = arguments.task == "beats" ? 1 : 2;
  if (arguments.task != "chords" && activations.bins != expected) {
    throw std::runtime_error(fmt::format("{}: {} columns: {} are decoded from {}",
                                         arguments.activations.string(), activations.bins,
                                         arguments.task, expected == 1 ? "1 or 2" : "2"));
  }
  return activations;
}

// The decoder settings of the model file, "" without one.
std::string model_settings(const DecodeArguments& arguments) {
  if (arguments.model.empty()) return "";
  const LoadedModel loaded =
      std::move(load_models({arguments.model}, program_places().models).front());
  const bool of_beats = loaded.model.beat_features.has_value();
  if (of_beats == (arguments.task == "chords")) {
    throw ArgumentError(fmt::format("{}: a model for {}, --task is {}", loaded.path.string(),
                                    of_beats ? "beats" : "chords", arguments.task));
  }
  return loaded.model.decoder_json;
}

template <typename Value>
void replace(Value& value, const std::optional<Value>& given) {
  if (given) value = *given;
}

BeatDecoderParameters beat_parameters(const DecodeArguments& arguments) {
  BeatDecoderParameters parameters = beat_decoder_parameters_from_json(model_settings(arguments));
  replace(parameters.min_bpm, arguments.min_bpm);
  replace(parameters.max_bpm, arguments.max_bpm);
  replace(parameters.num_tempi, arguments.num_tempi);
  replace(parameters.transition_lambda, arguments.transition_lambda);
  replace(parameters.steady_lambda, arguments.steady_lambda);
  replace(parameters.steady_bonus, arguments.steady_bonus);
  replace(parameters.irregular_bar_cost, arguments.irregular_bar_cost);
  replace(parameters.level_bonus, arguments.level_bonus);
  replace(parameters.observation_lambda, arguments.observation_lambda);
  replace(parameters.threshold, arguments.threshold);
  replace(parameters.positive_weight, arguments.positive_weight);
  replace(parameters.window, arguments.window);
  if (!arguments.beats_per_bar.empty()) parameters.beats_per_bar = arguments.beats_per_bar;
  if (arguments.no_snap_to_peak) parameters.snap_to_peak = false;
  return parameters;
}

ChordDecoderParameters chord_parameters(const DecodeArguments& arguments) {
  ChordDecoderParameters parameters = chord_decoder_parameters_from_json(model_settings(arguments));
  replace(parameters.observation_scale, arguments.observation_scale);
  replace(parameters.snap_tolerance, arguments.snap_tolerance);
  if (arguments.stay_bonus) {  // asks for the model without statistics
    parameters.stay_bonus = *arguments.stay_bonus;
    parameters.max_duration = 0;
  }
  return parameters;
}

std::vector<LabelledSegment> decoded_chords(const FrameMatrix& activations,
                                            const DecodeArguments& arguments) {
  const std::vector<std::string> labels = labels_for(arguments, activations.bins);
  const ChordDecoderParameters parameters = chord_parameters(arguments);
  auto chords = decode_chords(activations, labels, parameters);
  if (!arguments.snap_to.empty()) {
    snap_to_beats(chords, read_annotation(arguments.snap_to).beats, parameters.snap_tolerance);
  }
  return chords;
}

Annotation decoded(const FrameMatrix& activations, const DecodeArguments& arguments) {
  Annotation annotation;
  annotation.duration = static_cast<double>(activations.frames) / activations.fps;
  annotation.annotator = fmt::format("tactus {} decode", TACTUS_VERSION);
  if (arguments.task == "chords") {
    annotation.chords = decoded_chords(activations, arguments);
    return annotation;
  }
  const BeatDecoderParameters parameters = beat_parameters(arguments);
  BeatDecoding decoding = arguments.task == "beats" ? decode_beats(activations, parameters)
                                                    : decode_downbeats(activations, parameters);
  annotation.beats = std::move(decoding.beats);
  annotation.tempi = std::move(decoding.tempi);
  return annotation;
}

Format output_format(const DecodeArguments& arguments) {
  if (arguments.format.empty()) {
    return arguments.task == "chords" ? Format::kLab : Format::kBeats;
  }
  const std::vector<Format> named = formats_by_name(arguments.format);
  const Layer layer = arguments.task == "chords" ? Layer::kChords : Layer::kBeats;
  for (Format format : named) {
    const auto& holds = format_info(format).holds;
    if (std::find(holds.begin(), holds.end(), layer) != holds.end()) return format;
  }
  throw ArgumentError(
      fmt::format("--format {}: {} cannot be written so", arguments.format, arguments.task));
}

int run_decode(const DecodeArguments& arguments) {
  const Format format = output_format(arguments);
  const FrameMatrix activations = read_activations(arguments);
  Annotation annotation;
  try {
    annotation = decoded(activations, arguments);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: {}", arguments.activations.string(), error.what()));
  }
  const std::string text = serialise_annotation(annotation, format);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kSuccess;
}

CLI::App* add_beat_options(CLI::App& command, DecodeArguments& arguments) {
  const BeatDecoderParameters defaults;
  const auto group = command.add_option_group("Beats and downbeats");
  const auto number = [&](const char* name, std::optional<double>& value, const char* what,
                          double by_default) {
    group->add_option(name, value, fmt::format("{} ({})", what, by_default));
  };
  number("--min-bpm", arguments.min_bpm, "Slowest tempo", defaults.min_bpm);
  number("--max-bpm", arguments.max_bpm, "Fastest tempo", defaults.max_bpm);
  number("--transition-lambda", arguments.transition_lambda, "Steadiness of the tempo",
         defaults.transition_lambda);
  number("--steady-lambda", arguments.steady_lambda,
         "Also try a steady tempo, with this lambda (1000 suits), 0 = do not",
         defaults.steady_lambda);
  number("--steady-bonus", arguments.steady_bonus,
         "Nats by which a free tempo must be likelier than the steady one", defaults.steady_bonus);
  group->add_option(
      "--observation-lambda", arguments.observation_lambda,
      fmt::format("The first 1/N of a beat is the beat ({})", defaults.observation_lambda));
  number("--threshold", arguments.threshold,
         "Frames before the first and after the last above it "
         "are not tracked",
         defaults.threshold);
  number("--positive-weight", arguments.positive_weight,
         "Weight of positives in the loss that the network learned with", defaults.positive_weight);
  number("--window", arguments.window, "Seconds of undecided path kept in memory", defaults.window);
  group->add_flag("--no-snap-to-peak", arguments.no_snap_to_peak,
                  "Leave beats where the path has them, off the activation's peak");
  return group;
}

CLI::App* add_bar_options(CLI::App& command, DecodeArguments& arguments) {
  const BeatDecoderParameters defaults;
  const auto group = command.add_option_group("Downbeats");
  group
      ->add_option("--beats-per-bar", arguments.beats_per_bar,
                   "Meters to try, the most probable one wins (3,4)")
      ->delimiter(',')
      ->check(CLI::Range(1, 32));
  group->add_option("--num-tempi", arguments.num_tempi,
                    fmt::format("Tempi for bars, 0 = every one ({})", defaults.num_tempi));
  group->add_option("--irregular-bar-cost", arguments.irregular_bar_cost,
                    fmt::format("Nats for a bar that ends early, 0 = none does ({})",
                                defaults.irregular_bar_cost));
  group->add_option("--level-bonus", arguments.level_bonus,
                    fmt::format("Nats for the tempo over its half and double, 0 = these are not "
                                "weighed against it ({})",
                                defaults.level_bonus));
  return group;
}

CLI::App* add_chord_options(CLI::App& command, DecodeArguments& arguments) {
  const ChordDecoderParameters defaults;
  const auto group = command.add_option_group("Chords");
  group->add_option("--labels", arguments.labels, "One label per column, one per line");
  group->add_option("--stay-bonus", arguments.stay_bonus,
                    fmt::format("Nats for staying in a chord ({}); leaves a model's statistics out",
                                defaults.stay_bonus));
  group->add_option("--observation-scale", arguments.observation_scale,
                    fmt::format("Exponent on the probabilities ({})", defaults.observation_scale));
  group->add_option("--snap-to", arguments.snap_to, "File with beats to move the changes to");
  group->add_option("--snap-tolerance", arguments.snap_tolerance,
                    fmt::format("Seconds a change is moved at most ({})", defaults.snap_tolerance));
  return group;
}

// Options of the other task have no effect: they were meant for something.
void refuse_given(const CLI::App& group, const std::string& task) {
  for (const CLI::Option* option : group.get_options())
    if (option->count() > 0)
      throw ArgumentError(fmt::format("{}: has no effect on --task {}", option->get_name(), task));
}

}  // namespace

void add_decode_command(CLI::App& root, Command& chosen) {
  const auto arguments = std::make_shared<DecodeArguments>();
  CLI::App* command =
      root.add_subcommand("decode", "Beats, downbeats or chords from a network's activations");
  command->footer(kExamples);
  command->add_option("activations", arguments->activations, "File of activations (.npy)")
      ->required();
  command->add_option("--task", arguments->task, "beats, downbeats or chords")
      ->required()
      ->check(CLI::IsMember({"beats", "downbeats", "chords"}));
  command->add_option("--fps", arguments->fps, "Frames per second of the activations")
      ->required()
      ->check(number_range(1e-3, 1e6));
  command->add_option("--format", arguments->format,
                      "Format of the output (default: beats or lab, by the task)");
  command->add_option("--model", arguments->model,
                      "Model file, or name of a shipped model, whose decoder settings are used");
  const CLI::App* of_beats = add_beat_options(*command, *arguments);
  const CLI::App* of_bars = add_bar_options(*command, *arguments);
  const CLI::App* of_chords = add_chord_options(*command, *arguments);
  command->callback([=, &chosen] {
    chosen = [=] {
      const bool chords = arguments->task == "chords";
      refuse_given(chords ? *of_beats : *of_chords, arguments->task);
      if (arguments->task != "downbeats") refuse_given(*of_bars, arguments->task);
      return run_decode(*arguments);
    };
  });
}

}  // namespace tactus
