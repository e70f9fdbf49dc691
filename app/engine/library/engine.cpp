#include "app/engine/library/engine.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "app/engine/library/library_places.h"
#include "app/engine/library/song.h"
#include "app/engine/models/device.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "audio/readers/sample_reader.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

bool is_program(const std::string& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> decoder_for(const tactus_options& options, const std::string& found,
                                     const Log& log) {
  const bool named = options.decoder != nullptr;
  if (named && !*options.decoder) return {};
  const std::string program = named ? options.decoder : found;
  if (is_program(program)) {
    log.say(TACTUS_LOG_INFO, "files are decoded by " + program);
    return {program};
  }
  if (named) throw InputError(program + ": no such program; it decodes files in a sandbox");
  log.say(TACTUS_LOG_WARNING,
          fmt::format(
              "tactus-decode was not found (last tried: {}): files are decoded without a sandbox",
              program));
  return {};
}

// Files that the options name, or the places where the library finds them.
Places places_for(const tactus_options& options, const Log& log) {
  Places places = library_places();
  if (options.models_folder) places.models = options.models_folder;
  if (options.cuda_module) {
    places.cuda_modules.clear();
    if (*options.cuda_module) places.cuda_modules = {options.cuda_module};
  }
  places.decoder = decoder_for(options, places.decoder.front(), log);
  return places;
}

std::vector<std::string> texts(const char* const* list) {
  std::vector<std::string> found;
  for (; list && *list; ++list) found.emplace_back(*list);
  return found;
}

std::vector<ModelInMemory> models_in_memory(const tactus_options& options) {
  if (options.model_bytes_count > 0 && !options.model_bytes)
    throw ArgumentError("options: model_bytes is missing");
  std::vector<ModelInMemory> models;
  for (std::size_t i = 0; i < options.model_bytes_count; ++i) {
    const tactus_model_bytes& given = options.model_bytes[i];
    if (!given.name || !given.data)
      throw ArgumentError(
          fmt::format("options: model_bytes[{}] has no {}", i, given.name ? "data" : "name"));
    models.push_back({given.name, {static_cast<const std::byte*>(given.data), given.size}});
  }
  return models;
}

// A caller in C may give any number, which an enumeration of C++ must not hold.
std::optional<bool> choice_of(const tactus_choice& choice) {
  int number = 0;
  static_assert(sizeof number == sizeof choice);
  std::memcpy(&number, &choice, sizeof number);
  switch (number) {
    case TACTUS_DEFAULT:
      return std::nullopt;
    case TACTUS_YES:
      return true;
    case TACTUS_NO:
      return false;
  }
  throw ArgumentError(
      fmt::format("options: snap_chords {}: expected TACTUS_DEFAULT, TACTUS_YES or "
                  "TACTUS_NO",
                  number));
}

DecoderSettings settings_of(const tactus_options& options) {
  DecoderSettings settings;
  const auto prefer = [&](const char* name, std::string value) {
    settings.prefer(name, std::move(value), name);
  };
  if (options.min_bpm != 0.0) prefer("min_bpm", fmt::format("{}", options.min_bpm));
  if (options.max_bpm != 0.0) prefer("max_bpm", fmt::format("{}", options.max_bpm));
  if (options.beats_per_bar_count > 0 && !options.beats_per_bar)
    throw ArgumentError("options: beats_per_bar is missing");
  const std::span meters(options.beats_per_bar, options.beats_per_bar_count);
  if (!meters.empty()) prefer("beats_per_bar", fmt::format("{}", fmt::join(meters, ",")));
  if (options.grid) prefer("grid", options.grid);
  if (const auto snap = choice_of(options.snap_chords))
    prefer("snap_to_beats", *snap ? "true" : "false");
  for (const std::string& assignment : texts(options.settings))
    settings.add(assignment, "settings:");
  return settings;
}

std::unique_ptr<SoundTagger> make_tagger(const std::vector<LoadedModel>& models,
                                         std::shared_ptr<Backend> backend,
                                         const DecoderSettings& settings) {
  try {
    return std::make_unique<SoundTagger>(models, std::move(backend), settings);
  } catch (const std::invalid_argument& error) {
    throw ModelError(error.what());
  }
}

std::unique_ptr<ModelView> view_of(const Task& task, const LoadedModel& model) {
  auto made = std::make_unique<ModelView>();
  made->task = task.name();
  made->path = model.path.string();
  made->fingerprint = model.fingerprint;
  made->labels = task.activation_labels();
  made->label_pointers = pointers_to(made->labels);
  made->view = {made->task.c_str(),  made->path.c_str(),  made->fingerprint.c_str(),
                task.features().fps, made->labels.size(), made->label_pointers.data()};
  return made;
}

double stall_seconds_of(const tactus_options& options) {
  constexpr double kLongest = 86400.0;  // a day
  if (options.stall_seconds == 0.0) return FileAccess().stall_seconds;
  if (options.stall_seconds >= 0.1 && options.stall_seconds <= kLongest)
    return options.stall_seconds;
  throw ArgumentError(fmt::format("options: stall_seconds {}: expected 0, or 0.1 to {}",
                                  options.stall_seconds, kLongest));
}

void name(Annotation& annotation, const tactus_tag_options& options) {
  if (options.title) annotation.title = options.title;
  if (options.artist) annotation.artist = options.artist;
  if (options.album) annotation.album = options.album;
}

// Hands progress to the caller, also where the share of the work is not known or has not grown, so
// that the caller can stop it.
class ProgressCaller {
 public:
  ProgressCaller(const tactus_tag_options& options, std::stop_source& stop)
      : options_(options), stop_(stop) {}
  void at(double done) {
    done_ = done;
    called_ = true;
    if (options_.progress && options_.progress(options_.progress_user, done) != 0)
      stop_.request_stop();
  }
  void read() {
    if (!called_) at(done_);
    called_ = false;
  }

 private:
  const tactus_tag_options& options_;
  std::stop_source& stop_;
  double done_ = 0.0;
  bool called_ = false;  // since the last block
};

}  // namespace

}  // namespace tactus

tactus_engine::tactus_engine(const tactus_options& options) : log_(options) {
  using namespace tactus;
  if (options.threads < 0)
    throw ArgumentError(fmt::format("options: {} threads, expected 0 or more", options.threads));
  access_.stall_seconds = stall_seconds_of(options);
  const DecoderSettings settings = settings_of(options);
  const Places places = places_for(options, log_);
  access_.decoder = places.decoder;
  const std::vector<LoadedModel> loaded =
      load_models(texts(options.models), places.models, models_in_memory(options));
  settings.check(loaded);
  const Device device =
      open_tagging_device(options.device ? options.device : "auto", options.threads, places);
  device_ = describe(device);
  log_.say(TACTUS_LOG_INFO, "computing on " + device_);
  tagger_ = make_tagger(loaded, device.backend, settings);
  for (const Task* task : tagger_->tasks()) {
    const auto model = std::ranges::find_if(loaded, [&](const LoadedModel& each) {
      return task_of(each.model)->name() == task->name();
    });
    models_.push_back(view_of(*task, *model));
    log_.say(TACTUS_LOG_INFO, fmt::format("{}: {}", task->name(), model->path.string()));
  }
}

void tactus_engine::cancel() {
  const std::lock_guard lock(stop_mutex_);
  stop_.request_stop();
}

void tactus_engine::reset_cancel() {
  const std::lock_guard lock(stop_mutex_);
  stop_ = std::stop_source();
}

std::stop_token tactus_engine::cancelled() {
  const std::lock_guard lock(stop_mutex_);
  return stop_.get_token();
}

template <class Tag>
std::unique_ptr<tactus_song> tactus_engine::watched(const tactus_tag_options& options,
                                                    const Tag& tag) {
  using namespace tactus;
  const std::lock_guard lock(work_);
  std::stop_source stop;
  const std::stop_callback forward(cancelled(), [&] { stop.request_stop(); });
  if (stop.stop_requested()) throw InterruptedError();
  ProgressCaller caller(options, stop);
  tagger_->keep_activations(options.activations != 0);
  try {
    TagResult result = tag(
        stop.get_token(), [&](double done) { caller.at(done); }, [&] { caller.read(); });
    if (stop.stop_requested()) throw InterruptedError();
    name(result.annotation, options);
    return std::make_unique<tactus_song>(std::move(result), tagger_->tasks(),
                                         options.activations != 0);
  } catch (const Error&) {
    if (stop.stop_requested()) throw InterruptedError();
    throw;
  }
}

std::unique_ptr<tactus_song> tactus_engine::tag(const char* path,
                                                const tactus_tag_options& options) {
  using namespace tactus;
  return watched(options, [&](std::stop_token stop, const TagProgress& progress, const auto& read) {
    const char* called = options.source ? options.source : path;
    const auto sound =
        open_audio(path, tagger_->sample_rate(), access_.decoder, access_.stall_seconds);
    TagResult result = tag_source(*tagger_, *sound, called, std::move(stop), progress,
                                  [&](double, double) { read(); });
    if (options.source) result.annotation.audio = options.source;
    if (result.warning)
      log_.say(TACTUS_LOG_WARNING, fmt::format("{}: {}", called, *result.warning));
    if (const std::string note = sound->note(); !note.empty())
      log_.say(TACTUS_LOG_WARNING, fmt::format("{}: {}", called, note));
    return result;
  });
}

std::unique_ptr<tactus_song> tactus_engine::tag(std::span<const float> samples, int channels,
                                                int sample_rate,
                                                const tactus_tag_options& options) {
  using namespace tactus;
  SampleReader source(samples, channels, sample_rate, tagger_->sample_rate());
  return watched(options, [&](std::stop_token stop, const TagProgress& progress, const auto& read) {
    return tagger_->tag(source, std::move(stop), progress, [&](double) { read(); });
  });
}

std::unique_ptr<tactus_song> tactus_engine::decode_again(const tactus::TagResult& kept) {
  const std::lock_guard lock(work_);
  return std::make_unique<tactus_song>(tagger_->decode_again(kept), tagger_->tasks(), true);
}
