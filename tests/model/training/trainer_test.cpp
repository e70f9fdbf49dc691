#include "model/training/trainer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "model/backend/cpu/cpu_backend.h"
#include "model/files/model_file.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kSteps = 7, kBatch = 3, kInputs = 4;

NetworkSpec small_spec() {
  NetworkSpec spec;
  spec.input = kInputs;
  LayerSpec layer;
  layer.hidden = 5;
  layer.dropout = 0.2;  // a resumed run must find the place in the stream of masks
  spec.layers = {layer, layer};
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"other", 1, HeadKind::kSigmoid, 0.5}};
  return spec;
}

Network small_network() {
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

TrainSettings settings_for(int epochs) {
  TrainSettings settings;
  settings.epochs = epochs;
  settings.schedule.highest = 0.02;
  settings.optimiser.clip_norm = 1.0;
  settings.optimiser.weight_decay = 0.01;
  settings.fingerprint = "a run";
  return settings;
}

TrainSettings settings_with_state(const test::ScratchFolder& folder) {
  TrainSettings settings = settings_for(4);
  settings.state_file = folder / "run.state";
  return settings;
}

TEST(Trainer, LearnsAndReportsEveryBatchAndEpoch) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  const TrainOutcome outcome = train(network, source, {}, settings_for(8), recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kAllEpochs);
  EXPECT_EQ(outcome.epochs, 8);
  EXPECT_EQ(outcome.steps, 200);
  ASSERT_EQ(recorder.batches.size(), 200u);
  ASSERT_EQ(recorder.epochs.size(), 8u);
  EXPECT_EQ(recorder.batches.back().step, 200);
  EXPECT_GT(recorder.batches.back().gradient_norm, 0.0);
  EXPECT_GT(recorder.batches.back().frames_per_second, 0.0);
  EXPECT_LT(recorder.epochs.back().train_loss, 0.7 * recorder.epochs.front().train_loss);
  EXPECT_LT(recorder.epochs.back().validation_loss, 0.7 * recorder.epochs.front().validation_loss);
  ASSERT_EQ(recorder.epochs.back().train_head_loss.size(), 2u);
  const EpochProgress& last = recorder.epochs.back();
  EXPECT_NEAR(last.train_loss, last.train_head_loss[0] + 0.5 * last.train_head_loss[1], 1e-9);
}

TEST(Trainer, KeepsTheParametersOfTheBestScoreNotOfTheLowestLoss) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  ScriptedValidator script{{0.1, 0.5, 0.3, 0.5}, {}};
  const TrainOutcome outcome = train(network, source, std::ref(script), settings_for(4), recorder);
  EXPECT_EQ(outcome.best_epoch, 1);
  EXPECT_EQ(outcome.best.score, 0.5);
  EXPECT_EQ(outcome.best_parameters, script.parameters[1]);
  EXPECT_NE(outcome.best_parameters, network.parameters());
  EXPECT_TRUE(recorder.epochs[1].improved);
  EXPECT_FALSE(recorder.epochs[3].improved) << "an equal score is no improvement";
}

TEST(Trainer, ChoosesByTheLossWhenAskedTo) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  ScriptedValidator script{{0.9, 0.5, 0.3, 0.1}, {}};
  TrainSettings settings = settings_for(4);
  settings.best_epoch = BestEpoch::kLoss;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  int lowest = 0;
  for (int e = 1; e < 4; ++e) {
    const auto at = static_cast<std::size_t>(e);
    const auto best = static_cast<std::size_t>(lowest);
    if (recorder.epochs[at].validation_loss < recorder.epochs[best].validation_loss) lowest = e;
  }
  ASSERT_GT(lowest, 0) << "the loss falls while the score does";
  EXPECT_EQ(outcome.best_epoch, lowest);
  EXPECT_EQ(outcome.best_parameters, script.parameters[static_cast<std::size_t>(lowest)]);
  EXPECT_EQ(outcome.best.metrics[0].second, script.scores[static_cast<std::size_t>(lowest)]);
}

TEST(Trainer, KeepsTheLastEpochWhenAskedTo) {
  Network network = small_network();
  const SignSource source(25);
  Recorder recorder;
  ScriptedValidator script{{0.9, 0.5, 0.3}, {}};
  TrainSettings settings = settings_for(3);
  settings.best_epoch = BestEpoch::kLast;
  settings.patience = 1;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kAllEpochs) << "each epoch is better than the one before";
  EXPECT_EQ(outcome.best_epoch, 2);
  EXPECT_EQ(outcome.best.score, 0.3);
  EXPECT_EQ(outcome.best_parameters, network.parameters());
}

TEST(Trainer, StopsEarlyWhenTheScoreNoLongerRises) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  ScriptedValidator script{{0.1, 0.5, 0.4, 0.3, 0.9}, {}};
  TrainSettings settings = settings_for(5);
  settings.patience = 2;
  const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kNoImprovement);
  EXPECT_EQ(outcome.epochs, 4);
  EXPECT_EQ(outcome.best_epoch, 1);
}

TEST(Trainer, FollowsTheSchedule) {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  TrainSettings settings = settings_for(5);
  settings.schedule.kind = ScheduleKind::kOneCycle;
  settings.schedule.warm_up = 0.4;
  train(network, source, {}, settings, recorder);
  ASSERT_EQ(recorder.batches.size(), 20u);
  for (std::size_t i = 0; i < recorder.batches.size(); ++i) {
    EXPECT_EQ(recorder.batches[i].learning_rate,
              learning_rate_at(settings.schedule, static_cast<std::int64_t>(i), 20));
  }
}

// The state after the whole of an uninterrupted run of 4 epochs of 4 batches.
struct Reference {
  std::vector<float> last, best;
  std::vector<double> epoch_loss;
};
Reference uninterrupted() {
  Network network = small_network();
  const SignSource source;
  Recorder recorder;
  const TrainOutcome outcome = train(network, source, {}, settings_for(4), recorder);
  Reference reference{network.parameters(), outcome.best_parameters, {}};
  for (const EpochProgress& epoch : recorder.epochs)
    reference.epoch_loss.push_back(epoch.train_loss);
  return reference;
}

class TrainerResume : public testing::TestWithParam<int> {};

TEST_P(TrainerResume, ContinuesBitIdentically) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  const SignSource source;
  {
    Network network = small_network();
    Recorder recorder;
    recorder.stop_after = GetParam();
    const TrainOutcome outcome =
        train(network, source, {}, settings, recorder, recorder.stop.get_token());
    ASSERT_EQ(outcome.end, TrainEnd::kStopped);
    const int batches = static_cast<int>(recorder.batches.size());
    ASSERT_GE(batches, GetParam());
    ASSERT_LT(batches, GetParam() + Network::kStepsInFlight);
  }
  Network network(small_spec(), make_cpu_backend(1));  // not initialised: all values come from the
                                                       // state
  Recorder recorder;
  const TrainOutcome outcome = resume_training(network, source, {}, settings, recorder);
  EXPECT_EQ(outcome.end, TrainEnd::kAllEpochs);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_EQ(outcome.best_parameters, reference.best);
  ASSERT_FALSE(recorder.epochs.empty());
  EXPECT_EQ(recorder.epochs.back().train_loss, reference.epoch_loss.back());
}

// After the first batch, in the middle of an epoch, at the end of one (before its validation), in
// the last.
INSTANTIATE_TEST_SUITE_P(StoppedAfter, TrainerResume, testing::Values(1, 6, 8, 15));

TEST(Trainer, ResumesWhenTheValidationWasInterrupted) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  const SignSource source;
  const auto loss_of = [&](Network& network) {
    return ValidationResult{-network.evaluate(source.validation_batch(0)).loss, {}};
  };
  {
    Network network = small_network();
    Recorder recorder;
    std::stop_source stop;
    const Validator interrupted = [&](Network& trained, std::stop_token) {
      stop.request_stop();
      return loss_of(trained);
    };
    const TrainOutcome outcome =
        train(network, source, interrupted, settings, recorder, stop.get_token());
    EXPECT_EQ(outcome.end, TrainEnd::kStopped);
    EXPECT_EQ(outcome.epochs, 0);
  }
  Network network = small_network();
  Recorder recorder;
  const Validator validator = [&](Network& trained, std::stop_token) { return loss_of(trained); };
  const TrainOutcome outcome = resume_training(network, source, validator, settings, recorder);
  EXPECT_EQ(recorder.epochs.size(), 4u);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_EQ(outcome.best_parameters, reference.best);
}

TEST(Trainer, ResumesWhatFailedInItsValidation) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  const SignSource source;
  {
    Network network = small_network();
    Recorder recorder;
    const Validator failing = [](Network&, std::stop_token) -> ValidationResult {
      throw std::runtime_error("corpus/song: beats in milliseconds");
    };
    EXPECT_THROW(train(network, source, failing, settings, recorder), std::runtime_error);
    EXPECT_EQ(recorder.batches.size(), 4u);
  }
  Network network(small_spec(), make_cpu_backend(1));
  Recorder recorder;
  const TrainOutcome outcome = resume_training(network, source, {}, settings, recorder);
  EXPECT_EQ(recorder.batches.size(), 12u) << "the first epoch is not trained again";
  EXPECT_EQ(recorder.epochs.size(), 4u);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_EQ(outcome.best_parameters, reference.best);
}

TEST(Trainer, AScoreThatIsNotFiniteIsTheWorst) {
  const test::ScratchFolder folder;
  TrainSettings settings = settings_for(3);
  settings.state_file = folder / "run.state";
  const SignSource source;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {nan, std::numeric_limits<double>::infinity()}) {
    Network network = small_network();
    Recorder recorder;
    ScriptedValidator script{{wrong, 0.2, wrong}, {}};
    const TrainOutcome outcome = train(network, source, std::ref(script), settings, recorder);
    EXPECT_EQ(outcome.best_epoch, 1);
    EXPECT_EQ(outcome.best.score, 0.2);
    EXPECT_EQ(outcome.best_parameters, script.parameters[1]);
  }
  // Stopped when only such a score exists: the state can be read, and a better score wins.
  {
    Network network = small_network();
    Recorder recorder;
    recorder.stop_after = 5;
    ScriptedValidator script{{nan}, {}};
    const TrainOutcome outcome =
        train(network, source, std::ref(script), settings, recorder, recorder.stop.get_token());
    ASSERT_EQ(outcome.end, TrainEnd::kStopped);
    EXPECT_EQ(outcome.best_epoch, 0);
  }
  Network network = small_network();
  Recorder recorder;
  ScriptedValidator script{{0.2, 0.1}, {}};
  const TrainOutcome outcome =
      resume_training(network, source, std::ref(script), settings, recorder);
  EXPECT_EQ(outcome.best_epoch, 1);
  EXPECT_EQ(outcome.best.score, 0.2);
}

TEST(Trainer, ResumeOfAFinishedRunChangesNothing) {
  const test::ScratchFolder folder;
  TrainSettings settings = settings_for(2);
  settings.state_file = folder / "run.state";
  const SignSource source;
  Network network = small_network();
  Recorder recorder;
  const TrainOutcome first = train(network, source, {}, settings, recorder);
  EXPECT_EQ(recorder.checkpoints, 4) << "before and after each validation";
  Network again = small_network();
  Recorder silent;
  const TrainOutcome second = resume_training(again, source, {}, settings, silent);
  EXPECT_TRUE(silent.batches.empty());
  EXPECT_EQ(second.best_parameters, first.best_parameters);
  EXPECT_EQ(second.best_epoch, first.best_epoch);
}

TEST(Trainer, RefusesTheStateOfAnotherRun) {
  const test::ScratchFolder folder;
  TrainSettings settings = settings_for(1);
  settings.state_file = folder / "run.state";
  const SignSource source;
  Network network = small_network();
  Recorder recorder;
  train(network, source, {}, settings, recorder);
  settings.fingerprint = "another run";
  try {
    resume_training(network, source, {}, settings, recorder);
    FAIL() << "another fingerprint was accepted";
  } catch (const TrainError& error) {
    EXPECT_NE(std::string(error.what()).find("a run"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("another run"), std::string::npos) << error.what();
  }
}

// A run that stopped after some batches, with its states in the folder.
void stopped_run(const TrainSettings& settings, int batches = 9) {
  Network network = small_network();
  Recorder recorder;
  recorder.stop_after = batches;
  const SignSource source;
  train(network, source, {}, settings, recorder, recorder.stop.get_token());
}

void flip_a_bit(const std::filesystem::path& file) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekg(-5, std::ios::end);
  const char byte = static_cast<char>(stream.peek() ^ 4);
  stream.seekp(-5, std::ios::end);
  stream.put(byte);
}

TEST(Trainer, ContinuesFromTheStateBeforeADamagedOne) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  stopped_run(settings);
  const std::filesystem::path older = previous_state(settings.state_file);
  ASSERT_TRUE(std::filesystem::exists(older));
  flip_a_bit(settings.state_file);
  const SignSource source;
  Network network(small_spec(), make_cpu_backend(1));
  Recorder recorder;
  const TrainOutcome outcome = resume_training(network, source, {}, settings, recorder);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_EQ(outcome.best_parameters, reference.best);
  EXPECT_NE(recorder.notes.find("run.state: damaged"), std::string::npos) << recorder.notes;
  EXPECT_NE(recorder.notes.find("run.state.previous"), std::string::npos) << recorder.notes;
}

TEST(Trainer, ContinuesFromTheStateBeforeAMissingOne) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  stopped_run(settings);
  std::filesystem::remove(settings.state_file);
  const SignSource source;
  Network network(small_spec(), make_cpu_backend(1));
  Recorder recorder;
  resume_training(network, source, {}, settings, recorder);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_NE(recorder.notes.find("is missing"), std::string::npos) << recorder.notes;
}

TEST(Trainer, ADamagedStateNeverReplacesTheSoundOne) {
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  stopped_run(settings);
  flip_a_bit(settings.state_file);
  const std::vector<float> sound =
      load_training_state(previous_state(settings.state_file)).parameters;
  const SignSource source;
  Network network(small_spec(), make_cpu_backend(1));
  Recorder recorder;
  recorder.stop_after = 1;
  resume_training(network, source, {}, settings, recorder, recorder.stop.get_token());
  EXPECT_EQ(load_training_state(previous_state(settings.state_file)).parameters, sound);
  EXPECT_NO_THROW(load_training_state(settings.state_file));
}

TEST(Trainer, TwoDamagedStatesEndTheRun) {
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  stopped_run(settings);
  flip_a_bit(settings.state_file);
  flip_a_bit(previous_state(settings.state_file));
  const SignSource source;
  Network network = small_network();
  Recorder recorder;
  EXPECT_THROW(resume_training(network, source, {}, settings, recorder), ModelError);
}

TEST(Trainer, AResumeBeforeTheFirstStateStartsOver) {
  const Reference reference = uninterrupted();
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  const SignSource source;
  Network network = small_network();
  Recorder recorder;
  resume_training(network, source, {}, settings, recorder);
  EXPECT_EQ(network.parameters(), reference.last);
  EXPECT_NE(recorder.notes.find("there is no state yet"), std::string::npos) << recorder.notes;
}

TEST(Trainer, AnnouncesAStateBeforeItTakesItsPlace) {
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  const SignSource source;
  Network network = small_network();
  Recorder recorder;
  train(network, source, {}, settings, recorder);
  const std::vector<std::string>& states = recorder.states;
  ASSERT_EQ(states.size(), static_cast<std::size_t>(recorder.checkpoints));
  ASSERT_GE(states.size(), 2u);
  EXPECT_EQ(test::slurp(settings.state_file), states.back());
  EXPECT_EQ(test::slurp(previous_state(settings.state_file)), states[states.size() - 2]);
  EXPECT_EQ(recorder.was_there, std::vector<std::string>(states.begin(), states.end() - 1));
}

TEST(Trainer, ANewRunForgetsTheStatesOfAnOldOne) {
  const test::ScratchFolder folder;
  const TrainSettings settings = settings_with_state(folder);
  stopped_run(settings);
  ASSERT_TRUE(std::filesystem::exists(previous_state(settings.state_file)));
  stopped_run(settings, 1);
  EXPECT_FALSE(std::filesystem::exists(previous_state(settings.state_file)));
}

TEST(Trainer, NamesEpochAndBatchOfALossThatIsNotFinite) {
  Network network = small_network();
  SignSource source;
  source.poison = std::numeric_limits<float>::quiet_NaN();
  Recorder recorder;
  try {
    train(network, source, {}, settings_for(2), recorder);
    FAIL() << "NaN was accepted";
  } catch (const TrainError& error) {
    EXPECT_NE(std::string(error.what()).find("epoch 1, batch 1"), std::string::npos)
        << error.what();
  }
}

TEST(Trainer, AsksForEveryBatchOnceInOrderAndAtMostOneAhead) {
  Network network = small_network();
  const SignSource source(3);
  Recorder recorder;
  train(network, source, {}, settings_for(2), recorder);
  const std::vector<std::pair<int, std::size_t>> expected = {{0, 0}, {0, 1}, {0, 2}, {1, 0},
                                                             {1, 1}, {1, 2}, {2, 0}};
  EXPECT_EQ(source.asked(), expected);
}

TEST(Trainer, AsksTheSourceFromOneThreadAtATime) {
  Network network = small_network();
  SignSource source(2, 3);
  source.delay = std::chrono::milliseconds(20);
  Recorder recorder;
  const Validator validator = [&](Network& trained, std::stop_token) {
    return ValidationResult{-trained.evaluate(source.validation_batch(0)).loss, {}};
  };
  train(network, source, validator, settings_for(3), recorder);
  EXPECT_FALSE(source.was_used_by_two());
  EXPECT_EQ(source.asked().size(), 7u) << "what was prepared during a validation is used";
}

TEST(Trainer, PassesOnWhatTheSourceThrowsInItsThread) {
  Network network = small_network();
  SignSource source;
  source.fail_epoch = 0;
  source.fail_index = 2;
  Recorder recorder;
  EXPECT_THROW(train(network, source, {}, settings_for(1), recorder), std::runtime_error);
  EXPECT_EQ(recorder.batches.size(), 2u);
}

TEST(Trainer, RefusesSettingsThatMakeNoSense) {
  Network network = small_network();
  Recorder recorder;
  EXPECT_THROW(train(network, SignSource(), {}, settings_for(0), recorder), std::invalid_argument);
  EXPECT_THROW(train(network, SignSource(0), {}, settings_for(1), recorder), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
