// tactus decode ACTIVATIONS.npy: the decoders alone, on the activations of any network.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/option_checks.h"
#include "app/models/model_store.h"
#include "app/program/exit_code.h"
#include "app/program/program_places.h"
#include "datasets/formats/format.h"
#include "datasets/tasks/task_table.h"
#include "features/files/npy_file.h"
#include "model/decoding/piece_decoder.h"
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
  tactus decode song.npy --task downbeats --fps 50 --set beats_per_bar=2,3,4 --set min_bpm=40
  tactus decode song.chords.npy --task chords --fps 10 --set stay_bonus=3 --snap-to song.beats
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
  std::vector<std::string> set;  // NAME=VALUE, over the model's settings
};

// Names, defaults, ranges and meanings of what --set takes.
std::string parameter_help() {
  BeatDecoderParameters beats;
  ChordDecoderParameters chords;
  return fmt::format(
      "{}\nParameters for --set: name, default, range, meaning\n"
      "Beats (beats_per_bar and below count for downbeats alone):\n{}Chords:\n{}"
      "level_margin, transpositions and repeat* need the network and do nothing here; --snap-to\n"
      "stands for snap_to_beats.\n",
      kExamples, describe(parameter_table(beats)), describe(parameter_table(chords)));
}

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

// Downbeats are decoded from what the task of beats learns.
std::string task_name(const DecodeArguments& arguments) {
  return arguments.task == "downbeats" ? "beats" : arguments.task;
}

// The decoder settings of the model file, "" without one.
std::string model_settings(const DecodeArguments& arguments) {
  if (arguments.model.empty()) return "";
  const LoadedModel loaded =
      std::move(load_models({arguments.model}, program_places().models).front());
  const std::string own = task_of(loaded.model)->name();
  if (own != task_name(arguments)) {
    throw ArgumentError(
        fmt::format("{}: a model for {}, --task is {}", loaded.path.string(), own, arguments.task));
  }
  return loaded.model.decoder_json;
}

void assign_all(const ParameterTable& table, const DecodeArguments& arguments) {
  try {
    for (const std::string& assignment : arguments.set) assign(table, assignment, "--set");
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
}

BeatDecoderParameters beat_parameters(const DecodeArguments& arguments) {
  BeatDecoderParameters parameters = beat_decoder_parameters_from_json(model_settings(arguments));
  assign_all(arguments.task == "beats" ? parameter_table_without_bars(parameters)
                                       : parameter_table(parameters),
             arguments);
  return parameters;
}

ChordDecoderParameters chord_parameters(const DecodeArguments& arguments) {
  ChordDecoderParameters parameters = chord_decoder_parameters_from_json(model_settings(arguments));
  assign_all(parameter_table(parameters), arguments);
  parameters.snap_to_beats = !arguments.snap_to.empty();
  // A stay bonus asks for the model without statistics.
  if (std::ranges::any_of(arguments.set, [](const std::string& assignment) {
        return assignment.starts_with("stay_bonus=");
      }))
    parameters.max_duration = 0;
  return parameters;
}

void decode_chords_into(Annotation& annotation, FrameMatrix activations,
                        const DecodeArguments& arguments) {
  const ChordDecoderParameters parameters = chord_parameters(arguments);
  const std::vector<std::string> labels = labels_for(arguments, activations.bins);
  const std::vector<Beat> beats =
      arguments.snap_to.empty() ? std::vector<Beat>() : read_annotation(arguments.snap_to).beats;
  ChordPieceOptions options;
  options.beats = beats;
  options.find_key = labels == chord_vocabulary();  // others keep the names that they were given
  HeardChords heard{std::move(activations), {}, {}, {}};
  ChordPiece piece = decode_piece_chords(heard, labels, parameters, options);
  annotation.chords = std::move(piece.chords);
  annotation.keys = std::move(piece.keys);
}

Annotation decoded(FrameMatrix activations, const DecodeArguments& arguments) {
  Annotation annotation;
  annotation.duration = static_cast<double>(activations.frames) / activations.fps;
  annotation.annotator = fmt::format("tactus {} decode", TACTUS_VERSION);
  if (arguments.task == "chords") {
    decode_chords_into(annotation, std::move(activations), arguments);
    return annotation;
  }
  BeatDecoding decoding = decode_piece_beats(activations, beat_parameters(arguments));
  annotation.beats = std::move(decoding.beats);
  annotation.tempi = std::move(decoding.tempi);
  return annotation;
}

Format output_format(const DecodeArguments& arguments) {
  if (arguments.format.empty()) {
    return arguments.task == "chords" ? Format::kLab : Format::kBeats;
  }
  const std::vector<Format> named = formats_by_name(arguments.format);
  const Layer layer = make_task(task_name(arguments))->layer();
  for (Format format : named) {
    const auto& holds = format_info(format).holds;
    if (std::find(holds.begin(), holds.end(), layer) != holds.end()) return format;
  }
  throw ArgumentError(
      fmt::format("--format {}: {} cannot be written so", arguments.format, arguments.task));
}

int run_decode(const DecodeArguments& arguments) {
  const Format format = output_format(arguments);
  FrameMatrix activations = read_activations(arguments);
  Annotation annotation;
  try {
    annotation = decoded(std::move(activations), arguments);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: {}", arguments.activations.string(), error.what()));
  }
  const std::string text = serialise_annotation(annotation, format);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kSuccess;
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
  command->footer(parameter_help);
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
  command
      ->add_option("--set", arguments->set,
                   "NAME=VALUE: a parameter of the decoder, see below; may be repeated")
      ->allow_extra_args(false);
  CLI::App* of_chords = command->add_option_group("Chords");
  of_chords->add_option("--labels", arguments->labels, "One label per column, one per line");
  of_chords->add_option("--snap-to", arguments->snap_to, "File with beats to move the changes to");
  command->callback([=, &chosen] {
    chosen = [=] {
      if (arguments->task != "chords") refuse_given(*of_chords, arguments->task);
      return run_decode(*arguments);
    };
  });
}

}  // namespace tactus
