// Small TrainObservers, the parts of a run.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/outputs/output_files.h"
#include "model/training/trainer.h"

namespace tactus {

// Passes on to the others in turn.
class Observers : public TrainObserver {
 public:
  explicit Observers(std::vector<TrainObserver*> observers) : observers_(std::move(observers)) {}

  void on_batch(const BatchProgress& progress) override {
    for (TrainObserver* observer : observers_) observer->on_batch(progress);
  }
  void on_validation(int epoch) override {
    for (TrainObserver* observer : observers_) observer->on_validation(epoch);
  }
  void on_epoch(const EpochProgress& progress) override {
    for (TrainObserver* observer : observers_) observer->on_epoch(progress);
  }
  void on_state(const std::filesystem::path& file, std::string_view bytes) override {
    for (TrainObserver* observer : observers_) observer->on_state(file, bytes);
  }
  void on_checkpoint(const std::filesystem::path& file) override {
    for (TrainObserver* observer : observers_) observer->on_checkpoint(file);
  }
  void on_note(const std::string& text) override {
    for (TrainObserver* observer : observers_) observer->on_note(text);
  }

 private:
  std::vector<TrainObserver*> observers_;
};

// Does something after every batch.
class AfterBatches : public TrainObserver {
 public:
  explicit AfterBatches(std::function<void()> work) : work_(std::move(work)) {}
  void on_batch(const BatchProgress&) override { work_(); }

 private:
  std::function<void()> work_;
};

// Keeps the number of the epoch in work.
class CurrentEpoch : public TrainObserver {
 public:
  explicit CurrentEpoch(int& epoch) : epoch_(epoch) {}
  void on_validation(int epoch) override { epoch_ = epoch; }

 private:
  int& epoch_;
};

// Marks the states of a run as made by Tactus: under both names that a state has in its life, and
// before it has the first, so that a killed run leaves no state without a mark.
class MarkedStates : public TrainObserver {
 public:
  explicit MarkedStates(OutputFiles& files) : files_(files) {}
  void on_state(const std::filesystem::path& file, std::string_view bytes) override {
    for (const std::filesystem::path& state : {file, previous_state(file)})
      files_.mark(state, bytes);
  }

 private:
  OutputFiles& files_;
};

// Passes every epoch that is the best so far to `keep`.
class BestEpochs : public TrainObserver {
 public:
  explicit BestEpochs(std::function<void(const EpochProgress&)> keep) : keep_(std::move(keep)) {}
  void on_epoch(const EpochProgress& progress) override {
    if (progress.improved) keep_(progress);
  }

 private:
  std::function<void(const EpochProgress&)> keep_;
};

}  // namespace tactus
