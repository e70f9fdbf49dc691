// Shards from the command to the model: prepared by many processes, trained, damaged, resumed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "app/workshop/training/shard_batches.h"
#include "app/workshop/training/shard_preparation.h"
#include "app/workshop/training/training_songs.h"
#include "audio/readers/decoding_version.h"
#include "datasets/dataset_error.h"
#include "datasets/outputs/output_files.h"
#include "datasets/shards/shard_folder.h"
#include "datasets/shards/shard_writer.h"
#include "datasets/tasks/interface/task_training.h"
#include "model/files/model_file.h"
#include "tests/app/support/program.h"
#include "tests/app/support/toy_training.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

class ShardTraining : public test::ToyTraining {
 protected:
  // Files of at most one song.
  static constexpr std::uintmax_t kSmall = 4096;

  ShardReport prepare(Shard part = {}, std::uintmax_t bytes = kSmall, int threads = 2,
                      const std::vector<std::string>& set = {}) const {
    ShardPreparation preparation{shards(), part, threads, bytes};
    return prepare_shards(config("unused", set), preparation, {}, {});
  }
  std::filesystem::path shards() const { return folder_ / "shards"; }
  TrainConfig sharded(const std::string& output, const std::vector<std::string>& set = {}) const {
    TrainConfig made = config(output, set);
    replace_data(made, {shards().string()});
    return made;
  }
  TrainingSongs songs_of(const TrainConfig& config) const {
    return load_training_songs(config, config.task->features(), 2, {}, {});
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const ShardName& name : shard_names(shards()))
      found[text_of(name)] = test::slurp(shards() / text_of(name));
    return found;
  }
  // Changes a byte of the first frame of the song and returns its file.
  std::filesystem::path damage(const std::string& id) const {
    for (const OpenShard& shard : open_shard_folder(shards(), 1).shards) {
      for (const ShardSong& song : shard.index.songs) {
        if (song.id != id) continue;
        std::string bytes = test::slurp(shard.file->path());
        bytes[song.offset + 1] ^= 1;
        std::filesystem::remove(shard.file->path());
        std::ofstream(shard.file->path(), std::ios::binary) << bytes;
        return shard.file->path();
      }
    }
    ADD_FAILURE() << id;
    return {};
  }
  static std::string message(const auto& work) {
    try {
      work();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "none";
  }
  std::vector<float> parameters(const std::string& model) const {
    return load_model(folder_ / model).parameters;
  }
};

void expect_same(const std::vector<TrainingSong>& a, const std::vector<TrainingSong>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].id, b[i].id);
    EXPECT_EQ(a[i].labels, b[i].labels);
    const FrameView &left = a[i].frames.view(), &right = b[i].frames.view();
    ASSERT_EQ(left.frames, right.frames);
    EXPECT_EQ(left.fps, right.fps);
    EXPECT_TRUE(std::equal(left.data, left.data + left.frames * left.bins, right.data));
  }
}

TEST_F(ShardTraining, HasTheSongsOfTheCorpusInTheirOrder) {
  const TrainingSongs plain = songs_of(config("unused"));
  const ShardReport report = prepare({}, kShardBytes);
  EXPECT_EQ(report.written, 6u) << "the test song stays out";
  EXPECT_EQ(report.files, 1u);
  const TrainingSongs songs = songs_of(sharded("unused"));
  expect_same(songs.training, plain.training);
  expect_same(songs.validation, plain.validation);
  ASSERT_EQ(songs.corpora.size(), 1u);
  EXPECT_EQ(songs.corpora[0].name, "toy");
  EXPECT_EQ(songs.corpora[0].licence, "CC0");
  EXPECT_EQ(songs.corpora[0].training, 4u);
  EXPECT_EQ(songs.corpora[0].validation, 2u);
  EXPECT_TRUE(songs.notes.empty());
  const Standardisation a = standardisation_of(plain), b = standardisation_of(songs);
  for (std::size_t c = 0; c < a.mean.size(); ++c) {
    EXPECT_FLOAT_EQ(a.mean[c], b.mean[c]);
    EXPECT_FLOAT_EQ(a.scale[c], b.scale[c]);
  }
}

// The same crop choices give the same batches, wherever the frames lie.
TEST_F(ShardTraining, MakesTheSameBatchesFromTheSameChoices) {
  prepare();
  const TrainConfig trained = sharded("unused");
  const TrainingSongs plain = songs_of(config("unused")), songs = songs_of(trained);
  const NetworkSpec spec = network_spec(trained, 12);
  const Standardisation standardisation = standardisation_of(songs);
  const auto batches = [&](const TrainingSongs& from, bool shards) {
    SongSet set;
    for (const TrainingSong& song : from.training) set.frames.push_back(song.frames.view());
    set.targets = trained.task->training().target_maker(spec, from.training, from.training);
    if (shards) add_shards(from, set);
    set.sharded.window = 100;
    if (!shards) set.sharded.shard_of.assign(set.frames.size(), 0);
    SongSet none{{}, set.targets};
    CropBatchSettings settings;
    settings.crop_frames = 20;
    settings.batch = 1;  // no crop twice to fill the last batch
    settings.augmentation = trained.augmentation;
    return CropBatches(set, none, standardisation, trained.task->features().layout, settings, 0);
  };
  const CropBatches a = batches(plain, false), b = batches(songs, true);
  ASSERT_EQ(a.batches_per_epoch(), b.batches_per_epoch());
  std::multiset<std::vector<float>> crops_a, crops_b;  // only their order differs
  const auto add = [](const TrainBatch& batch, std::multiset<std::vector<float>>& crops) {
    const auto count = static_cast<std::size_t>(batch.batch);
    for (std::size_t s = 0; s < count; ++s) {
      std::vector<float> crop;
      for (std::size_t t = 0; t < static_cast<std::size_t>(batch.steps); ++t)
        for (std::size_t c = 0; c < 12; ++c) crop.push_back(batch.x[(t * count + s) * 12 + c]);
      for (const HeadTarget& target : batch.targets)
        for (std::size_t t = 0; t < static_cast<std::size_t>(batch.steps); ++t)
          if (!target.category.empty())
            crop.push_back(static_cast<float>(target.category[t * count + s]));
      crops.insert(crop);
    }
  };
  for (std::size_t i = 0; i < a.batches_per_epoch(); ++i)
    add(a.train_batch(1, i), crops_a), add(b.train_batch(1, i), crops_b);
  EXPECT_EQ(crops_a, crops_b);
}

// For any number of processes, every song is in exactly one file.
TEST_F(ShardTraining, EverySongIsPreparedOnceByAnyNumberOfProcesses) {
  const TrainingSongs plain = songs_of(config("unused"));
  for (const int parts : {1, 2, 3, 7}) {
    std::filesystem::remove_all(shards());
    std::size_t written = 0;
    for (int part = parts; part >= 1; --part) written += prepare({part, parts}).written;
    EXPECT_EQ(written, 6u);
    const TrainingSongs songs = songs_of(sharded("unused"));
    expect_same(songs.training, plain.training);
    expect_same(songs.validation, plain.validation);
  }
}

TEST_F(ShardTraining, TheBytesDoNotDependOnTheThreads) {
  prepare({}, kSmall, 1);
  const auto one = files();
  EXPECT_EQ(one.size(), 7u);
  std::filesystem::remove_all(shards());
  prepare({}, kSmall, 4);
  EXPECT_EQ(files(), one);
}

TEST_F(ShardTraining, ARunAgainWritesNothing) {
  prepare();
  const auto before = files();
  const ShardReport again = prepare();
  EXPECT_EQ(again.found, 6u);
  EXPECT_EQ(again.written, 0u);
  EXPECT_EQ(files(), before);
}

TEST_F(ShardTraining, AStoppedRunGoesOn) {
  std::stop_source stop;
  const ShardPreparation preparation{shards(), {}, 1, kSmall};
  const ShardReport part = prepare_shards(
      config("unused"), preparation,
      [&](std::size_t done, std::size_t, const std::string&) {
        if (done == 2) stop.request_stop();
      },
      stop.get_token());
  EXPECT_TRUE(part.stopped);
  EXPECT_EQ(part.written, 2u);
  EXPECT_NE(message([&] { songs_of(sharded("unused")); }).find("part 1 of 1 is not finished"),
            std::string::npos);
  const ShardReport rest = prepare();
  EXPECT_EQ(rest.found, 2u);
  EXPECT_EQ(rest.written, 4u);
  EXPECT_EQ(songs_of(sharded("unused")).training.size(), 4u);
}

TEST_F(ShardTraining, OneBadSongStopsNothing) {
  std::ofstream(folder_ / "song1.npy") << "no frames";
  const ShardReport report = prepare();
  EXPECT_EQ(report.written, 5u);
  ASSERT_EQ(report.failed.size(), 1u);
  EXPECT_EQ(report.failed[0].find("toy/song1: "), 0u) << report.failed[0];
  const TrainingSongs songs = songs_of(sharded("unused"));
  EXPECT_EQ(songs.training.size(), 3u);
  ASSERT_EQ(songs.notes.size(), 1u);
  EXPECT_NE(songs.notes[0].find("without 1 song that could not be prepared"), std::string::npos);
  write_song("song1", 50);
  EXPECT_EQ(prepare().written, 1u) << "mended meanwhile";
  EXPECT_EQ(songs_of(sharded("unused")).training.size(), 4u);
}

TEST_F(ShardTraining, ChangedSongsAreWrittenAgain) {
  prepare();
  const auto rewritten = [&](const char* why) {
    const ShardReport report = prepare();
    EXPECT_EQ(report.written, 1u) << why;
    ASSERT_EQ(report.notes.size(), 1u) << why;
    EXPECT_NE(report.notes[0].find(why), std::string::npos) << report.notes[0];
    expect_same(songs_of(sharded("unused")).training, songs_of(config("unused")).training);
  };
  std::ofstream(folder_ / "song0.lab") << "0\t8\tG:maj\n";
  rewritten("toy/song0 now has different labels");
  FrameMatrix other(41, 12, 5.0);
  other.row(3)[0] = 0.5f;
  write_npy(other, folder_ / "song2.npy");
  rewritten("toy/song2 now has different audio");
  std::filesystem::last_write_time(folder_ / "song3.npy",
                                   std::filesystem::file_time_type::clock::now());
  EXPECT_EQ(prepare().written, 0u) << "touched, with the same content";
  damage("song1");
  const auto name = [&] {
    for (const auto& [file, bytes] : files())
      if (bytes.find("song1") != bytes.npos) return file;
    return std::string();
  }();
  std::filesystem::remove(shards() / name);
  EXPECT_EQ(prepare().written, 1u) << "the remedy of the message about damage";
}

TEST_F(ShardTraining, ADamagedIndexIsWrittenAgainAndTheOldFileStays) {
  prepare();
  const std::string file = shards() / files().begin()->first;
  std::string bytes = test::slurp(file);
  bytes[bytes.size() - 100] ^= 1;  // in the index, before the end
  std::ofstream(file, std::ios::binary) << bytes;
  const ShardReport report = prepare();
  EXPECT_EQ(report.written, 1u);
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("the file is written again"), std::string::npos)
      << report.notes[0];
  EXPECT_EQ(test::slurp(file + ".orig"), bytes);
  expect_same(songs_of(sharded("unused")).training, songs_of(config("unused")).training);
}

// The weights of rare qualities come from the training songs, and hold for validation too.
TEST_F(ShardTraining, ValidationHasTheWeightsOfTheTrainingSongs) {
  std::ofstream(folder_ / "song0.lab") << "0\t6\tC:maj\n6\t8\tG:7\n";  // a rare quality
  prepare();
  const std::vector<std::string> set = {"targets.rare_qualities=0.5",
                                        "optimiser.learning_rate=1e-9", "schedule.epochs=1",
                                        "augmentation.noise=0"};
  const auto loss_of = [&](const TrainConfig& config) {
    double loss = 0.0;
    TrainJobOptions options = quiet_;
    options.events = [&](const TrainEvent& event) {
      if (const auto* epoch = std::get_if<EpochProgress>(&event)) loss = epoch->validation_loss;
    };
    EXPECT_EQ(run_training(config, options, {}), kFinished);
    return loss;
  };
  const double plain = loss_of(config("plain.safetensors", set));
  EXPECT_GT(plain, 0.0);
  EXPECT_NEAR(loss_of(sharded("sharded.safetensors", set)), plain, 1e-4 * plain);
}

TEST_F(ShardTraining, RefusesShardsOfOtherFeaturesOrAnotherDivision) {
  prepare();
  const std::vector<std::string> other = {"features.fps=10"};
  EXPECT_NE(
      message([&] { songs_of(sharded("unused", other)); }).find("features with other settings"),
      std::string::npos);
  EXPECT_NE(message([&] { prepare({}, kSmall, 1, other); }).find("choose another folder"),
            std::string::npos);
  EXPECT_NE(message([&] {
              prepare({1, 2});
            }).find("division into 1 parts, not 2"),
            std::string::npos);
  EXPECT_EQ(songs_of(sharded("unused")).training.size(), 4u) << "nothing was removed";
  TrainConfig again = sharded("unused");
  EXPECT_NE(message([&] {
              prepare_shards(again, {folder_ / "more", {}, 1}, {}, {});
            }).find("already contains shards"),
            std::string::npos);
}

// Before decoding had a version, the key was that of the features alone.
TEST_F(ShardTraining, RefusesShardsOfAnotherDecoding) {
  prepare({}, kShardBytes);
  const std::filesystem::path old = folder_ / "old";
  std::filesystem::create_directories(old);
  const auto file = MappedShard::open(shards() / text_of({1, 1, 1}));
  ShardIndex head = file->index(), end = MappedShard::open(shards() / text_of({1, 1, 0}))->index();
  EXPECT_EQ(head.key, with_decoding_version(config("unused").task->features().key));
  head.songs.clear();
  head.key = end.key = config("unused").task->features().key;
  OutputFiles files;
  ShardWriter writer(files, old / text_of({1, 1, 1}), head);
  const ShardIndex index = file->index();
  for (const ShardSong& song : index.songs) writer.add(song, file->frames(song, index).view());
  end.files = {writer.commit()};
  ShardWriter(files, old / text_of({1, 1, 0}), end).commit();
  TrainConfig trained = config("unused");
  EXPECT_NE(message([&] {
              prepare_shards(trained, {old, {}, 1}, {}, {});
            }).find("choose another folder"),
            std::string::npos);
  replace_data(trained, {old.string()});
  EXPECT_NE(message([&] { songs_of(trained); }).find("features with other settings"),
            std::string::npos);
}

TEST_F(ShardTraining, LimitsAndSongsLeftOut) {
  prepare();
  TrainConfig trained = sharded("unused");
  trained.data[0].train_limit = 2;
  trained.data[0].leave_out = {"song0", "song4"};
  const TrainingSongs songs = songs_of(trained);
  ASSERT_EQ(songs.training.size(), 2u);
  EXPECT_EQ(songs.training[0].id, "toy/song1");
  ASSERT_EQ(songs.validation.size(), 1u);
  EXPECT_EQ(songs.validation[0].id, "toy/song5");
  const PlannedSongs planned = planned_songs(trained);
  EXPECT_EQ(planned.training, 2u);
  EXPECT_EQ(planned.validation, 1u);
  trained.data[0].leave_out = {"nobody"};
  EXPECT_NE(message([&] { songs_of(trained); }).find("there is no song 'nobody'"),
            std::string::npos);
}

TEST_F(ShardTraining, TheRecipeNamesTheFolder) {
  prepare();
  std::ofstream(folder_ / "other.yaml")
      << "task: chords\ndata: [{shards: shards}]\nfeatures: {fps: 5, bins_per_octave: 12, "
         "octaves: 1}\n";
  EXPECT_EQ(songs_of(load_train_config(folder_ / "other.yaml")).training.size(), 4u);
  std::ofstream(folder_ / "both.yaml") << "task: chords\ndata: [{shards: shards, folder: x}]\n";
  EXPECT_NE(message([&] {
              load_train_config(folder_ / "both.yaml");
            }).find("expected one of 'manifest', 'folder' and 'shards'"),
            std::string::npos);
}

// Stopped in the middle of an epoch, between two windows and within them.
TEST_F(ShardTraining, StoppedAndResumedGivesTheSameModel) {
  prepare();
  ASSERT_EQ(run_training(sharded("whole.safetensors"), quiet_, {}), kFinished);
  for (const std::size_t at : {0u, 1u, 3u}) {
    std::stop_source stop;
    TrainJobOptions options = quiet_;
    options.events = [&](const TrainEvent& event) {
      const auto* batch = std::get_if<BatchDone>(&event);
      if (batch && batch->progress.epoch == 1 && batch->progress.batch >= at) stop.request_stop();
    };
    const std::string output = "part" + std::to_string(at) + ".safetensors";
    ASSERT_EQ(run_training(sharded(output), options, stop.get_token()), kStopped);
    TrainJobOptions resume = quiet_;
    resume.resume = true;
    ASSERT_EQ(run_training(sharded(output), resume, {}), kFinished);
    EXPECT_EQ(parameters(output), parameters("whole.safetensors")) << at;
  }
}

TEST_F(ShardTraining, RefusesToResumeWithOtherShards) {
  prepare();
  ASSERT_EQ(run_training(sharded("toy.safetensors"), quiet_, {}), kFinished);
  quiet_.resume = true;
  EXPECT_EQ(run_training(sharded("toy.safetensors"), quiet_, {}), kFinished);
  std::ofstream(folder_ / "song0.lab") << "0\t8\tG:maj\n";
  prepare();
  EXPECT_THROW(run_training(sharded("toy.safetensors"), quiet_, {}), TrainError) << "labels";
  std::filesystem::remove_all(shards());
  write_song("song0", 40);
  prepare({}, kShardBytes);
  EXPECT_THROW(run_training(sharded("toy.safetensors"), quiet_, {}), TrainError) << "sizes";
}

// In one file, so that there are others to take its place.
TEST_F(ShardTraining, ADamagedSongIsLeftOutWithANote) {
  prepare({}, kShardBytes);
  const std::filesystem::path file = damage("song2");
  std::vector<std::string> notes;
  TrainJobOptions options = quiet_;
  options.events = [&](const TrainEvent& event) {
    if (const auto* note = std::get_if<RunNote>(&event)) notes.push_back(note->text);
  };
  ASSERT_EQ(run_training(sharded("toy.safetensors"), options, {}), kFinished);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].find("toy/song2 left out: " + file.string() + ": damaged: the frames of"), 0u)
      << notes[0];
  damage("song5");
  const TrainingSongs songs = songs_of(sharded("unused"));
  EXPECT_EQ(songs.validation.size(), 1u);
  ASSERT_EQ(songs.notes.size(), 1u);
  EXPECT_EQ(songs.notes[0].find("toy/song5 left out: "), 0u) << songs.notes[0];
}

TEST_F(ShardTraining, AnotherCorpusBesideShards) {
  prepare();
  std::filesystem::create_directories(folder_ / "more");
  std::filesystem::copy(folder_ / "song0.npy", folder_ / "more" / "a.npy");
  std::filesystem::copy(folder_ / "song0.lab", folder_ / "more" / "a.lab");
  std::ofstream(folder_ / "more" / "manifest.yaml")
      << "name: more\nitems: [{id: a, audio: a.npy, chords: a.lab, split: train}]\n";
  TrainConfig trained = sharded("toy.safetensors");
  replace_data(trained, {shards().string(), (folder_ / "more" / "manifest.yaml").string()});
  EXPECT_EQ(songs_of(trained).training.size(), 5u);
  EXPECT_EQ(run_training(trained, quiet_, {}), kFinished);
}

TEST_F(ShardTraining, TheCommandPreparesAndTrains) {
  std::ofstream(folder_ / "song1.npy") << "no frames";
  const auto run = [&](std::vector<std::string> words) {
    return test::Program(folder_.path(), words).wait().exit_code;
  };
  const std::string recipe = folder_ / "train.yaml", out = shards();
  EXPECT_EQ(run({"dataset", "shards", recipe, "-o", out, "--shard", "2/2", "-q"}) +
                run({"dataset", "shards", recipe, "-o", out, "--shard", "1/2", "--threads", "2"}),
            1)
      << "one song could not be prepared";
  EXPECT_EQ(run({"train", recipe, "--data", out, "-o", folder_ / "toy.safetensors", "-q", "--set",
                 "schedule.epochs=1"}),
            0);
  EXPECT_EQ(run({"dataset", "shards", recipe, "-o", out, "--shard", "3/2"}), 2);
  EXPECT_EQ(run({"dataset", "shards", recipe, "-o", out, "--size", "x"}), 2);
}

}  // namespace
}  // namespace tactus
