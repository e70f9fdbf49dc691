#include "app/doors/python/research_binding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "app/doors/python/python_values.h"
#include "app/doors/python/song_binding.h"
#include "app/engine/library/library_places.h"
#include "app/engine/models/device.h"
#include "app/engine/models/model_store.h"
#include "app/engine/songs/evaluation.h"
#include "app/engine/songs/tag_inputs.h"
#include "app/engine/tagging/song_features.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "audio/readers/sample_reader.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/task_table.h"
#include "features/files/file_error.h"
#include "model/evaluation/evaluate_tempo.h"
#include "model/version.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

using Path = std::optional<nb::bytes>;
using Scores = std::vector<std::tuple<std::string, double>>;

fs::path path_of(const Path& path, const fs::path& otherwise) {
  return path ? fs::path(string_of(*path)) : otherwise;
}

// ---- Scores ----

Scores scores_of_pairs(const NamedScores& named) {
  Scores scores;
  for (const NamedScore& score : named) scores.emplace_back(score.name, score.value);
  return scores;
}

Scores evaluate(const PySong& reference, const PySong& estimate, const std::string& name) {
  const std::optional<EvaluationTask> task = task_by_name(name);
  if (!task) {
    std::vector<std::string_view> names;
    for (const EvaluationTask each : all_evaluation_tasks()) names.push_back(task_name(each));
    throw ArgumentError(fmt::format("task {}: expected one of {}", name, fmt::join(names, ", ")));
  }
  const Annotation& truth = reference.song->annotation;
  if (!can_be_scored(truth, *task)) {
    const std::string held = held_layers(truth);
    throw ArgumentError(fmt::format("reference: contains {}, which cannot be scored as {}",
                                    held.empty() ? "nothing" : held, name));
  }
  const SongScores scores = score_song("evaluate", truth, estimate.song->annotation, {{*task}});
  if (!scores.failures.empty()) throw ArgumentError(scores.failures.front());
  return scores_of_pairs(scores.tasks.front().scores);
}

Scores evaluate_tempi(std::tuple<double, double> reference, double weight,
                      std::tuple<double, double> estimate) {
  const auto pair = [](const auto& both) {
    return TempoPair{std::get<0>(both), std::get<1>(both)};
  };
  return scores_of_pairs(named_scores(evaluate_tempo(pair(reference), weight, pair(estimate))));
}

// ---- Features ----

SongFeatures chosen_features(const std::string& kind, const Path& model, const fs::path& folder) {
  if (!model) return song_features(kind);
  return song_features(load_named_model(string_of(*model), folder).model);
}

nb::object matrix_of(FrameMatrix matrix) {
  return array_of(std::move(matrix.data), {matrix.frames, matrix.bins});
}

// Frames of a file, or of samples if there is no path.
nb::object features(const Path& path, const std::optional<FloatMatrix>& samples, int rate,
                    const std::string& kind, const Path& model, const Path& models_folder,
                    const Path& decoder) {
  const Places places = library_places();
  const SongFeatures wanted = chosen_features(kind, model, path_of(models_folder, places.models));
  const fs::path file = path_of(path, {});
  std::vector<std::string> program;
  const fs::path found = path_of(decoder, places.decoder.front());
  if (fs::is_regular_file(found)) program = {found.string()};
  FrameMatrix frames;
  {
    const nb::gil_scoped_release released;
    std::unique_ptr<AudioSource> source;
    if (path)
      source = open_audio(file, wanted.sample_rate, program);
    else
      source = std::make_unique<SampleReader>(
          std::span(samples->data(), samples->shape(0) * samples->shape(1)),
          static_cast<int>(samples->shape(1)), rate, wanted.sample_rate);
    frames = wanted.compute(read_all(*source));
  }
  return matrix_of(std::move(frames));
}

// ---- Networks ----

class PyModel {
 public:
  PyModel(const nb::bytes& name, const Path& models_folder, const std::string& device,
          int threads) {
    Places places = library_places();
    places.models = path_of(models_folder, places.models);
    const LoadedModel loaded = load_named_model(string_of(name), places.models);
    const auto task = task_of(loaded.model);
    task_ = task->name();
    path_ = loaded.path.string();
    frame_rate_ = task->features().fps;
    spec_ = loaded.model.spec;
    spec_.input = most_inputs(loaded.model);
    networks_ = std::make_unique<std::vector<TaskNetwork>>(make_task_networks(
        loaded.model, InferenceDevice(make_backend(device, threads, places)), {}));
  }

  const std::string& task() const { return task_; }
  nb::bytes path() const { return bytes_of(path_); }
  double frame_rate() const { return frame_rate_; }
  int input() const { return spec_.input; }
  // name, columns, whether they are one distribution
  nb::list heads() const {
    nb::list list;
    for (const HeadSpec& head : spec_.heads)
      list.append(nb::make_tuple(head.name, head.classes, head.kind == HeadKind::kSoftmax));
    return list;
  }

  // [T, input] -> [T, columns of all heads], the mean of the networks.
  nb::object logits(const FloatMatrix& x) {
    const FrameMatrix frames = frames_of(x, frame_rate_);
    if (frames.bins != static_cast<std::size_t>(spec_.input))
      throw ArgumentError(
          fmt::format("{}: frames of {} values, expected {}", path_, frames.bins, spec_.input));
    FrameMatrix all;
    {
      const nb::gil_scoped_release released;
      const std::lock_guard lock(work_);
      all = side_by_side(mean_logits(*networks_, frames), frames);
    }
    return matrix_of(std::move(all));
  }

  // In a forked child, which has not the threads of the networks.
  void abandon() { static_cast<void>(networks_.release()); }

 private:
  static FrameMatrix side_by_side(const std::vector<FrameMatrix>& heads,
                                  const FrameMatrix& frames) {
    FrameMatrix all(frames.frames, 0, frames.fps);
    for (const FrameMatrix& head : heads) all.bins += head.bins;
    for (std::size_t t = 0; t < frames.frames; ++t)
      for (const FrameMatrix& head : heads)
        all.data.insert(all.data.end(), head.row(t).begin(), head.row(t).end());
    return all;
  }

  std::string task_, path_;
  double frame_rate_ = 0.0;
  NetworkSpec spec_;
  std::unique_ptr<std::vector<TaskNetwork>> networks_;
  std::mutex work_;  // held by the call that uses the networks
};

// ---- Decoders ----

std::vector<std::unique_ptr<Task>> tasks_for(const Path& model, const Path& models_folder) {
  if (!model) return all_tasks();
  const LoadedModel loaded =
      load_named_model(string_of(*model), path_of(models_folder, library_places().models));
  std::vector<std::unique_ptr<Task>> tasks;
  tasks.push_back(task_of(loaded.model));
  return tasks;
}

// As `tactus decode`: the decoder of that name, with the settings of a model, and then `set`.
PySong decode(const FloatMatrix& activations, double rate, const std::string& name,
              const Path& model, const Path& models_folder, std::vector<std::string> labels,
              const std::optional<std::vector<double>>& beats,
              const std::vector<std::string>& set) {
  const auto tasks = tasks_for(model, models_folder);
  std::vector<std::string> names;
  std::optional<ActivationDecoder> chosen;
  for (const auto& task : tasks)
    for (ActivationDecoder& decoder : task->activation_decoders()) {
      names.push_back(decoder.name);
      if (decoder.name == name) chosen = std::move(decoder);
    }
  if (!chosen)
    throw ArgumentError(fmt::format("task {}: expected one of {}", name, fmt::join(names, ", ")));
  const std::size_t columns = activations.shape(1);
  const bool known = std::ranges::find(chosen->columns, columns) != chosen->columns.end();
  if (labels.empty() && !known)
    throw ArgumentError(fmt::format("activations of {} columns: {} are decoded from {}{}", columns,
                                    name, fmt::join(chosen->columns, " or "),
                                    chosen->default_labels ? ", or with labels" : ""));
  if (!labels.empty() && !chosen->default_labels)
    throw ArgumentError(fmt::format("labels: have no effect on {}", name));
  if (beats && !chosen->snaps)
    throw ArgumentError(fmt::format("beats: have no effect on {}", name));
  if (labels.empty() && chosen->default_labels) labels = chosen->default_labels(columns);
  if (chosen->default_labels && labels.size() != columns)
    throw ArgumentError(
        fmt::format("{} labels, expected {}: one for each column", labels.size(), columns));
  DecoderInput input;
  input.activations = frames_of(activations, rate);
  input.labels = std::move(labels);
  if (beats) {
    input.beats.emplace();
    for (const double time : *beats) input.beats->push_back({time});
  }
  for (const std::string& assignment : set) {
    assign(chosen->parameters, assignment, name);
    input.set_parameters.push_back(assignment.substr(0, assignment.find('=')));
  }
  Annotation annotation;
  annotation.duration = static_cast<double>(input.activations.frames) / rate;
  annotation.annotator = "tactus " TACTUS_VERSION " decode";
  {
    const nb::gil_scoped_release released;
    chosen->decode(std::move(input), annotation);
  }
  return PySong(std::move(annotation));
}

// ---- Files ----

// The song, and what was repaired or left out.
nb::tuple read_song(const nb::bytes& path, const std::string& format, const std::string& layer) {
  std::optional<Format> known;
  if (!format.empty()) {
    const std::vector<Format> formats = formats_by_name(format);
    if (formats.size() != 1)
      throw ArgumentError(fmt::format("{}: not the name of a single format; known formats: {}",
                                      format, fmt::join(format_names(), ", ")));
    known = formats.front();
  }
  const std::optional<Layer> told = column_layer(layer);
  if (!told && !layer.empty())
    throw ArgumentError(
        fmt::format("layer {}: expected one of {}", layer, fmt::join(column_layers(), ", ")));
  Notes notes;
  PySong song(read_annotation(string_of(path), known, &notes, told));
  nb::list texts;
  for (const std::string& note : notes) texts.append(text_of(note));
  return nb::make_tuple(std::move(song), texts);
}

// The name of the format that the ending of a file stands for; "" if none or several.
std::string format_of_file(const nb::bytes& path) {
  try {
    return std::string(format_info(detect_format(string_of(path), "")).name);
  } catch (const FormatError&) {
    const std::string ending = fs::path(string_of(path)).extension().string();
    const auto named = formats_by_name(ending.empty() ? ending : ending.substr(1));
    return named.size() == 1 ? std::string(format_info(named.front()).name) : "";
  }
}

// Writes a whole file or none. False if there is one already that may not be replaced.
bool write_file(const nb::bytes& path, const nb::bytes& content, bool overwrite) {
  const fs::path place = string_of(path);
  if (!overwrite && fs::exists(fs::symlink_status(place))) return false;
  if (const fs::path folder = fs::absolute(place).parent_path(); !fs::is_directory(folder))
    throw FileError("cannot be written", place,
                    std::make_error_code(std::errc::no_such_file_or_directory));
  OutputFiles().write(place, string_of(content), {.overwrite = overwrite});
  return true;
}

// What `tactus tag` finds in folders and playlists: path, and why it cannot be read or "".
std::vector<std::tuple<nb::bytes, std::string>> songs_in(const nb::bytes& folder) {
  std::vector<std::tuple<nb::bytes, std::string>> songs;
  for (const TagInput& input : collect_inputs({string_of(folder)}))
    songs.emplace_back(bytes_of(input.audio.string()), input.fault);
  return songs;
}

std::vector<std::string> formats() {
  std::vector<std::string> names;
  for (const FormatInfo& info : all_formats()) names.emplace_back(info.name);
  return names;
}

}  // namespace

void bind_research(nb::module_& module) {
  module.def("evaluate", &evaluate);
  module.def("evaluate_tempi", &evaluate_tempi);
  module.def("features", &features, nb::arg("path").none(), nb::arg("samples").none(),
             nb::arg("rate"), nb::arg("kind"), nb::arg("model").none(),
             nb::arg("models_folder").none(), nb::arg("decoder").none());
  module.def("feature_kinds", &feature_kinds);
  module.def("decode", &decode, nb::arg("activations"), nb::arg("rate"), nb::arg("task"),
             nb::arg("model").none(), nb::arg("models_folder").none(), nb::arg("labels"),
             nb::arg("beats").none(), nb::arg("set"));
  module.def("read_song", &read_song);
  module.def("format_of_file", &format_of_file);
  module.def("formats", &formats);
  module.def("write_file", &write_file);
  module.def("songs_in", &songs_in);
  nb::class_<PyModel>(module, "Model")
      .def(nb::init<const nb::bytes&, const Path&, const std::string&, int>(), nb::arg("name"),
           nb::arg("models_folder").none(), nb::arg("device"), nb::arg("threads"))
      .def_prop_ro("task", &PyModel::task)
      .def_prop_ro("path", &PyModel::path)
      .def_prop_ro("frame_rate", &PyModel::frame_rate)
      .def_prop_ro("input", &PyModel::input)
      .def_prop_ro("heads", &PyModel::heads)
      .def("logits", &PyModel::logits)
      .def("abandon", &PyModel::abandon);
}

}  // namespace tactus
