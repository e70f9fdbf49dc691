// Events of a training run for a program that watches it. `tactus train --progress json` prints one
// JSON object per line; "event" gives its kind. The .cpp writes and reads the events.
//
//   {"event":"start","output":..,"config":..,"task":"beats","name":..,"resumed":false,"process":1,
//    "time":..}
//   {"event":"loading","done":1,"total":9,"corpus":..}     {"event":"note","text":..}
//   {"event":"data","training":9,"validation":2,"hours":..,"parameters":..,"batches":..,
//    "device":..,"heads":[..],"corpora":[..]}
//   {"event":"batch","epoch":0,"epochs":9,"batch":0,"batches":9,"step":1,"loss":..,"smoothed":..,
//    "rate":..,"gradient":..,"frames_per_second":..,"seconds_left":..,"memory":BYTES,
//    "device_memory":BYTES}
//   {"event":"validation","epoch":0}     {"event":"paused","epoch":0}     {"event":"going on"}
//   {"event":"epoch","epoch":0,"step":..,"rate":..,"loss":..,"head_loss":[..],
//    "validation_loss":..,"validation_head_loss":[..],"score":..,"metrics":[["beat_f",0.9],..],
//    "improved":true,"best_score":..,"best_epoch":0,"seconds":..}
//   {"event":"sample","epoch":0,"song":..,"begin":..,"end":..,"beats":{"reference":[[t,position]],
//    "predicted":[..]},"chords":{"reference":[[start,end,label]],"predicted":[..]},"fps":..,
//    "curves":[["beat",[..]],..]}
//   {"event":"checkpoint","file":..}     {"event":"model","file":..,"epoch":0}
//   {"event":"end","result":"finished"|"stopped"|"failed","message":..}
//
// Epochs and batches count from 0. A number that is not finite is null.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "datasets/tasks/interface/training_song.h"
#include "model/annotation.h"
#include "model/training/trainer.h"

namespace tactus {

struct RunStarted {
  std::string output;  // the model file
  std::string config;  // the YAML file
  std::string task;    // "beats" or "chords"
  std::string name;
  bool resumed = false;
  int process = 0;
  std::int64_t time = 0;  // seconds since 1970, UTC; 0 = unknown
};

struct SongsLoading {
  std::size_t done = 0;
  std::size_t total = 0;
  std::string corpus;
};

struct RunNote {
  std::string text;
};

struct RunData {
  std::size_t training = 0;  // songs
  std::size_t validation = 0;
  double hours = 0.0;  // of training songs
  std::size_t parameters = 0;
  std::size_t batches = 0;  // per epoch
  std::string device;       // Backend::name()
  std::vector<std::string> heads;
  std::vector<std::string> corpora;  // their names
};

struct BatchDone {
  BatchProgress progress;
  double seconds_left = 0.0;      // to the end of the last epoch, at this run's pace
  std::size_t memory = 0;         // resident bytes of the process
  std::size_t device_memory = 0;  // taken by the backend from its card; 0 = no card
};

struct ValidationBegun {
  int epoch = 0;
};

// The state is written; the process waits.
struct RunPaused {
  int epoch = 0;
};
struct RunResumed {};

struct CheckpointWritten {
  std::string file;
};

// The model of the best epoch was written.
struct ModelWritten {
  std::string file;
  int epoch = 0;
};

struct RunEnded {
  enum class Result { kFinished, kStopped, kFailed };
  Result result = Result::kFailed;
  std::string message;
};

using TrainEvent = std::variant<RunStarted, SongsLoading, RunNote, RunData, BatchDone,
                                ValidationBegun, RunPaused, RunResumed, EpochProgress,
                                TrainingSample, CheckpointWritten, ModelWritten, RunEnded>;

// Gets events, from one thread at a time.
using TrainEventSink = std::function<void(const TrainEvent&)>;

// One line without its end.
std::string to_json_line(const TrainEvent& event);
// Returns none for a line without a known event: from a later version, or incomplete because its
// writer ended.
std::optional<TrainEvent> train_event_from_json(std::string_view line);

inline constexpr double kBatchInterval = 0.25;  // seconds

// Passes the calls of a TrainObserver on as events. Batches come at most every `batch_interval`
// seconds, but always the first and the last of an epoch.
class TrainEventReport : public TrainObserver {
 public:
  using Bytes = std::function<std::size_t()>;
  explicit TrainEventReport(TrainEventSink sink, double batch_interval = kBatchInterval,
                            Bytes device_memory = {});

  void on_batch(const BatchProgress& progress) override;
  void on_validation(int epoch) override;
  void on_epoch(const EpochProgress& progress) override;
  void on_checkpoint(const std::filesystem::path& file) override;
  void on_note(const std::string& text) override;

 private:
  TrainEventSink sink_;
  double interval_;
  Bytes device_memory_;
  double begun_ = -1.0;  // seconds of the steady clock, at the first batch
  std::int64_t first_step_ = 0;
  double last_sent_ = -1e9;
};

}  // namespace tactus
