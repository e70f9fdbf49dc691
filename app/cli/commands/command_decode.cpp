// tactus decode ACTIVATIONS.npy: runs the decoders alone, on the activations of any network.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/commands/song_options.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/program_models.h"
#include "app/engine/models/model_store.h"
#include "audio/standard_streams.h"
#include "datasets/formats/format.h"
#include "datasets/tasks/task_table.h"
#include "features/files/npy_file.h"
#include "model/decoding/piece_decoder.h"
#include "model/version.h"

namespace tactus {
namespace {

constexpr const char* kDecodeExamples = R"(
With labels K may be any number. The labels are in --labels, or in STEM.labels.txt beside the
activations, one per line. The activations that `tactus tag --save-activations` writes with the
shipped models have 50 frames per second for beats, and 10.7666 (44100 / 4096) for chords.

Examples:
  tactus tag song.flac --save-activations           writes the files of the next two lines
  tactus decode song.beat_activations.npy --task downbeats --fps 50 --set beats_per_bar=2,3,4
  tactus decode song.chord_activations.npy --task chords --fps 10.7666 --model chords
  tactus decode mine.npy --task beats --fps 100     activations of another network
  tactus decode mine.npy --task chords --fps 10 --set stay_bonus=3 --snap-to song.beats
)";

struct DecodeArguments {
  std::filesystem::path activations;
  std::string task;
  double fps = 0.0;
  std::string format;
  std::string model;
  std::filesystem::path labels;
  std::filesystem::path snap_to;
  std::vector<std::string> set;  // NAME=VALUE, over the settings of the model
};

using Tasks = std::vector<std::unique_ptr<Task>>;

struct NamedDecoder {
  const Task* task;  // the decoder points into it
  ActivationDecoder decoder;
};

std::vector<NamedDecoder> decoders_of(const Tasks& tasks) {
  std::vector<NamedDecoder> decoders;
  for (const std::unique_ptr<Task>& task : tasks)
    for (ActivationDecoder& decoder : task->activation_decoders())
      decoders.push_back({task.get(), std::move(decoder)});
  return decoders;
}

std::vector<std::string> decoder_names(const Tasks& tasks) {
  std::vector<std::string> names;
  for (const NamedDecoder& each : decoders_of(tasks)) names.push_back(each.decoder.name);
  return names;
}

// The parameters of `decoder` that the one before it lacks, if both are of one task.
ParameterTable further_parameters(const NamedDecoder& decoder, const NamedDecoder* before) {
  ParameterTable table = decoder.decoder.parameters;
  if (!before || before->task != decoder.task) return table;
  std::erase_if(table, [&](const Parameter& parameter) {
    return std::ranges::any_of(before->decoder.parameters, [&](const Parameter& other) {
      return std::string_view(other.name) == parameter.name;
    });
  });
  return table;
}

// What each decoder takes and writes, and what --set can set.
std::string decoder_help(const Tasks& tasks) {
  std::string inputs, parameters;
  const NamedDecoder* before = nullptr;
  const std::vector<NamedDecoder> decoders = decoders_of(tasks);
  for (const NamedDecoder& each : decoders) {
    const ActivationDecoder& decoder = each.decoder;
    const ParameterTable further = further_parameters(each, before);
    inputs += fmt::format("  {:<11}{}\n{:13}-> {}\n", decoder.name, decoder.columns_help, "",
                          decoder.line);
    parameters += fmt::format("{}{}:{}\n{}", decoder.name,
                              further.size() < decoder.parameters.size() ? ", also" : "",
                              decoder.set_help, describe(further));
    before = &each;
  }
  for (const std::unique_ptr<Task>& task : tasks)
    if (task->activation_decoders().empty())
      parameters += fmt::format("{}, for `tactus tag --set` alone:\n{}", task->name(),
                                describe(task->decoder_parameters()));
  return fmt::format(
      "\nACTIVATIONS.npy contains [T] or [T,K] numbers, one row per frame. NumPy and\n"
      "`tactus tag --save-activations` write such files. For each task, the K columns, and the\n"
      "fields of a line of output, separated by TABs (--format: any annotation format):\n"
      "{}{}\nParameters for --set: name, default, range, meaning\n\n{}",
      inputs, kDecodeExamples, parameters);
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

std::vector<std::string> labels_for(const DecodeArguments& arguments,
                                    const ActivationDecoder& decoder, std::size_t columns) {
  std::filesystem::path source = arguments.labels;
  if (source.empty()) {
    auto beside = arguments.activations;
    beside.replace_extension(".labels.txt");
    if (std::filesystem::exists(beside)) source = beside;
  }
  if (source.empty() && std::ranges::find(decoder.columns, columns) != decoder.columns.end())
    return decoder.default_labels(columns);
  if (source.empty())
    throw std::runtime_error(
        fmt::format("{}: {} columns: expected {} or a file with a label for each column (--labels)",
                    arguments.activations.string(), columns, fmt::join(decoder.columns, ", ")));
  std::vector<std::string> labels = read_labels(source);
  if (labels.size() == columns) return labels;
  throw std::runtime_error(fmt::format("{}: {} labels, expected {}: one for each column of {}",
                                       source.string(), labels.size(), columns,
                                       arguments.activations.string()));
}

std::vector<Beat> beats_in(const std::filesystem::path& file) {
  Annotation annotation = read_annotation(file);
  if (!annotation.beats.empty()) return std::move(annotation.beats);
  const std::string held = held_layers(annotation);
  throw std::runtime_error(fmt::format("--snap-to {}: contains {}, expected beats", file.string(),
                                       held.empty() ? "nothing" : held));
}

DecoderInput read_input(const DecodeArguments& arguments, const ActivationDecoder& decoder) {
  DecoderInput input;
  input.activations = read_npy(arguments.activations, arguments.fps);
  const std::size_t columns = input.activations.bins;
  if (decoder.default_labels)
    input.labels = labels_for(arguments, decoder, columns);
  else if (std::ranges::find(decoder.columns, columns) == decoder.columns.end())
    throw std::runtime_error(fmt::format("{}: has {} columns, but {} are decoded from {}",
                                         arguments.activations.string(), columns, decoder.name,
                                         fmt::join(decoder.columns, " or ")));
  if (!arguments.snap_to.empty()) input.beats = beats_in(arguments.snap_to);
  for (const std::string& assignment : arguments.set)
    input.set_parameters.push_back(assignment.substr(0, assignment.find('=')));
  return input;
}

// The task of the model with its settings, else all tasks with their defaults.
Tasks tasks_for(const DecodeArguments& arguments, TaskTable table) {
  if (arguments.model.empty()) return table();
  const LoadedModel loaded = program_model(arguments.model);
  Tasks tasks;
  tasks.push_back(task_of(loaded.model, table));
  for (const std::string& name : decoder_names(tasks))
    if (name == arguments.task) return tasks;
  throw ArgumentError(fmt::format("{}: is a model for {}, but --task is {}", loaded.path.string(),
                                  tasks.front()->name(), arguments.task));
}

Format output_format(const DecodeArguments& arguments, const NamedDecoder& chosen) {
  if (arguments.format.empty()) return chosen.decoder.format;
  for (const Format format : formats_named({arguments.format}, "--format"))
    if (format_info(format).can_hold(chosen.task->layer())) return format;
  throw ArgumentError(
      fmt::format("--format {}: cannot contain {}", arguments.format, arguments.task));
}

// An option without effect is probably a mistake.
void refuse_useless(const DecodeArguments& arguments, const ActivationDecoder& decoder) {
  const auto refuse = [&](const char* option) {
    throw ArgumentError(fmt::format("{}: has no effect on --task {}", option, decoder.name));
  };
  if (!arguments.labels.empty() && !decoder.default_labels) refuse("--labels");
  if (!arguments.snap_to.empty() && !decoder.snaps) refuse("--snap-to");
}

void set_parameters(const DecodeArguments& arguments, const ActivationDecoder& decoder) {
  try {
    for (const std::string& assignment : arguments.set)
      assign(decoder.parameters, assignment, "--set");
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
}

int run_decode(const DecodeArguments& arguments, TaskTable table) {
  const Tasks tasks = tasks_for(arguments, table);
  const std::vector<NamedDecoder> decoders = decoders_of(tasks);
  // The option --task accepts only names of decoders.
  const NamedDecoder& chosen = *std::ranges::find_if(
      decoders, [&](const NamedDecoder& each) { return each.decoder.name == arguments.task; });
  refuse_useless(arguments, chosen.decoder);
  const Format format = output_format(arguments, chosen);
  set_parameters(arguments, chosen.decoder);
  DecoderInput input = read_input(arguments, chosen.decoder);
  Annotation annotation;
  annotation.duration = static_cast<double>(input.activations.frames) / input.activations.fps;
  annotation.annotator = fmt::format("tactus {} decode", TACTUS_VERSION);
  const auto named = [&](const std::exception& error) {
    return fmt::format("{}: {}", arguments.activations.string(), error.what());
  };
  try {
    chosen.decoder.decode(std::move(input), annotation);
  } catch (const ActivationError& error) {
    throw std::runtime_error(named(error));
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(named(error));
  }
  const std::string text = serialise_annotation(annotation, format);
  write_data(text);
  return kSuccess;
}

}  // namespace

CommandRow decode_command(TaskTable tasks) {
  const auto arguments = std::make_shared<DecodeArguments>();
  const std::vector<std::string> names = decoder_names(tasks());
  return {.name = "decode",
          .help = "Decode beats, downbeats or chords from a network's activations",
          .footer = fmt::format("{}\n{}", decoder_help(tasks()), kProgramFooter),
          .options = {{"activations", &arguments->activations, kNpyFile, kAny,
                       "File of activations (.npy)", kRequired},
                      {"--task", &arguments->task, kText, one_of(names),
                       fmt::format("{}", fmt::join(names, ", ")), kRequired},
                      {"--fps", &arguments->fps, kNumber, numbers(1e-3, 1e6),
                       "Frames per second of the activations", kRequired},
                      {"--format", &arguments->format, kFormat, kAny,
                       "Format of the output (default: lines as described below)"},
                      {"--model", &arguments->model, kModel, kAny,
                       "Model file or name of a shipped model; its decoder settings are used"},
                      {"--set", &arguments->set, kAssignment, kAny,
                       "NAME=VALUE: a parameter of the decoder, see below; may be repeated"},
                      {"--labels", &arguments->labels, kTextFile, kAny,
                       "File with one label per column, one per line (chords)"},
                      {"--snap-to", &arguments->snap_to, kAnnotationFile, kAny,
                       "File with beats to which chord changes are moved (chords)"}},
          .run = [arguments, tasks] { return run_decode(*arguments, tasks); }};
}

}  // namespace tactus
