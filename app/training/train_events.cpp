#include "app/training/train_events.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
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

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

std::vector<double> numbers(const Json& json) {
  std::vector<double> values;
  for (const Json& value : json) values.push_back(number(value));
  return values;
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

Json beats_json(const std::vector<Beat>& beats) {
  Json list = Json::array();
  for (const Beat& beat : beats) list.push_back({rounded(beat.time), beat.position});
  return list;
}

std::vector<Beat> beats_of(const Json& json) {
  std::vector<Beat> beats;
  for (const Json& pair : json) {
    beats.push_back({pair.at(0).get<double>(), pair.at(1).get<int>()});
  }
  return beats;
}

Json chords_json(const std::vector<LabelledSegment>& chords) {
  Json list = Json::array();
  for (const LabelledSegment& chord : chords) {
    list.push_back({rounded(chord.start), rounded(chord.end), chord.label});
  }
  return list;
}

std::vector<LabelledSegment> chords_of(const Json& json) {
  std::vector<LabelledSegment> chords;
  for (const Json& item : json) {
    chords.push_back(
        {item.at(0).get<double>(), item.at(1).get<double>(), item.at(2).get<std::string>()});
  }
  return chords;
}

Json json_of(const RunStarted& e) {
  return {{"event", "start"}, {"output", e.output},   {"config", e.config},   {"task", e.task},
          {"name", e.name},   {"resumed", e.resumed}, {"process", e.process}, {"time", e.time}};
}

Json json_of(const SongsLoading& e) {
  return {{"event", "loading"}, {"done", e.done}, {"total", e.total}, {"corpus", e.corpus}};
}

Json json_of(const RunNote& e) {
  return {{"event", "note"}, {"text", e.text}};
}

Json json_of(const RunData& e) {
  return {{"event", "data"},          {"training", e.training},     {"validation", e.validation},
          {"hours", number(e.hours)}, {"parameters", e.parameters}, {"batches", e.batches},
          {"device", e.device},       {"heads", e.heads},           {"corpora", e.corpora}};
}

Json json_of(const BatchDone& e) {
  const BatchProgress& p = e.progress;
  return {{"event", "batch"},
          {"epoch", p.epoch},
          {"epochs", p.epochs},
          {"batch", p.batch},
          {"batches", p.batches},
          {"step", p.step},
          {"loss", number(p.loss)},
          {"smoothed", number(p.smoothed_loss)},
          {"rate", number(p.learning_rate)},
          {"gradient", number(p.gradient_norm)},
          {"frames_per_second", number(std::round(p.frames_per_second))},
          {"seconds_left", number(rounded(e.seconds_left))},
          {"memory", e.memory},
          {"device_memory", e.device_memory}};
}

Json json_of(const ValidationBegun& e) {
  return {{"event", "validation"}, {"epoch", e.epoch}};
}

Json json_of(const RunPaused& e) {
  return {{"event", "paused"}, {"epoch", e.epoch}};
}

Json json_of(const RunResumed&) {
  return {{"event", "going on"}};
}

Json json_of(const EpochProgress& e) {
  Json metrics = Json::array();
  for (const auto& [name, value] : e.validation.metrics) metrics.push_back({name, number(value)});
  return {{"event", "epoch"},
          {"epoch", e.epoch},
          {"step", e.step},
          {"rate", number(e.learning_rate)},
          {"loss", number(e.train_loss)},
          {"head_loss", numbers(e.train_head_loss)},
          {"validation_loss", number(e.validation_loss)},
          {"validation_head_loss", numbers(e.validation_head_loss)},
          {"score", number(e.validation.score)},
          {"metrics", metrics},
          {"improved", e.improved},
          {"best_score", number(e.best_score)},
          {"best_epoch", e.best_epoch},
          {"seconds", number(e.seconds)}};
}

Json json_of(const TrainingSample& e) {
  Json curves = Json::array();
  for (const auto& [name, values] : e.curves) {
    Json list = Json::array();
    for (const float value : values) list.push_back(std::round(value * 1000.0) / 1000.0);
    curves.push_back({name, std::move(list)});
  }
  return {{"event", "sample"},
          {"epoch", e.epoch},
          {"song", e.song},
          {"begin", e.begin},
          {"end", e.end},
          {"beats",
           {{"reference", beats_json(e.reference_beats)},
            {"predicted", beats_json(e.predicted_beats)}}},
          {"chords",
           {{"reference", chords_json(e.reference_chords)},
            {"predicted", chords_json(e.predicted_chords)}}},
          {"fps", e.fps},
          {"curves", std::move(curves)}};
}

Json json_of(const CheckpointWritten& e) {
  return {{"event", "checkpoint"}, {"file", e.file}};
}

Json json_of(const ModelWritten& e) {
  return {{"event", "model"}, {"file", e.file}, {"epoch", e.epoch}};
}

constexpr const char* kResults[] = {"finished", "stopped", "failed"};

Json json_of(const RunEnded& e) {
  return {{"event", "end"},
          {"result", kResults[static_cast<std::size_t>(e.result)]},
          {"message", e.message}};
}

RunStarted started(const Json& j) {
  return {j.at("output"),
          j.at("config"),
          j.at("task"),
          j.at("name"),
          j.at("resumed"),
          j.at("process"),
          j.value("time", std::int64_t{0})};  // missing in earlier files
}

RunData data(const Json& j) {
  return {j.at("training"),
          j.at("validation"),
          number(j.at("hours")),
          j.at("parameters"),
          j.at("batches"),
          j.at("device"),
          j.at("heads"),
          j.value("corpora", std::vector<std::string>())};  // missing in earlier files
}

BatchDone batch(const Json& j) {
  BatchDone e;
  e.progress = {j.at("epoch"),
                j.at("epochs"),
                j.at("batch"),
                j.at("batches"),
                j.at("step"),
                number(j.at("loss")),
                number(j.at("smoothed")),
                number(j.at("rate")),
                number(j.at("gradient")),
                number(j.at("frames_per_second"))};
  e.seconds_left = number(j.at("seconds_left"));
  e.memory = j.at("memory");
  e.device_memory = j.value("device_memory", std::size_t{0});  // missing in earlier files
  return e;
}

EpochProgress epoch(const Json& j) {
  EpochProgress e;
  e.epoch = j.at("epoch");
  e.step = j.at("step");
  e.learning_rate = number(j.at("rate"));
  e.train_loss = number(j.at("loss"));
  e.train_head_loss = numbers(j.at("head_loss"));
  e.validation_loss = number(j.at("validation_loss"));
  e.validation_head_loss = numbers(j.at("validation_head_loss"));
  e.validation.score = number(j.at("score"));
  for (const Json& pair : j.at("metrics")) {
    e.validation.metrics.emplace_back(pair.at(0).get<std::string>(), number(pair.at(1)));
  }
  e.improved = j.at("improved");
  e.best_score = number(j.at("best_score"));
  e.best_epoch = j.at("best_epoch");
  e.seconds = number(j.at("seconds"));
  return e;
}

TrainingSample sample(const Json& j) {
  TrainingSample e;
  e.epoch = j.at("epoch");
  e.song = j.at("song");
  e.begin = j.at("begin");
  e.end = j.at("end");
  e.reference_beats = beats_of(j.at("beats").at("reference"));
  e.predicted_beats = beats_of(j.at("beats").at("predicted"));
  e.reference_chords = chords_of(j.at("chords").at("reference"));
  e.predicted_chords = chords_of(j.at("chords").at("predicted"));
  e.fps = j.at("fps");
  for (const Json& curve : j.at("curves")) {
    e.curves.emplace_back(curve.at(0).get<std::string>(), curve.at(1).get<std::vector<float>>());
  }
  return e;
}

RunEnded ended(const Json& j) {
  RunEnded e;
  for (std::size_t i = 0; i < std::size(kResults); ++i) {
    if (j.at("result") == kResults[i]) e.result = static_cast<RunEnded::Result>(i);
  }
  e.message = j.at("message");
  return e;
}

std::optional<TrainEvent> event_of(const Json& j) {
  const std::string kind = j.at("event");
  if (kind == "start") return started(j);
  if (kind == "loading") return SongsLoading{j.at("done"), j.at("total"), j.at("corpus")};
  if (kind == "note") return RunNote{j.at("text")};
  if (kind == "data") return data(j);
  if (kind == "batch") return batch(j);
  if (kind == "validation") return ValidationBegun{j.at("epoch")};
  if (kind == "paused") return RunPaused{j.at("epoch")};
  if (kind == "going on") return RunResumed{};
  if (kind == "epoch") return epoch(j);
  if (kind == "sample") return sample(j);
  if (kind == "checkpoint") return CheckpointWritten{j.at("file")};
  if (kind == "model") return ModelWritten{j.at("file"), j.at("epoch")};
  if (kind == "end") return ended(j);
  return std::nullopt;
}

}  // namespace

std::string to_json_line(const TrainEvent& event) {
  const Json json = std::visit([](const auto& e) { return json_of(e); }, event);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);  // names in any encoding
}

std::optional<TrainEvent> train_event_from_json(std::string_view line) {
  try {
    return event_of(Json::parse(line));
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
