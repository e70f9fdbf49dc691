#include "app/workshop/training/train_events.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Resident bytes of this process, 0 if the system does not report them.
std::size_t resident_memory() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "r"),
                                                             &std::fclose);
  std::size_t total = 0, resident = 0;
  if (!file || std::fscanf(file.get(), "%zu %zu", &total, &resident) != 2) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

constexpr const char* kKinds[] = {"start",      "loading", "note",     "data",  "batch",
                                  "validation", "paused",  "going on", "epoch", "sample",
                                  "checkpoint", "model",   "end"};  // of the alternatives of
                                                                    // TrainEvent
static_assert(std::size(kKinds) == std::variant_size_v<TrainEvent>);

// ---- The fields of each event, once for writing and for reading.

template <class Visitor>
void fields(RunStarted& e, Visitor& visit) {
  visit("output", e.output), visit("config", e.config), visit("task", e.task);
  visit("name", e.name), visit("resumed", e.resumed), visit("process", e.process);
  visit.newer("time", e.time);
}

template <class Visitor>
void fields(SongsLoading& e, Visitor& visit) {
  visit("done", e.done), visit("total", e.total), visit("corpus", e.corpus);
}

template <class Visitor>
void fields(RunNote& e, Visitor& visit) {
  visit("text", e.text);
}

template <class Visitor>
void fields(RunData& e, Visitor& visit) {
  visit("training", e.training), visit("validation", e.validation), visit("hours", e.hours);
  visit("parameters", e.parameters), visit("batches", e.batches), visit("device", e.device);
  visit("heads", e.heads), visit.newer("corpora", e.corpora);
}

template <class Visitor>
void fields(BatchDone& e, Visitor& visit) {
  BatchProgress& p = e.progress;
  visit("epoch", p.epoch), visit("epochs", p.epochs), visit("batch", p.batch);
  visit("batches", p.batches), visit("step", p.step), visit("loss", p.loss);
  visit("smoothed", p.smoothed_loss), visit("rate", p.learning_rate);
  visit("gradient", p.gradient_norm), visit("frames_per_second", p.frames_per_second, 1.0);
  visit("seconds_left", e.seconds_left, 1e4), visit("memory", e.memory);
  visit.newer("device_memory", e.device_memory);
}

template <class Visitor>
void fields(ValidationBegun& e, Visitor& visit) {
  visit("epoch", e.epoch);
}

template <class Visitor>
void fields(RunPaused& e, Visitor& visit) {
  visit("epoch", e.epoch);
}

template <class Visitor>
void fields(RunResumed&, Visitor&) {}

template <class Visitor>
void fields(EpochProgress& e, Visitor& visit) {
  visit("epoch", e.epoch), visit("step", e.step), visit("rate", e.learning_rate);
  visit("loss", e.train_loss), visit("head_loss", e.train_head_loss);
  visit("validation_loss", e.validation_loss);
  visit("validation_head_loss", e.validation_head_loss);
  visit("score", e.validation.score), visit("metrics", e.validation.metrics);
  visit("improved", e.improved), visit("best_score", e.best_score);
  visit("best_epoch", e.best_epoch), visit("seconds", e.seconds);
}

template <class Visitor>
void fields(TrainingSample& e, Visitor& visit) {
  visit("epoch", e.epoch), visit("song", e.song), visit("begin", e.begin), visit("end", e.end);
  visit.pair("beats", e.reference_beats, e.predicted_beats);
  visit.pair("chords", e.reference_chords, e.predicted_chords);
  visit("fps", e.fps), visit("curves", e.curves);
}

template <class Visitor>
void fields(CheckpointWritten& e, Visitor& visit) {
  visit("file", e.file);
}

template <class Visitor>
void fields(ModelWritten& e, Visitor& visit) {
  visit("file", e.file), visit("epoch", e.epoch);
}

template <class Visitor>
void fields(RunEnded& e, Visitor& visit) {
  visit("result", e.result), visit("message", e.message);
}

// ---- A value and its JSON.

constexpr const char* kResults[] = {"finished", "stopped", "failed"};

template <class Value>
Json json_of(const Value& value) {
  return value;
}
Json json_of(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
double rounded(double value, double scale) {
  return std::round(value * scale) / scale;
}
Json json_of(const Beat& beat) {
  return {rounded(beat.time, 1e4), beat.position};
}
Json json_of(const LabelledSegment& chord) {
  return {rounded(chord.start, 1e4), rounded(chord.end, 1e4), chord.label};
}
Json json_of(RunEnded::Result result) {
  return kResults[static_cast<std::size_t>(result)];
}
Json json_of(float value) {
  return rounded(value, 1e3);
}
template <class Value>
Json json_of(const std::vector<Value>& values);
template <class Value>
Json json_of(const std::pair<std::string, Value>& named) {
  return {named.first, json_of(named.second)};
}
template <class Value>
Json json_of(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const Value& value : values) list.push_back(json_of(value));
  return list;
}

template <class Value>
void read(const Json& json, Value& value) {
  value = json.get<Value>();
}
void read(const Json& json, double& value) {
  value = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}
void read(const Json& json, Beat& beat) {
  beat = {json.at(0).get<double>(), json.at(1).get<int>()};
}
void read(const Json& json, LabelledSegment& chord) {
  chord = {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<std::string>()};
}
void read(const Json& json, RunEnded::Result& result) {
  for (std::size_t i = 0; i < std::size(kResults); ++i)
    if (json == kResults[i]) result = static_cast<RunEnded::Result>(i);
}
template <class Value>
void read(const Json& json, std::vector<Value>& values);
template <class Value>
void read(const Json& json, std::pair<std::string, Value>& named) {
  read(json.at(0), named.first);
  read(json.at(1), named.second);
}
template <class Value>
void read(const Json& json, std::vector<Value>& values) {
  values.clear();
  for (const Json& item : json) read(item, values.emplace_back());
}

struct FieldWriter {
  Json json;

  template <class Value>
  void operator()(const char* name, const Value& value) {
    json[name] = json_of(value);
  }
  void operator()(const char* name, double value, double scale) {
    json[name] = json_of(rounded(value, scale));
  }
  template <class Value>
  void newer(const char* name, const Value& value) {
    (*this)(name, value);
  }
  template <class Value>
  void pair(const char* name, const Value& reference, const Value& predicted) {
    json[name] = {{"reference", json_of(reference)}, {"predicted", json_of(predicted)}};
  }
};

struct FieldReader {
  const Json& json;

  template <class Value>
  void operator()(const char* name, Value& value) {
    read(json.at(name), value);
  }
  void operator()(const char* name, double& value, double) { (*this)(name, value); }
  // Missing in earlier files.
  template <class Value>
  void newer(const char* name, Value& value) {
    if (json.contains(name)) (*this)(name, value);
  }
  template <class Value>
  void pair(const char* name, Value& reference, Value& predicted) {
    read(json.at(name).at("reference"), reference);
    read(json.at(name).at("predicted"), predicted);
  }
};

// The event whose kind is number `index` or a later one.
template <std::size_t index = 0>
TrainEvent event_of(std::size_t kind, const Json& json) {
  if constexpr (index < std::variant_size_v<TrainEvent>) {
    if (kind > index) return event_of<index + 1>(kind, json);
    std::variant_alternative_t<index, TrainEvent> event;
    FieldReader reader{json};
    fields(event, reader);
    return event;
  } else {
    return RunResumed{};  // never: there is no such kind
  }
}

}  // namespace

std::string to_json_line(const TrainEvent& event) {
  FieldWriter writer;
  writer.json["event"] = kKinds[event.index()];
  TrainEvent copy = event;
  std::visit([&](auto& e) { fields(e, writer); }, copy);
  return writer.json.dump(-1, ' ', false, Json::error_handler_t::replace);  // any encoding
}

std::optional<TrainEvent> train_event_from_json(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    const std::string kind = json.at("event");
    const auto* known = std::ranges::find(kKinds, kind);
    if (known == std::end(kKinds)) return std::nullopt;
    return event_of(static_cast<std::size_t>(known - kKinds), json);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

TrainEventReport::TrainEventReport(TrainEventSink sink, double batch_interval, Bytes device_memory)
    : sink_(std::move(sink)), interval_(batch_interval), device_memory_(std::move(device_memory)) {}

void TrainEventReport::on_batch(const BatchProgress& progress) {
  const double now = steady_seconds();
  const bool first_of_run = begun_ < 0.0;
  if (first_of_run) {
    begun_ = now;
    first_step_ = progress.step;
  }
  const bool edge = first_of_run || progress.batch == 0 || progress.batch + 1 == progress.batches;
  if (!edge && now - last_sent_ < interval_) return;
  last_sent_ = now;
  const auto all = static_cast<double>(progress.epochs) * static_cast<double>(progress.batches);
  const auto done = static_cast<double>(progress.step - first_step_);
  const double left = all - static_cast<double>(progress.step);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  sink_(BatchDone{progress, done > 0 ? (now - begun_) / done * left : unknown, resident_memory(),
                  device_memory_ ? device_memory_() : 0});
}

void TrainEventReport::on_validation(int epoch) {
  sink_(ValidationBegun{epoch});
}

void TrainEventReport::on_epoch(const EpochProgress& progress) {
  sink_(progress);
}

void TrainEventReport::on_checkpoint(const std::filesystem::path& file) {
  sink_(CheckpointWritten{file.string()});
}

void TrainEventReport::on_note(const std::string& text) {
  sink_(RunNote{text});
}

}  // namespace tactus
