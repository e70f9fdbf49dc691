#include "app/doors/python/engine_binding.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/doors/python/error_translation.h"
#include "app/doors/python/progress_watch.h"
#include "app/doors/python/python_values.h"
#include "app/doors/python/song_binding.h"
#include "app/engine/library/engine.h"
#include "app/engine/library/tactus.h"

namespace tactus {
namespace {

const char* or_null(const std::optional<nb::bytes>& text) {
  return text ? text->c_str() : nullptr;
}

void log_line(void* user, tactus_log_level level, const char* line) {
  const nb::gil_scoped_acquire held;
  try {
    (*static_cast<nb::object*>(user))(static_cast<int>(level), text_of(line));
  } catch (nb::python_error& error) {
    error.discard_as_unraisable("the log function of tactus.Engine");
  }
}

// One engine of tactus.h. In a forked child it cannot be used nor closed: its threads are not
// there; abandon() leaves it to the end of the process.
class PyEngine {
 public:
  // The names are those of tactus_options; paths and names of models are bytes, None and 0 the
  // defaults. `models_in_memory` holds names and contents.
  PyEngine(const std::optional<nb::bytes>& models_folder, const std::vector<nb::bytes>& models,
           const std::vector<std::tuple<nb::bytes, nb::bytes>>& models_in_memory,
           const std::optional<nb::bytes>& decoder, double stall_seconds,
           const std::optional<nb::bytes>& device, int threads,
           const std::optional<nb::bytes>& cuda_module, double min_bpm, double max_bpm,
           const std::optional<std::vector<int>>& beats_per_bar,
           const std::optional<nb::bytes>& grid, int snap_chords,
           const std::vector<nb::bytes>& settings, nb::object log)
      : log_(std::move(log)) {
    tactus_options options;
    tactus_options_init(&options, sizeof options);
    std::vector<const char*> names;
    for (const nb::bytes& name : models) names.push_back(name.c_str());
    names.push_back(nullptr);
    std::vector<tactus_model_bytes> in_memory;
    for (const auto& [name, content] : models_in_memory)
      in_memory.push_back({name.c_str(), content.c_str(), content.size()});
    options.models_folder = or_null(models_folder);
    options.models = names.data();
    options.model_bytes = in_memory.data();
    options.model_bytes_count = in_memory.size();
    options.decoder = or_null(decoder);
    options.stall_seconds = stall_seconds;
    options.device = or_null(device);
    options.threads = threads;
    options.cuda_module = or_null(cuda_module);
    options.min_bpm = min_bpm;
    options.max_bpm = max_bpm;
    if (beats_per_bar) options.beats_per_bar = beats_per_bar->data();
    if (beats_per_bar) options.beats_per_bar_count = beats_per_bar->size();
    options.grid = or_null(grid);
    options.snap_chords = static_cast<tactus_choice>(snap_chords);
    std::vector<const char*> assignments;
    for (const nb::bytes& setting : settings) assignments.push_back(setting.c_str());
    assignments.push_back(nullptr);
    options.settings = assignments.data();
    if (!log_.is_none()) {
      options.log = log_line;
      options.log_user = &log_;
    }
    tactus_engine* made = nullptr;
    const tactus_code code = [&] {
      const nb::gil_scoped_release released;
      return tactus_engine_open(&options, &made);
    }();
    require_ok(code);
    engine_.reset(made);
  }

  PySong tag_file(const nb::bytes& path, bool activations, nb::object progress,
                  const std::optional<nb::bytes>& source) {
    const char* name = path.c_str();
    const char* called = source ? source->c_str() : nullptr;
    return tag(activations, std::move(progress), [&](auto& options, tactus_song** song) {
      options.source = called;
      return tactus_tag_file(engine_.get(), name, &options, song);
    });
  }

  PySong tag_samples(const FloatMatrix& samples, int rate, bool activations, nb::object progress) {
    return tag(activations, std::move(progress), [&](const auto& options, tactus_song** song) {
      return tactus_tag_samples(engine_.get(), samples.data(), samples.shape(0),
                                static_cast<int>(samples.shape(1)), rate, &options, song);
    });
  }

  using NamedFrames = std::tuple<std::string, std::string, double, FloatMatrix>;
  // activations: task, "", rate and values; context: as PySong gives it.
  PySong decode_again(const std::vector<NamedFrames>& activations,
                      const std::vector<NamedFrames>& context, double seconds) {
    TagResult kept;
    for (const auto& [task, unnamed, rate, values] : activations)
      kept.activations[task] = frames_of(values, rate);
    for (const auto& [task, name, rate, values] : context)
      kept.context[task][name] = frames_of(values, rate);
    kept.seconds = seconds;
    const nb::gil_scoped_release released;
    return PySong(engine_->decode_again(kept).release());
  }

  nb::list models() const {
    nb::list list;
    for (std::size_t i = 0;; ++i) {
      const tactus_model* model = tactus_engine_model(engine_.get(), i);
      if (!model) return list;
      nb::list labels;
      for (std::size_t k = 0; k < model->columns; ++k) labels.append(text_of(model->labels[k]));
      list.append(nb::make_tuple(text_of(model->task), text_of(model->path),
                                 text_of(model->fingerprint), model->frame_rate, labels));
    }
  }

  nb::str device() const { return text_of(tactus_engine_device(engine_.get())); }
  int sample_rate() const { return tactus_engine_sample_rate(engine_.get()); }
  void cancel() { tactus_cancel(engine_.get()); }
  void cancel_reset() { tactus_cancel_reset(engine_.get()); }
  void abandon() { static_cast<void>(engine_.release()); }

 private:
  struct Close {
    void operator()(tactus_engine* engine) const { tactus_engine_close(engine); }
  };

  template <class Call>
  PySong tag(bool activations, nb::object progress, const Call& call) {
    ProgressWatch watch(std::move(progress));
    tactus_tag_options options;
    tactus_tag_options_init(&options, sizeof options);
    options.activations = activations ? 1 : 0;
    options.progress = [](void* user, double done) noexcept {
      return static_cast<ProgressWatch*>(user)->at(done) ? 0 : 1;
    };
    options.progress_user = &watch;
    tactus_song* song = nullptr;
    const tactus_code code = [&] {
      const nb::gil_scoped_release released;
      return call(options, &song);
    }();
    PySong made(song);
    watch.rethrow();
    require_ok(code);
    return made;
  }

  nb::object log_;
  std::unique_ptr<tactus_engine, Close> engine_;  // ends before the function that it calls
};

using Bytes = std::optional<nb::bytes>;
using NamedBytes = std::vector<std::tuple<nb::bytes, nb::bytes>>;

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<PyEngine>(module, "Engine")
      .def(nb::init<const Bytes&, const std::vector<nb::bytes>&, const NamedBytes&, const Bytes&,
                    double, const Bytes&, int, const Bytes&, double, double,
                    const std::optional<std::vector<int>>&, const Bytes&, int,
                    const std::vector<nb::bytes>&, nb::object>(),
           nb::kw_only(), nb::arg("models_folder").none(), nb::arg("models"),
           nb::arg("models_in_memory"), nb::arg("decoder").none(), nb::arg("stall_seconds"),
           nb::arg("device").none(), nb::arg("threads"), nb::arg("cuda_module").none(),
           nb::arg("min_bpm"), nb::arg("max_bpm"), nb::arg("beats_per_bar").none(),
           nb::arg("grid").none(), nb::arg("snap_chords"), nb::arg("settings"),
           nb::arg("log").none())
      .def("tag_file", &PyEngine::tag_file, nb::arg("path"), nb::arg("activations"),
           nb::arg("progress").none(), nb::arg("source").none())
      .def("tag_samples", &PyEngine::tag_samples, nb::arg("samples"), nb::arg("rate"),
           nb::arg("activations"), nb::arg("progress").none())
      .def("decode_again", &PyEngine::decode_again, nb::arg("activations"), nb::arg("context"),
           nb::arg("seconds"))
      .def("models", &PyEngine::models)
      .def("device", &PyEngine::device)
      .def("sample_rate", &PyEngine::sample_rate)
      .def("cancel", &PyEngine::cancel)
      .def("cancel_reset", &PyEngine::cancel_reset)
      .def("abandon", &PyEngine::abandon);
}

}  // namespace tactus
