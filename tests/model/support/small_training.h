// A small network that learns the signs of random inputs, and what watches its training.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "model/backend/cpu/cpu_backend.h"
#include "model/training/trainer.h"
#include "tests/support/test_support.h"

namespace tactus::test {

inline constexpr int kSteps = 7, kBatch = 3, kInputs = 4;

inline NetworkSpec small_spec() {
  NetworkSpec spec;
  spec.input = kInputs;
  LayerSpec layer;
  layer.hidden = 5;
  layer.dropout = 0.2;  // a resumed run must find the place in the stream of masks
  spec.layers = {layer, layer};
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"other", 1, HeadKind::kSigmoid, 0.5}};
  return spec;
}

inline Network small_network() {
  Network network(small_spec(), make_cpu_backend(1));
  network.initialise(3);
  return network;
}

// Learnable: the targets are the sign of the first and of the second input. Every batch differs.
class SignSource : public BatchSource {
 public:
  explicit SignSource(std::size_t batches = 4, std::size_t validation = 1)
      : batches_(batches), validation_(validation) {}

  std::size_t batches_per_epoch() const override { return batches_; }
  std::size_t validation_batches() const override { return validation_; }
  TrainBatch validation_batch(std::size_t index) const override {
    const Use use(*this);
    return make(1000, index);
  }
  TrainBatch train_batch(int epoch, std::size_t index) const override {
    const Use use(*this);
    std::this_thread::sleep_for(delay);
    {
      const std::lock_guard lock(mutex_);
      asked_.emplace_back(epoch, index);
    }
    if (epoch == fail_epoch && index == fail_index) throw std::runtime_error("the disk is gone");
    return make(epoch, index);
  }
  bool was_used_by_two() const { return by_two_; }
  std::vector<std::pair<int, std::size_t>> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  int fail_epoch = -1;
  std::size_t fail_index = 0;
  float poison = 0.0f;                 // added to every input
  std::chrono::milliseconds delay{0};  // of every batch to train on

 private:
  // While a thread makes a batch.
  class Use {
   public:
    explicit Use(const SignSource& source) : source_(source) {
      if (++source_.users_ > 1) source_.by_two_ = true;
    }
    ~Use() { --source_.users_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    const SignSource& source_;
  };

  TrainBatch make(int epoch, std::size_t index) const {
    TrainBatch batch;
    batch.steps = kSteps;
    batch.batch = kBatch;
    batch.lengths = {kSteps, kSteps - 2, kSteps};
    batch.x.resize(kSteps * kBatch * kInputs);
    batch.targets.resize(2);
    unsigned state =
        static_cast<unsigned>(epoch) * 7919u + static_cast<unsigned>(index) * 104729u + 1u;
    for (float& value : batch.x) {
      state = state * 1664525u + 1013904223u;
      value = static_cast<float>(state >> 8) / 8388608.0f - 1.0f + poison;
    }
    for (std::size_t i = 0; i < kSteps * kBatch; ++i) {
      batch.targets[0].probability.push_back(batch.x[i * kInputs] > 0.0f ? 1.0f : 0.0f);
      batch.targets[1].probability.push_back(batch.x[i * kInputs + 1] > 0.0f ? 1.0f : 0.0f);
    }
    return batch;
  }

  std::size_t batches_;
  std::size_t validation_;
  mutable std::atomic<int> users_ = 0;
  mutable std::atomic<bool> by_two_ = false;
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<int, std::size_t>> asked_;
};

// Records all events and requests a stop after that many batches.
class Recorder : public TrainObserver {
 public:
  void on_batch(const BatchProgress& progress) override {
    batches.push_back(progress);
    if (static_cast<int>(batches.size()) == stop_after) stop.request_stop();
  }
  void on_epoch(const EpochProgress& progress) override { epochs.push_back(progress); }
  void on_state(const std::filesystem::path& file, std::string_view bytes) override {
    if (std::filesystem::exists(file)) was_there.push_back(test::slurp(file));
    states.emplace_back(bytes);
  }
  void on_checkpoint(const std::filesystem::path&) override { ++checkpoints; }
  void on_note(const std::string& text) override { notes += text + "\n"; }

  std::vector<BatchProgress> batches;
  std::vector<EpochProgress> epochs;
  int checkpoints = 0;
  std::vector<std::string> states, was_there;  // announced; on the disk at that time
  std::string notes;
  int stop_after = -1;
  std::stop_source stop;
};

// Scores given beforehand, one per epoch, and the parameters at each call.
struct ScriptedValidator {
  std::vector<double> scores;
  std::vector<std::vector<float>> parameters;
  ValidationResult operator()(Network& network, std::stop_token) {
    parameters.push_back(network.parameters());
    const double score = scores.at(parameters.size() - 1);
    return {score, {{"metric", score}}};
  }
};

inline TrainSettings settings_for(int epochs) {
  TrainSettings settings;
  settings.epochs = epochs;
  settings.schedule.highest = 0.02;
  settings.optimiser.clip_norm = 1.0;
  settings.optimiser.weight_decay = 0.01;
  settings.fingerprint = "a run";
  return settings;
}

inline TrainSettings settings_with_state(const test::ScratchFolder& folder) {
  TrainSettings settings = settings_for(4);
  settings.state_file = folder / "run.state";
  return settings;
}

}  // namespace tactus::test
