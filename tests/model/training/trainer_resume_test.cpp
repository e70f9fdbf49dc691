// Runs that stop and go on, and the states that they leave.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "model/files/model_file.h"
#include "tests/model/support/small_training.h"

namespace tactus::test {
namespace {

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
  EXPECT_NE(recorder.notes.find("no saved state yet"), std::string::npos) << recorder.notes;
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

}  // namespace
}  // namespace tactus::test
