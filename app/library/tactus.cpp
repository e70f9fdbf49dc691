#include "app/library/tactus.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <string>
#include <vector>

#include "app/models/device.h"
#include "app/models/model_store.h"
#include "app/models/places.h"
#include "app/tagging/song_outputs.h"
#include "app/tagging/tagger.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "model/version.h"

struct tactus_engine {
  tactus::Places places;
  std::vector<tactus::LoadedModel> models;
  std::unique_ptr<tactus::Tagger> tagger;
  tactus_log_function log = nullptr;
  tactus_progress_function progress = nullptr;
  void* user = nullptr;

  void say(const std::string& line) const {
    if (log) log(user, line.c_str());
  }
};

namespace tactus {
namespace {

thread_local std::string last_error;

tactus_code failed(tactus_code code, const char* message) noexcept {
  try {
    last_error = message;
  } catch (...) {
    last_error.clear();
  }
  return code;
}

// No exception crosses this function to C.
template <class Work>
tactus_code guarded(const Work& work) noexcept {
  try {
    last_error.clear();
    work();
    return TACTUS_OK;
  } catch (const Error& error) {
    return failed(static_cast<tactus_code>(error.code()), error.what());
  } catch (const std::bad_alloc& error) {
    return failed(TACTUS_NO_MEMORY, error.what());
  } catch (const std::exception& error) {
    return failed(TACTUS_INTERNAL, error.what());
  } catch (...) {
    return failed(TACTUS_INTERNAL, "unknown fault");
  }
}

void require(bool given, const char* what) {
  if (!given) throw ArgumentError(std::string(what) + " is missing");
}

std::vector<std::string> texts(const char* const* list) {
  std::vector<std::string> found;
  for (; list && *list; ++list) found.emplace_back(*list);
  return found;
}

// The fields that the caller's version of the header has.
tactus_options read_options(const tactus_options* given) {
  require(given, "options");
  tactus_options options{};
  if (given->size < sizeof given->size) throw ArgumentError("options: call tactus_options_init");
  std::memcpy(&options, given, std::min(given->size, sizeof options));
  return options;
}

std::unique_ptr<tactus_engine> open_engine(const tactus_options& options) {
  require(options.models_folder || options.models, "options: models_folder");
  auto engine = std::make_unique<tactus_engine>();
  engine->log = options.log;
  engine->progress = options.progress;
  engine->user = options.user;
  if (options.models_folder) engine->places.models = options.models_folder;
  if (options.cuda_module) engine->places.cuda_modules = {options.cuda_module};
  engine->places.decoder = texts(options.decoder);
  engine->models = load_models(texts(options.models), engine->places.models);
  for (const LoadedModel& model : engine->models)
    if (!model.note.empty()) engine->say(model.note);
  const Device device = open_device(options.device ? options.device : "auto",
                                    std::max(options.threads, 0), engine->places);
  engine->say("computing on " + describe(device));
  engine->tagger = std::make_unique<Tagger>(engine->models, device.backend);
  return engine;
}

std::string tagged_text(tactus_engine& engine, const std::string& audio, const std::string& name) {
  const std::vector<Format> formats = formats_by_name(name);
  if (formats.size() != 1) {
    throw ArgumentError(name + (formats.empty() ? ": no such format" : ": is more than one file"));
  }
  const std::unique_ptr<AudioSource> source =
      open_audio(audio, engine.tagger->sample_rate(), engine.places.decoder);
  std::stop_source stop;
  const auto progress = [&](double done) {
    if (engine.progress && engine.progress(engine.user, done) != 0) stop.request_stop();
  };
  TagResult result = engine.tagger->tag(*source, stop.get_token(), progress);
  if (stop.stop_requested()) throw InterruptedError();
  if (result.warning) engine.say(audio + ": " + *result.warning);
  name_song(result.annotation, audio, source->tags());
  return serialise_annotation(result.annotation, formats.front());
}

char* copy_of(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace
}  // namespace tactus

const char* tactus_version() {
  return TACTUS_VERSION;
}

const char* tactus_last_error() {
  return tactus::last_error.c_str();
}

void tactus_options_init(tactus_options* options) {
  if (!options) return;
  *options = {};
  options->size = sizeof *options;
}

tactus_code tactus_engine_open(const tactus_options* options, tactus_engine** engine) {
  if (engine) *engine = nullptr;
  return tactus::guarded([&] {
    tactus::require(engine, "engine");
    *engine = tactus::open_engine(tactus::read_options(options)).release();
  });
}

void tactus_engine_close(tactus_engine* engine) {
  delete engine;
}

tactus_code tactus_tag_file(tactus_engine* engine, const char* audio, const char* format,
                            char** text, size_t* length) {
  if (text) *text = nullptr;
  return tactus::guarded([&] {
    tactus::require(engine, "engine");
    tactus::require(audio, "audio");
    tactus::require(format, "format");
    tactus::require(text, "text");
    const std::string made = tactus::tagged_text(*engine, audio, format);
    *text = tactus::copy_of(made);
    if (length) *length = made.size();
  });
}

void tactus_text_free(char* text) {
  std::free(text);
}
