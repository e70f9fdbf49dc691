#include "app/workshop/training/train_job.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

#include "app/config/config_manifest.h"
#include "app/workshop/training/run_lock.h"
#include "app/workshop/training/train_events.h"
#include "app/workshop/training/training_songs.h"
#include "features/files/npy_file.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/files/model_file.h"
#include "tests/app/support/program.h"
#include "tests/app/support/toy_training.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using TrainJobTest = test::ToyTraining;

TEST_F(TrainJobTest, WritesAModelWithEverythingThatTaggingNeeds) {
  ASSERT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  const Model model = load_model(folder_ / "toy.safetensors");
  EXPECT_EQ(model.spec.input, 12);
  ASSERT_TRUE(model.chord_features);
  EXPECT_EQ(model.chord_features->fps, 5.0);
  EXPECT_FALSE(model.beat_features);
  EXPECT_EQ(model.input_mean.size(), 12u);
  EXPECT_EQ(model.input_scale.size(), 12u);
  EXPECT_EQ(model.parameters.size(), parameter_count(model.spec));
  const ChordDecoderParameters decoder = chord_decoder_parameters_from_json(model.decoder_json);
  EXPECT_GT(decoder.max_duration, 0) << "the statistics of the labels must have been learned";
  EXPECT_EQ(model.provenance.at("task"), "chords");
  EXPECT_EQ(model.provenance.at("data"),
            "toy (made here): 4 songs for training, 2 for validation\n");
  EXPECT_EQ(model.provenance.at("licence"), "toy: CC0\n");
  EXPECT_NE(model.provenance.at("config").find("hidden: 8"), std::string::npos);
  EXPECT_NE(model.provenance.at("figures").find("majmin"), std::string::npos);
  EXPECT_EQ(lines_of("toy.safetensors.log"), 5u);  // the header and four epochs
}

TEST_F(TrainJobTest, StoppedAndResumedGivesTheSameModel) {
  ASSERT_EQ(run_training(config("whole.safetensors"), quiet_, {}), kFinished);
  std::stop_source stop;
  TrainJobOptions options = quiet_;
  options.events = [&](const TrainEvent& event) {
    const auto* epoch = std::get_if<EpochProgress>(&event);
    if (epoch && epoch->epoch == 1) stop.request_stop();
  };
  ASSERT_EQ(run_training(config("part.safetensors"), options, stop.get_token()), kStopped);
  EXPECT_EQ(lines_of("part.safetensors.log"), 3u) << "the head and two of four epochs";
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  ASSERT_EQ(run_training(config("part.safetensors"), resume, {}), kFinished);
  EXPECT_EQ(load_model(folder_ / "part.safetensors").parameters,
            load_model(folder_ / "whole.safetensors").parameters);
  EXPECT_EQ(lines_of("part.safetensors.log"), 5u);
}

TEST_F(TrainJobTest, PausedAndGoneOnGivesTheSameModel) {
  ASSERT_EQ(run_training(config("whole.safetensors"), quiet_, {}), kFinished);
  PauseSwitch pause;
  TrainJobOptions options = quiet_;
  options.pause = &pause;
  std::vector<std::string> told;
  std::jthread person;
  options.events = [&](const TrainEvent& event) {
    if (const auto* batch = std::get_if<BatchDone>(&event);
        batch && batch->progress.epoch == 1 && told.empty()) {
      pause.pause();
    }
    if (std::holds_alternative<RunResumed>(event)) told.push_back("going on");
    if (!std::holds_alternative<RunPaused>(event)) return;
    told.push_back("paused");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "part.safetensors.state"));
    person = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      pause.go_on();
    });
  };
  ASSERT_EQ(run_training(config("part.safetensors"), options, {}), kFinished);
  EXPECT_EQ(told, (std::vector<std::string>{"paused", "going on"}));
  EXPECT_EQ(load_model(folder_ / "part.safetensors").parameters,
            load_model(folder_ / "whole.safetensors").parameters);
  EXPECT_EQ(lines_of("part.safetensors.log"), 5u);
}

// Both signals may come before the present batch is finished.
TEST_F(TrainJobTest, APauseThatIsTakenBackAtOnceEndsNothing) {
  ASSERT_EQ(run_training(config("whole.safetensors"), quiet_, {}), kFinished);
  PauseSwitch pause;
  TrainJobOptions options = quiet_;
  options.pause = &pause;
  bool pressed = false;
  options.events = [&](const TrainEvent& event) {
    const auto* batch = std::get_if<BatchDone>(&event);
    if (!batch || batch->progress.epoch != 1 || pressed) return;
    pressed = true;
    pause.pause();
    pause.go_on();
  };
  ASSERT_EQ(run_training(config("part.safetensors"), options, {}), kFinished);
  EXPECT_TRUE(pressed);
  EXPECT_EQ(load_model(folder_ / "part.safetensors").parameters,
            load_model(folder_ / "whole.safetensors").parameters);
  EXPECT_EQ(lines_of("part.safetensors.log"), 5u);
}

TEST_F(TrainJobTest, APausedRunCanBeStoppedAndResumed) {
  PauseSwitch pause;
  std::stop_source stop;
  TrainJobOptions options = quiet_;
  options.pause = &pause;
  options.events = [&](const TrainEvent& event) {
    if (std::holds_alternative<EpochProgress>(event)) pause.pause();
    if (std::holds_alternative<RunPaused>(event)) stop.request_stop();
  };
  EXPECT_EQ(run_training(config("toy.safetensors"), options, stop.get_token()), kStopped);
  quiet_.resume = true;
  EXPECT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  EXPECT_EQ(lines_of("toy.safetensors.log"), 5u);
}

// Figures of some songs, or of none, must not look like figures of all.
TEST_F(TrainJobTest, AStopBeforeTheFinalFiguresLeavesThoseOfTheTraining) {
  std::stop_source stop;
  std::vector<RunEnded> ends;
  TrainJobOptions options = quiet_;
  options.events = [&](const TrainEvent& event) {
    const auto* epoch = std::get_if<EpochProgress>(&event);
    if (epoch && epoch->epoch == 3) stop.request_stop();
    if (const auto* ended = std::get_if<RunEnded>(&event)) ends.push_back(*ended);
  };
  const auto figures = [&] {
    return load_model(folder_ / "toy.safetensors").provenance.at("figures");
  };
  EXPECT_EQ(run_training(config("toy.safetensors"), options, stop.get_token()), kStopped);
  EXPECT_TRUE(figures().starts_with("while training: ")) << figures();
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].result, RunEnded::Result::kStopped);
  EXPECT_NE(ends[0].message.find("--resume"), std::string::npos) << ends[0].message;
  quiet_.resume = true;
  EXPECT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  EXPECT_TRUE(figures().starts_with("2 validation songs: ")) << figures();
}

TEST(PauseSignalsTest, AreHeard) {
  PauseSwitch pause;
  const PauseSignals signals(pause);
  const auto becomes = [&](bool paused) {
    for (int i = 0; i < 500 && pause.paused() != paused; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return pause.paused() == paused;
  };
  const std::stop_token stretch = pause.token();
  raise(SIGUSR1);
  EXPECT_TRUE(becomes(true));
  EXPECT_TRUE(stretch.stop_requested());
  raise(SIGUSR2);
  EXPECT_TRUE(becomes(false));
  EXPECT_FALSE(pause.token().stop_requested()) << "a new stretch";
}

TEST_F(TrainJobTest, AStopBeforeTheFirstBatchIsAnInterruption) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_training(config("toy.safetensors"), quiet_, stop.get_token()), kStopped);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "toy.safetensors"));
}

TEST_F(TrainJobTest, RefusesToResumeAnotherConfiguration) {
  ASSERT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  EXPECT_THROW(run_training(config("toy.safetensors", {"batches.size=3"}), resume, {}), TrainError);
  EXPECT_EQ(run_training(config("toy.safetensors", {"threads=2"}), resume, {}), kFinished)
      << "the number of threads changes no number";
}

TEST_F(TrainJobTest, RefusesToResumeWithOtherLabelsOrFrames) {
  ASSERT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  EXPECT_THROW(run_training(config("toy.safetensors", {"validation.batches=0"}), resume, {}),
               TrainError);
  const auto refuses_changed = [&](const std::string& name, const auto& change) {
    const std::string before = test::slurp(folder_ / name);
    change(folder_ / name);
    EXPECT_NE(test::slurp(folder_ / name), before) << name;
    EXPECT_THROW(run_training(config("toy.safetensors"), resume, {}), TrainError) << name;
    std::ofstream(folder_ / name, std::ios::binary) << before;
  };
  const auto labelled = [](const std::string& first) {
    return [first](const std::filesystem::path& path) {
      std::ofstream(path) << first << "2\t4\tA:min\n4\t6\tC:maj\n6\t8\tA:min\n";
    };
  };
  refuses_changed("song0.lab", labelled("0\t2\tC:min\n"));
  refuses_changed("song0.lab", labelled("0\t1\tC:maj\n"));
  refuses_changed("song5.lab", labelled("0\t2\tC:maj\n"));
  EXPECT_EQ(run_training(config("toy.safetensors"), resume, {}), kFinished) << "as it was";
  refuses_changed("song0.npy", [](const std::filesystem::path& path) {
    FrameMatrix song(40, 12, 5.0);
    song.row(3)[0] = 0.5f;
    write_npy(song, path);
  });
}

TEST_F(TrainJobTest, AFolderIsNoNameForAModel) {
  std::filesystem::create_directories(folder_ / "models");
  for (const char* output : {"models", "new/"}) {
    try {
      run_training(config(output), quiet_, {});
      FAIL() << output;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("is a folder, expected a file name"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

TEST_F(TrainJobTest, TrainsWithoutACacheThatCannotBeWritten) {
  TrainConfig made = config("toy.safetensors");
  made.cache = folder_ / "manifest.yaml" / "cache";  // below a file
  const TrainingSongs songs = load_training_songs(made, made.task->features(), 2, {}, {});
  EXPECT_EQ(songs.training.size(), 4u);
  ASSERT_EQ(songs.notes.size(), 1u);
  EXPECT_EQ(songs.notes[0].find("features are not kept for later runs; give --cache another "), 0u)
      << songs.notes[0];
}

TEST_F(TrainJobTest, TheCommandReplacesARunOnlyWhenTold) {
  const std::string output = folder_ / "toy.safetensors";
  const auto train = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", folder_ / "train.yaml", "-o", output, "-q", "--set",
                               "schedule.epochs=1"});
    return test::Program(folder_.path(), more).wait();
  };
  ASSERT_EQ(train({}).exit_code, 0);
  const std::string model = test::slurp(output), log = test::slurp(output + ".log");
  const auto refused = train({"--set", "seed=2"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("toy.safetensors: already exists; --resume"), std::string::npos)
      << refused.err;
  EXPECT_EQ(test::slurp(output), model);
  EXPECT_EQ(test::slurp(output + ".log"), log);
  EXPECT_EQ(train({"--resume"}).exit_code, 0);
  std::filesystem::remove(output);  // the state alone must be protected too
  EXPECT_EQ(train({}).exit_code, 2);
  EXPECT_EQ(train({"--set", "seed=2", "--overwrite"}).exit_code, 0);
  EXPECT_NE(test::slurp(output), model);
  const RunLock running(output);  // then the message must not suggest --overwrite
  const auto busy = train({});
  EXPECT_EQ(busy.exit_code, 2);
  EXPECT_NE(busy.err.find(std::to_string(getpid()) + " is training this model"), std::string::npos)
      << busy.err;
}

TEST_F(TrainJobTest, ABrokenSongCostsOnlyItself) {
  std::ofstream(folder_ / "song1.lab") << "0\t2\tC:nonsense\n";
  std::ofstream(folder_ / "song2.npy") << "no frames";
  const TrainConfig made = config("toy.safetensors");
  const TrainingSongs songs = load_training_songs(made, made.task->features(), 1, {}, {});
  EXPECT_EQ(songs.training.size(), 2u);
  ASSERT_EQ(songs.notes.size(), 2u);
  EXPECT_NE(songs.notes[0].find("toy/song1 left out"), std::string::npos) << songs.notes[0];
  EXPECT_NE(songs.notes[0].find("nonsense"), std::string::npos) << songs.notes[0];
  EXPECT_NE(songs.notes[1].find("song2.npy"), std::string::npos) << songs.notes[1];
}

TEST_F(TrainJobTest, BeatsThatNoSongHasCostOnlyTheirSong) {
  Corpus corpus{"toy", "CC0", "made here", {}};
  for (const char* id : {"song0", "song1"}) {
    const std::string stem = (folder_ / id).string();
    corpus.items.push_back(
        {.id = id, .audio = stem + ".npy", .split = "train", .beats = stem + ".beats"});
  }
  std::ofstream(folder_ / "manifest.yaml") << manifest_text(corpus, folder_.path());
  std::ofstream(folder_ / "song0.beats") << "0.5\t1\n1.0\t2\n";
  std::ofstream(folder_ / "song1.beats") << "0.5\t1\n40000.25\t2\n";
  TrainConfig made = config("toy.safetensors");
  const TaskFeatures features = made.task->features();
  made.task = make_task("beats");
  const TrainingSongs songs = load_training_songs(made, features, 1, {}, {});
  ASSERT_EQ(songs.training.size(), 1u);
  EXPECT_EQ(songs.training[0].labels.beats.size(), 2u);
  ASSERT_EQ(songs.notes.size(), 2u);  // the second one: no song for validation
  EXPECT_NE(songs.notes[0].find("song1.beats: "), std::string::npos) << songs.notes[0];
  EXPECT_NE(songs.notes[0].find("40000"), std::string::npos) << songs.notes[0];
}

TEST_F(TrainJobTest, TellsEverythingThatHappensAsEvents) {
  std::vector<TrainEvent> events;
  TrainJobOptions options = quiet_;
  options.config_file = "toy.yaml";
  options.events = [&](const TrainEvent& event) {
    const std::optional<TrainEvent> back = train_event_from_json(to_json_line(event));
    ASSERT_TRUE(back) << to_json_line(event);
    EXPECT_EQ(to_json_line(*back), to_json_line(event));
    events.push_back(*back);
  };
  ASSERT_EQ(run_training(config("toy.safetensors"), options, {}), kFinished);
  const auto all = [&]<typename T>(T) {
    std::vector<T> found;
    for (const TrainEvent& event : events) {
      if (const T* it = std::get_if<T>(&event)) found.push_back(*it);
    }
    return found;
  };
  ASSERT_EQ(all(RunStarted{}).size(), 1u);
  EXPECT_EQ(all(RunStarted{})[0].output, folder_ / "toy.safetensors");
  EXPECT_EQ(all(RunStarted{})[0].config, "toy.yaml");
  EXPECT_EQ(all(RunStarted{})[0].task, "chords");
  ASSERT_EQ(all(RunData{}).size(), 1u);
  EXPECT_EQ(all(RunData{})[0].training, 4u);
  EXPECT_EQ(all(RunData{})[0].validation, 2u);
  EXPECT_EQ(all(RunData{})[0].heads.size(), 4u);
  const auto batches = all(BatchDone{});
  ASSERT_GE(batches.size(), 8u) << "the first and the last of each of four epochs";
  EXPECT_EQ(batches.back().progress.epoch, 3);
  EXPECT_GT(batches.back().memory, std::size_t{1} << 20);
  EXPECT_EQ(batches.back().seconds_left, 0.0);
  ASSERT_EQ(all(EpochProgress{}).size(), 4u);
  EXPECT_EQ(all(EpochProgress{})[2].epoch, 2);
  const auto samples = all(TrainingSample{});
  ASSERT_EQ(samples.size(), 4u);
  EXPECT_EQ(samples[3].epoch, 3);
  EXPECT_EQ(samples[3].song, "toy/song4");
  EXPECT_EQ(samples[3].reference_chords.size(), 8u);  // 80 frames, a chord each 10
  EXPECT_FALSE(samples[3].predicted_chords.empty());
  ASSERT_EQ(samples[3].curves.size(), 1u);
  EXPECT_EQ(samples[3].curves[0].second.size(), 80u);
  EXPECT_FALSE(all(ModelWritten{}).empty());
  EXPECT_FALSE(all(CheckpointWritten{}).empty());
  ASSERT_EQ(all(RunEnded{}).size(), 1u);
  EXPECT_EQ(all(RunEnded{})[0].result, RunEnded::Result::kFinished);
}

TEST_F(TrainJobTest, AFailureIsAnEventToo) {
  std::vector<TrainEvent> events;
  TrainJobOptions options = quiet_;
  options.events = [&](const TrainEvent& event) { events.push_back(event); };
  EXPECT_THROW(
      run_training(config("toy.safetensors", {"data=[{manifest: absent.yaml}]"}), options, {}),
      Error);
  ASSERT_FALSE(events.empty());
  const auto* ended = std::get_if<RunEnded>(&events.back());
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->result, RunEnded::Result::kFailed);
  EXPECT_NE(ended->message.find("absent.yaml"), std::string::npos) << ended->message;
}

TEST_F(TrainJobTest, TheBestModelIsThereWhileTheRunGoesOn) {
  bool there = false;
  TrainJobOptions options = quiet_;
  options.events = [&](const TrainEvent& event) {
    const auto* written = std::get_if<ModelWritten>(&event);
    if (!written || there) return;
    there = true;
    const Model model = load_model(written->file);
    EXPECT_NE(model.provenance.at("figures").find("unfinished"), std::string::npos);
    EXPECT_EQ(model.parameters.size(), parameter_count(model.spec));
  };
  ASSERT_EQ(run_training(config("toy.safetensors"), options, {}), kFinished);
  EXPECT_TRUE(there);
}

TEST_F(TrainJobTest, ASongToLeaveOutMustBeThere) {
  const auto train_without = [&](const std::string& id) {
    return run_training(
        config("toy.safetensors",
               {"schedule.epochs=1", "data=[{manifest: manifest.yaml, leave_out: [" + id + "]}]"}),
        quiet_, {});
  };
  try {
    train_without("misspelt");
    ADD_FAILURE() << "trained";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("manifest.yaml: leave_out: there is no song 'misspelt'"),
              std::string::npos)
        << message;
  }
}

TEST_F(TrainJobTest, OneProcessAtATimeTrainsAModel) {
  const std::filesystem::path output = folder_ / "toy.safetensors";
  EXPECT_FALSE(training_process(output));
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    const RunLock lock(output);
    char byte = 0;
    if (write(ready[1], &byte, 1) != 1 || read(done[0], &byte, 1) != 1) _exit(1);
    _exit(0);  // without the destructor, as if the process was killed
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(training_process(output), child);
  try {
    run_training(config("toy.safetensors"), quiet_, {});
    ADD_FAILURE() << "trained beside process " << child;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(std::to_string(child)), std::string::npos);
  }
  ASSERT_EQ(write(done[1], &byte, 1), 1);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  for (const int descriptor : {ready[0], ready[1], done[0], done[1]}) close(descriptor);
  EXPECT_FALSE(training_process(output)) << "a dead process holds nothing";
  EXPECT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kFinished);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "toy.safetensors.lock"));
}

TEST(TrainEvents, AnEndlessNumberOrACutLineDoesNoHarm) {
  BatchDone batch;
  batch.progress.loss = std::numeric_limits<double>::infinity();
  const std::string line = to_json_line(batch);
  const auto back = train_event_from_json(line);
  ASSERT_TRUE(back);
  EXPECT_TRUE(std::isnan(std::get<BatchDone>(*back).progress.loss));
  EXPECT_FALSE(train_event_from_json(line.substr(0, line.size() / 2)));
  EXPECT_FALSE(train_event_from_json(R"({"event":"of a later version"})"));
  EXPECT_FALSE(train_event_from_json(R"({"event":"batch","epoch":"three"})"));
  EXPECT_FALSE(train_event_from_json("[]"));
}

}  // namespace
}  // namespace tactus
