#include "app/doors/python/training_binding.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/config/config_train.h"
#include "app/doors/python/python_values.h"
#include "app/engine/library/library_places.h"
#include "app/engine/models/model_store.h"
#include "app/workshop/training/train_job.h"
#include "app/workshop/training/training_songs.h"
#include "datasets/cache/song_cache.h"
#include "datasets/tasks/interface/task_training.h"
#include "datasets/tasks/task_table.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

using PathBytes = std::optional<nb::bytes>;

// ---- Runs

// Hands the events of a run to a function of Python, and looks for signals. What these raise stops
// the run.
class EventCaller {
 public:
  explicit EventCaller(nb::object function) : function_(std::move(function)) {}
  std::stop_token token() const { return stop_.get_token(); }
  void operator()(const TrainEvent& event) {
    if (raised_) return;
    const nb::gil_scoped_acquire held;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      function_(text_of(to_json_line(event)));
    } catch (...) {
      raised_ = std::current_exception();
      stop_.request_stop();
    }
  }
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  nb::object function_;
  std::stop_source stop_;
  std::exception_ptr raised_;
};

TrainConfig configured(const nb::bytes& file, const std::optional<std::string>& text,
                       const std::vector<std::string>& assignments) {
  const fs::path path = string_of(file);
  if (!text) return load_train_config(path, assignments);
  ConfigDocument document = parse_config(*text, path.string());
  for (const std::string& assignment : assignments) set_config_value(document, assignment);
  return parse_train_config(document, fs::current_path());
}

// `text`: the configuration itself; then `file` is its name. Calls `event` with a line of JSON for
// each event (train_events.h). True: the run is finished.
bool train_model(const nb::bytes& file, const std::optional<std::string>& text,
                 const std::vector<std::string>& assignments, const nb::bytes& output,
                 const std::vector<std::string>& data, const PathBytes& cache,
                 const std::string& device, int threads, bool resume,
                 const PathBytes& models_folder, nb::object event) {
  TrainConfig config = configured(file, text, assignments);
  config.output = string_of(output);
  if (cache) config.cache = string_of(*cache);
  if (!device.empty()) config.device = device;
  if (threads >= 0) config.threads = threads;
  if (!data.empty()) replace_data(config, data);
  EventCaller caller(std::move(event));
  TrainJobOptions job;
  job.resume = resume;
  job.config_file = fs::absolute(string_of(file)).string();
  job.samples = false;
  job.places = library_places();
  if (models_folder) job.places.models = string_of(*models_folder);
  job.events = [&caller](const TrainEvent& each) { caller(each); };
  const RunEnded::Result result = [&] {
    const nb::gil_scoped_release released;
    return run_training(config, job, caller.token());
  }();
  caller.rethrow();
  return result == RunEnded::Result::kFinished;
}

// ---- Corpora

// The songs of a corpus that a model could learn from, with its features and targets.
class PyCorpus {
 public:
  PyCorpus(const nb::bytes& folder, const nb::bytes& model, const PathBytes& models_folder,
           const std::string& cache, double validation_share) {
    const LoadedModel loaded =
        load_named_model(string_of(model), models_folder ? fs::path(string_of(*models_folder))
                                                         : library_places().models);
    task_ = task_of(loaded.model);
    spec_ = loaded.model.spec;
    const TaskFeatures features = task_->features();
    spec_.input = static_cast<int>(features.bins);
    cache_ = std::make_unique<SongCache>(cache, features.key, features.bins, features.fps,
                                         features.compute);
    TrainData data;
    data.validation_share = validation_share;
    const fs::path place = string_of(folder);
    (fs::is_directory(place) ? data.folder : data.manifest) = place;
    const Corpus corpus = corpus_of(data, &notes_);
    items_ = selected_items(corpus, data, *task_);
    for (const CorpusItem& item : corpus.items)
      if (item.split == "test" && !file_of(item, task_->layer()).empty() && !item.audio.empty())
        items_.push_back(item);
  }

  std::string task() const { return task_->name(); }
  double frame_rate() const { return task_->features().fps; }
  // name, columns, whether they are one distribution
  nb::list heads() const {
    nb::list list;
    for (const HeadSpec& head : spec_.heads)
      list.append(nb::make_tuple(head.name, head.classes, head.kind == HeadKind::kSoftmax));
    return list;
  }
  // id, split, artist, audio
  nb::list songs() const {
    nb::list list;
    for (const CorpusItem& item : items_)
      list.append(nb::make_tuple(text_of(item.id), text_of(item.split), text_of(item.artist),
                                 bytes_of(item.audio.string())));
    return list;
  }
  nb::list notes() const {
    nb::list list;
    for (const std::string& note : notes_) list.append(text_of(note));
    return list;
  }

  nb::object features(std::size_t song) const {
    FrameMatrix frames;
    {
      const nb::gil_scoped_release released;
      const MappedFrames kept = cache_->get(items_.at(song).audio);
      const FrameView view = kept.view();
      frames = FrameMatrix(view.frames, view.bins, view.fps);
      for (std::size_t t = 0; t < view.frames; ++t)
        std::ranges::copy(view.row(t), frames.row(t).begin());
    }
    return array_of(std::move(frames.data), {frames.frames, frames.bins});
  }

  // For each head the targets, [T,K] probabilities or [T] categories, and the weights [T].
  nb::list targets(std::size_t song, std::size_t frames) {
    const CorpusItem& item = items_.at(song);
    const TrainingSong one{.id = item.id,
                           .frames = MappedFrames(nullptr, {}),
                           .labels = read_labels(item, *task_, notes_)};
    const auto maker = task_->training().target_maker(spec_, {one}, {});
    std::vector<HeadTarget> made = maker->prepare(frames, 1);
    const CropView whole{.frames = frames, .fps = frame_rate()};
    maker->fill(0, whole, 0, 1, made);
    nb::list list;
    for (HeadTarget& target : made) list.append(pair_of(std::move(target), frames));
    return list;
  }

 private:
  static nb::tuple pair_of(HeadTarget target, std::size_t frames) {
    if (target.weight.empty()) target.weight.assign(frames, 1.0f);
    nb::object weights = array_of(std::move(target.weight));
    if (!target.category.empty())
      return nb::make_tuple(array_of(std::move(target.category)), weights);
    const std::size_t columns = frames > 0 ? target.probability.size() / frames : 0;
    return nb::make_tuple(array_of(std::move(target.probability), {frames, columns}), weights);
  }

  std::unique_ptr<Task> task_;
  NetworkSpec spec_;
  std::unique_ptr<SongCache> cache_;
  std::vector<CorpusItem> items_;
  Notes notes_;
};

}  // namespace

void bind_training(nb::module_& module) {
  module.def("train", &train_model, nb::arg("file"), nb::arg("text").none(), nb::arg("assignments"),
             nb::arg("output"), nb::arg("data"), nb::arg("cache").none(), nb::arg("device"),
             nb::arg("threads"), nb::arg("resume"), nb::arg("models_folder").none(),
             nb::arg("event"));
  nb::class_<PyCorpus>(module, "Corpus")
      .def(nb::init<const nb::bytes&, const nb::bytes&, const PathBytes&, const std::string&,
                    double>(),
           nb::arg("folder"), nb::arg("model"), nb::arg("models_folder").none(), nb::arg("cache"),
           nb::arg("validation_share"))
      .def_prop_ro("task", &PyCorpus::task)
      .def_prop_ro("frame_rate", &PyCorpus::frame_rate)
      .def_prop_ro("heads", &PyCorpus::heads)
      .def_prop_ro("songs", &PyCorpus::songs)
      .def_prop_ro("notes", &PyCorpus::notes)
      .def("features", &PyCorpus::features)
      .def("targets", &PyCorpus::targets);
}

}  // namespace tactus
