#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/library/engine.h"
#include "app/engine/library/library_places.h"
#include "app/engine/library/song.h"
#include "app/engine/library/tactus.h"
#include "audio/error.h"
#include "datasets/formats/format.h"
#include "model/version.h"

namespace tactus {
namespace {

#define TACTUS_TEXT_OF(number) #number
#define TACTUS_TEXT(number) TACTUS_TEXT_OF(number)
static_assert(std::string_view(TACTUS_TEXT(TACTUS_VERSION_MAJOR) "." TACTUS_TEXT(
                  TACTUS_VERSION_MINOR) "." TACTUS_TEXT(TACTUS_VERSION_PATCH)) == TACTUS_VERSION,
              "tactus.h states another version than CMakeLists.txt");

// Without a destructor, so that a program may unload the library while threads live.
constexpr std::size_t kLongestMessage = 4000;  // bytes
thread_local char last_error[kLongestMessage + 1];

void set_last_error(std::string_view message) noexcept {
  std::size_t length = std::min(message.size(), kLongestMessage);
  if (length < message.size())  // not within a character of UTF-8
    while (length > 0 && (message[length] & 0xC0) == 0x80) --length;
  std::memcpy(last_error, message.data(), length);
  last_error[length] = '\0';
}

tactus_code failed(tactus_code code, const char* message) noexcept {
  set_last_error(message);
  return code;
}

// No exception crosses this function to C.
template <class Work>
tactus_code guarded(const Work& work) noexcept {
  try {
    set_last_error("");
    work();
    return TACTUS_OK;
  } catch (const Error& error) {
    return failed(static_cast<tactus_code>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return failed(TACTUS_NO_MEMORY, "not enough memory");
  } catch (const std::invalid_argument& error) {
    return failed(TACTUS_ARGUMENT, error.what());
  } catch (const std::exception& error) {
    return failed(TACTUS_INTERNAL, error.what());
  } catch (...) {
    return failed(TACTUS_INTERNAL, "unknown fault");
  }
}

void require(bool given, const char* what) {
  if (!given) throw ArgumentError(std::string(what) + " is missing");
}

template <class Options>
void init_options(Options* options, std::size_t size) {
  if (!options || size < sizeof options->size) return;
  std::memset(static_cast<void*>(options), 0, size);
  options->size = size;
}

// The fields that the caller's version of the header has. A field that only a later library knows
// must have its default.
template <class Options>
Options read_options(const Options* given, const char* init) {
  Options options{};
  if (!given) return options;
  constexpr std::size_t kLargest = std::size_t{1} << 16;  // more is what nobody has initialised
  const std::size_t size = given->size;
  if (size < sizeof size || size > kLargest)
    throw ArgumentError(fmt::format("options of {} bytes: call {} first", size, init));
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (size > sizeof options &&
      std::any_of(bytes + sizeof options, bytes + size, [](auto byte) { return byte != 0; }))
    throw ArgumentError("options: a field is set that libtactus " TACTUS_VERSION
                        " does not know; update the library");
  std::memcpy(static_cast<void*>(&options), given, std::min(size, sizeof options));
  return options;
}

tactus_tag_options read_tag_options(const tactus_tag_options* given) {
  return read_options(given, "tactus_tag_options_init");
}

// The array of a song, or nothing without a song.
template <class Element, class Song>
const Element* array_of(const Song* song, std::vector<Element> Song::*field, std::size_t* count) {
  if (count) *count = 0;
  if (!song) return nullptr;
  const std::vector<Element>& array = song->*field;
  if (count) *count = array.size();
  return array.data();
}

const SegmentLayerInfo* layer_named(const char* name) {
  for (const SegmentLayerInfo& layer : segment_layers())
    if (name && std::string_view(layer.name) == name) return &layer;
  return nullptr;
}

void* allocated(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}

char* copy_of(const std::string& text) {
  char* copy = static_cast<char*>(allocated(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Pointers, NULL and texts in one piece of memory.
char** list_of(const std::vector<std::string>& texts) {
  std::size_t bytes = (texts.size() + 1) * sizeof(char*);
  for (const std::string& text : texts) bytes += text.size() + 1;
  char** list = static_cast<char**>(allocated(bytes));
  char* place = reinterpret_cast<char*>(list + texts.size() + 1);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    list[i] = place;
    std::memcpy(place, texts[i].c_str(), texts[i].size() + 1);
    place += texts[i].size() + 1;
  }
  list[texts.size()] = nullptr;
  return list;
}

Format one_format(const std::string& name) {
  const std::vector<Format> formats = formats_by_name(name);
  if (formats.size() == 1) return formats.front();
  if (formats.empty())
    throw ArgumentError(fmt::format("{}: no such format; known formats: {}", name,
                                    fmt::join(format_names(), ", ")));
  std::string names;
  for (const Format format : formats)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", format_info(format).name);
  throw ArgumentError(fmt::format("{}: stands for several formats; choose one of {}", name, names));
}

std::span<const float> checked_samples(const float* samples, std::size_t frames, int channels) {
  require(samples || frames == 0, "samples");
  if (channels < 1)
    throw ArgumentError(fmt::format("samples: {} channels, expected 1 or more", channels));
  const auto width = static_cast<std::size_t>(channels);
  if (frames > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float) / width)
    throw ArgumentError(fmt::format("samples: {} frames do not fit into memory", frames));
  return {samples, frames * width};
}

}  // namespace
}  // namespace tactus

const char* tactus_version(void) {
  return TACTUS_VERSION;
}

const char* tactus_code_text(tactus_code code) {
  switch (code) {
    case TACTUS_OK:
      return "no error";
    case TACTUS_ARGUMENT:
      return "an argument or option is wrong";
    case TACTUS_INPUT:
      return "a file or folder is missing, or contains nothing to work on";
    case TACTUS_CONFIG:
      return "a configuration is wrong";
    case TACTUS_DEVICE:
      return "the chosen device does not exist here";
    case TACTUS_INTERRUPTED:
      return "the caller stopped the work";
    case TACTUS_AUDIO:
      return "a file cannot be decoded, or samples are not valid sound";
    case TACTUS_OUTPUT:
      return "a file cannot be written";
    case TACTUS_FORMAT:
      return "an annotation file cannot be read or written";
    case TACTUS_FEATURES:
      return "a file of features cannot be read or written";
    case TACTUS_MODEL:
      return "a model cannot be read";
    case TACTUS_LABEL:
      return "a chord label breaks its syntax";
    case TACTUS_DATASET:
      return "a corpus cannot be used";
    case TACTUS_TRAINING:
      return "a training run cannot continue";
    case TACTUS_BACKEND:
      return "a device fails while it computes";
    case TACTUS_RENDERING:
      return "a corpus cannot be rendered";
    case TACTUS_NO_MEMORY:
      return "not enough memory";
    case TACTUS_INTERNAL:
      return "a fault of the library or of the system";
  }
  return "a code from a later version";
}

const char* tactus_last_error(void) {
  return tactus::last_error;
}

void tactus_options_init(tactus_options* options, size_t size) {
  tactus::init_options(options, size);
}

void tactus_tag_options_init(tactus_tag_options* options, size_t size) {
  tactus::init_options(options, size);
}

tactus_code tactus_engine_open(const tactus_options* options, tactus_engine** engine) {
  if (engine) *engine = nullptr;
  return tactus::guarded([&] {
    tactus::require(engine, "engine");
    *engine = new tactus_engine(tactus::read_options(options, "tactus_options_init"));
  });
}

void tactus_engine_close(tactus_engine* engine) {
  delete engine;
}

const char* tactus_engine_device(const tactus_engine* engine) {
  return engine ? engine->device().c_str() : "";
}

int tactus_engine_sample_rate(const tactus_engine* engine) {
  return engine ? engine->sample_rate() : 0;
}

const tactus_model* tactus_engine_model(const tactus_engine* engine, size_t index) {
  if (!engine || index >= engine->models().size()) return nullptr;
  return &engine->models()[index]->view;
}

tactus_code tactus_model_names(const char* folder, char*** names) {
  if (names) *names = nullptr;
  return tactus::guarded([&] {
    tactus::require(names, "names");
    *names =
        tactus::list_of(tactus::shipped_names(folder ? folder : tactus::library_places().models));
  });
}

void tactus_cancel(tactus_engine* engine) {
  if (engine) engine->cancel();
}

void tactus_cancel_reset(tactus_engine* engine) {
  if (engine) engine->reset_cancel();
}

tactus_code tactus_tag_file(tactus_engine* engine, const char* path,
                            const tactus_tag_options* options, tactus_song** song) {
  if (song) *song = nullptr;
  return tactus::guarded([&] {
    tactus::require(engine, "engine");
    tactus::require(path, "path");
    tactus::require(song, "song");
    *song = engine->tag(path, tactus::read_tag_options(options)).release();
  });
}

tactus_code tactus_tag_samples(tactus_engine* engine, const float* samples, size_t frames,
                               int channels, int sample_rate, const tactus_tag_options* options,
                               tactus_song** song) {
  if (song) *song = nullptr;
  return tactus::guarded([&] {
    tactus::require(engine, "engine");
    tactus::require(song, "song");
    *song = engine
                ->tag(tactus::checked_samples(samples, frames, channels), channels, sample_rate,
                      tactus::read_tag_options(options))
                .release();
  });
}

void tactus_song_free(tactus_song* song) {
  delete song;
}

double tactus_song_duration(const tactus_song* song) {
  return song ? song->annotation.duration : 0.0;
}

const char* tactus_song_warning(const tactus_song* song) {
  return song ? song->warning.c_str() : "";
}

const char* tactus_song_title(const tactus_song* song) {
  return song ? song->annotation.title.c_str() : "";
}

const char* tactus_song_artist(const tactus_song* song) {
  return song ? song->annotation.artist.c_str() : "";
}

const char* tactus_song_album(const tactus_song* song) {
  return song ? song->annotation.album.c_str() : "";
}

const char* tactus_song_annotator(const tactus_song* song) {
  return song ? song->annotation.annotator.c_str() : "";
}

double tactus_song_confidence(const tactus_song* song) {
  return song ? song->confidence : 0.0;
}

const tactus_beat* tactus_song_beats(const tactus_song* song, size_t* count) {
  return tactus::array_of(song, &tactus_song::beats, count);
}

int tactus_song_meter(const tactus_song* song) {
  return song ? song->meter : 0;
}

const char* tactus_song_time_signature(const tactus_song* song) {
  return song ? song->time_signature.c_str() : "";
}

double tactus_song_swing(const tactus_song* song) {
  return song ? song->annotation.swing : 0.0;
}

const tactus_tempo* tactus_song_tempi(const tactus_song* song, size_t* count) {
  return tactus::array_of(song, &tactus_song::tempi, count);
}

const double* tactus_song_tempo_curve(const tactus_song* song, size_t* count) {
  return tactus::array_of(song, &tactus_song::tempo_curve, count);
}

tactus_grid_kind tactus_song_grid_kind(const tactus_song* song) {
  if (!song) return TACTUS_GRID_NONE;
  switch (song->annotation.grid.kind) {
    case tactus::GridKind::kNone:
      return TACTUS_GRID_NONE;
    case tactus::GridKind::kConstant:
      return TACTUS_GRID_CONSTANT;
    case tactus::GridKind::kPiecewise:
      return TACTUS_GRID_PIECEWISE;
    case tactus::GridKind::kFree:
      return TACTUS_GRID_FREE;
  }
  return TACTUS_GRID_NONE;
}

const tactus_grid_segment* tactus_song_grid(const tactus_song* song, size_t* count) {
  return tactus::array_of(song, &tactus_song::grid, count);
}

const tactus_chord* tactus_song_chords(const tactus_song* song, size_t* count) {
  return tactus::array_of(song, &tactus_song::chords, count);
}

const tactus_segment* tactus_song_keys(const tactus_song* song, size_t* count) {
  return tactus_song_segments(song, "keys", count);
}

const tactus_segment* tactus_song_sections(const tactus_song* song, size_t* count) {
  return tactus_song_segments(song, "sections", count);
}

const char* tactus_layer_name(size_t index) {
  const auto layers = tactus::segment_layers();
  return index < layers.size() ? layers[index].name : nullptr;
}

const char* tactus_layer_title(const char* layer) {
  const tactus::SegmentLayerInfo* found = tactus::layer_named(layer);
  return found ? found->title : nullptr;
}

const tactus_segment* tactus_song_segments(const tactus_song* song, const char* layer,
                                           size_t* count) {
  if (count) *count = 0;
  const tactus::SegmentLayerInfo* found = tactus::layer_named(layer);
  if (!song || !found) return nullptr;
  const auto& segments = song->segments[static_cast<std::size_t>(found->segments)];
  if (count) *count = segments.size();
  return segments.data();
}

const char* tactus_song_key(const tactus_song* song) {
  return song ? song->key.c_str() : "";
}

const tactus_matrix* tactus_song_activations(const tactus_song* song, size_t index) {
  if (!song || index >= song->activations.size()) return nullptr;
  return &song->activations[index].view;
}

// The texts of the table end with a zero: they are literals.
const char* tactus_format_name(size_t index) {
  const auto formats = tactus::all_formats();
  return index < formats.size() ? formats[index].name.data() : nullptr;
}

const char* tactus_format_ending(const char* format) {
  if (!format) return nullptr;
  for (const tactus::FormatInfo& info : tactus::all_formats())
    if (info.name == format) return info.suffix.data();
  return nullptr;
}

tactus_code tactus_song_text(const tactus_song* song, const char* format, char** text,
                             size_t* length) {
  if (text) *text = nullptr;
  if (length) *length = 0;
  return tactus::guarded([&] {
    tactus::require(song, "song");
    tactus::require(format, "format");
    tactus::require(text, "text");
    const std::string made =
        tactus::serialise_annotation(song->annotation, tactus::one_format(format));
    *text = tactus::copy_of(made);
    if (length) *length = made.size();
  });
}

void tactus_free(void* memory) {
  std::free(memory);
}
