#include "app/config/config_train.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>

#include "app/config/config_manifest.h"
#include "datasets/cache/mapped_frames.h"
#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/chords/chord_task.h"
#include "datasets/tasks/interface/task_training.h"
#include "tests/app/support/part_task.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

TrainConfig parse(const std::string& text) {
  return parse_train_config(parse_config(text, "f.yaml"), "/here");
}

std::string refusal(const std::string& text) {
  try {
    parse(text);
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

const std::string kMinimal = "task: beats\ndata: [{manifest: m.yaml}]\n";

TEST(TrainConfig, TheRecipesAreValid) {
  const auto folder = std::filesystem::path(TACTUS_SOURCE_DIR) / "datasets" / "recipes";
  int recipes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    ++recipes;
    SCOPED_TRACE(entry.path().filename().string());
    const TrainConfig config = load_train_config(entry.path());
    EXPECT_GE(config.layers.size(), 2u);
    EXPECT_FALSE(config.data.empty());
    EXPECT_EQ(config.training.schedule.kind, ScheduleKind::kOneCycle);
    const NetworkSpec spec = network_spec(config, 100);
    EXPECT_GT(parameter_count(spec), 10'000u);
  }
  EXPECT_GE(recipes, 9);
}

TEST(TrainConfig, TheHomeFolderIsKnownWithoutItsVariable) {
  const char* found = std::getenv("HOME");
  const std::optional<std::string> before =
      found ? std::optional<std::string>(found) : std::nullopt;
  setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(parse(kMinimal + "cache: ~/x\n").cache, "/home/somebody/x");
  unsetenv("HOME");
  const std::filesystem::path cache = parse(kMinimal + "cache: ~/x\n").cache;
  if (before) setenv("HOME", before->c_str(), 1);
  EXPECT_TRUE(cache.is_absolute()) << cache;
  EXPECT_EQ(cache.string().find('~'), std::string::npos) << cache;
}

TEST(TrainConfig, ReadsValuesAndResolvesPaths) {
  const TrainConfig config = parse(
      "task: beats\nseed: 42\noutput: out/m.safetensors\ncache: /abs/cache\n"
      "data:\n  - {manifest: ../c/manifest.yaml, train_limit: 5, leave_out: [\"01\", x]}\n  - "
      "{folder: /music}\n"
      "features: {fps: 100, window_sizes: [1024], bands_per_octave: [6]}\n"
      "network: {layers: 2, hidden: [8, 16], peepholes: true, dropout: 0.3, input_dropout: 0.1}\n"
      "targets: {neighbours: [], shift_tolerance: 3, positive_weight: 5}\n"
      "loss: {downbeat: 0.25}\naugmentation: {tempo: 0.2}\n"
      "optimiser: {learning_rate: 0.002, clip_norm: 0.5}\n"
      "schedule: {kind: cosine, epochs: 7, patience: 2}\n"
      "batches: {crop_seconds: 10, size: 4, passes: 0.5}\n"
      "validation: {songs: 3, batches: 0}\ndecoder: {min_bpm: 40, beats_per_bar: [3]}\n");
  EXPECT_EQ(config.seed, 42u);
  EXPECT_EQ(config.output, "/here/out/m.safetensors");
  EXPECT_EQ(config.cache, "/abs/cache");
  ASSERT_EQ(config.data.size(), 2u);
  EXPECT_EQ(config.data[0].manifest, "/c/manifest.yaml");
  EXPECT_EQ(config.data[0].train_limit, 5);
  EXPECT_EQ(config.data[0].leave_out, (std::vector<std::string>{"01", "x"}));
  EXPECT_EQ(config.data[1].folder, "/music");
  const auto& task = dynamic_cast<const BeatTask&>(*config.task);
  EXPECT_EQ(task.feature_settings.fps, 100.0);
  ASSERT_EQ(config.layers.size(), 2u);
  EXPECT_EQ(config.layers[0].hidden, 8);
  EXPECT_EQ(config.layers[1].hidden, 16);
  EXPECT_TRUE(config.layers[1].peepholes);
  EXPECT_EQ(config.layers[0].dropout, 0.1);
  EXPECT_EQ(config.layers[1].dropout, 0.3);
  EXPECT_TRUE(task.target_settings.neighbours.empty());
  EXPECT_EQ(task.target_settings.shift_tolerance, 3);
  EXPECT_EQ(task.target_settings.positive_weight, 5.0);
  EXPECT_EQ(config.loss_weights, (std::vector<double>{1.0, 0.25}));
  EXPECT_EQ(config.augmentation.tempo, 0.2);
  EXPECT_EQ(config.training.schedule.highest, 0.002);
  EXPECT_EQ(config.training.optimiser.clip_norm, 0.5);
  EXPECT_EQ(config.training.schedule.kind, ScheduleKind::kCosine);
  EXPECT_EQ(config.training.epochs, 7);
  EXPECT_EQ(config.training.patience, 2);
  EXPECT_EQ(config.batch, 4);
  EXPECT_EQ(config.validation_songs, 3);
  EXPECT_EQ(config.validation_batches, 0);
  const BeatDecoderParameters decoder = beat_decoder_parameters_from_json(config.decoder_json);
  EXPECT_EQ(decoder.min_bpm, 40.0);
  EXPECT_EQ(decoder.beats_per_bar, std::vector<int>{3});
}

TEST(TrainConfig, AShareOfTheInitialModelNeedsOneWithoutGates) {
  EXPECT_EQ(parse(kMinimal + "initial_model: a.st\ninitial_share: 0.3\n").initial_share, 0.3);
  EXPECT_NE(refusal(kMinimal + "initial_share: 0.3\n").find("'initial_model' is missing"),
            std::string::npos);
  EXPECT_NE(refusal(kMinimal + "initial_model: a.st\ninitial_share: 0.3\nprune: {target: 0.5}\n")
                .find("it must be 0"),
            std::string::npos);
}

TEST(TrainConfig, TeachersAreAListOfPathsAndNeedNoListForOne) {
  EXPECT_FALSE(parse(kMinimal).distil.is_on());
  const TrainConfig two = parse(kMinimal + "distil: {teachers: [a.st, ../b.st], weight: 0.5}\n");
  EXPECT_EQ(two.distil.teachers, (std::vector<std::filesystem::path>{"/here/a.st", "/b.st"}));
  EXPECT_EQ(two.distil.weight, 0.5);
  EXPECT_TRUE(two.distil.is_on());
  const TrainConfig one = parse(kMinimal + "distil: {teachers: /x/a.st, weight: 0}\n");
  EXPECT_EQ(one.distil.teachers, std::vector<std::filesystem::path>{"/x/a.st"});
  EXPECT_FALSE(one.distil.is_on());
  EXPECT_NE(refusal(kMinimal + "distil: {weight: 0.5}\n").find("'teachers' is missing"),
            std::string::npos);
  EXPECT_NE(refusal(kMinimal + "distil: {teachers: [{a: b}]}\n").find("expected a list of paths"),
            std::string::npos);
  EXPECT_NE(refusal(kMinimal + "distil: {teacher: [a.st]}\n").find("did you mean 'teachers'?"),
            std::string::npos);
  const ConfigInspection inspection =
      inspect_train_config(kMinimal + "distil: {teachers: [a.st, \"b c.st\"]}\n");
  EXPECT_TRUE(inspection.faults.empty());
  ASSERT_NE(inspection.find("distil.teachers"), nullptr);
  EXPECT_EQ(inspection.find("distil.teachers")->paths,
            (std::vector<std::string>{"a.st", "b c.st"}));
}

TEST(TrainConfig, UnitsArePrunedByGatesOrByMagnitude) {
  const Pruning none = parse(kMinimal).prune;
  EXPECT_FALSE(none.with_gates() || none.by_magnitude());
  const Pruning gates = parse(kMinimal + "prune: {target: 0.4, penalty: 0.2}\n").prune;
  EXPECT_TRUE(gates.with_gates());
  EXPECT_EQ(gates.settings, (GateSettings{0.2, 0.4}));
  const std::string by_size = kMinimal + "prune: {kind: magnitude, target: 0.4}\n";
  EXPECT_NE(refusal(by_size).find("'initial_model' is missing"), std::string::npos);
  EXPECT_TRUE(parse(by_size + "initial_model: m.st\n").prune.by_magnitude());
  EXPECT_NE(refusal(kMinimal + "prune: {penalty: 0.2}\n").find("'target' is missing"),
            std::string::npos);
}

TEST(TrainConfig, TheBestEpochIsChosenByScoreOrLossOrIsTheLast) {
  const auto best = [](const std::string& validation) {
    return parse_train_config(parse_config(kMinimal + validation, "f.yaml"), "")
        .training.best_epoch;
  };
  EXPECT_EQ(best(""), BestEpoch::kScore);
  EXPECT_EQ(best("validation: {choose: loss}\n"), BestEpoch::kLoss);
  EXPECT_EQ(best("validation: {choose: last}\n"), BestEpoch::kLast);
  EXPECT_NE(refusal(kMinimal + "validation: {choose: taste}\n").find("one of score, loss, last"),
            std::string::npos);
}

TEST(TrainConfig, TheChordHeadIsThereWhenItsLossCounts) {
  const auto heads = [](const std::string& text) {
    std::string names;
    const TrainConfig config = parse_train_config(parse_config(text, "f.yaml"), "");
    for (const HeadSpec& head : network_spec(config, 24).heads) names += head.name + " ";
    return names;
  };
  const std::string chords = "task: chords\ndata: [{manifest: m}]\n";
  EXPECT_EQ(heads(chords), "root bass quality pitches ");
  EXPECT_EQ(heads(chords + "loss: {root: 0, chord: 2}\n"), "root bass quality pitches chord ");
  const TrainConfig config =
      parse_train_config(parse_config(chords + "targets: {rare_qualities: 0.25}\n", "f.yaml"), "");
  EXPECT_EQ(dynamic_cast<const ChordTask&>(*config.task).target_settings.rare_qualities, 0.25);
}

TEST(TrainConfig, AnotherTaskNeedsNothingButItsDescription) {
  const auto read = [](const std::string& text) {
    return parse_train_config(parse_config("task: parts\ndata: [{manifest: m}]\n" + text, "f"), "",
                              test::tasks_with_parts());
  };
  const TrainConfig config = read(
      "features: {fps: 10}\ntargets: {reach: 2}\naugmentation: {highest_semitones: 3}\n"
      "loss: {boundary: 3}\ndecoder: {least_length: 8}\n");
  EXPECT_EQ(config.task->name(), "parts");
  EXPECT_EQ(dynamic_cast<const test::PartTask&>(*config.task).reach, 2.0);
  EXPECT_EQ(config.layers.at(0).hidden, 24);
  EXPECT_EQ(config.augmentation.highest_semitones, 3);
  EXPECT_EQ(config.decoder_json, "{\"least_length\":8.0}");
  const NetworkSpec spec = network_spec(config, 24);
  ASSERT_EQ(spec.heads.size(), 1u) << "a head that counts nothing is left out";
  EXPECT_EQ(spec.heads[0].loss_weight, 3.0);
  EXPECT_EQ(config.task->features().fps, 10.0);
  EXPECT_THROW(read("targets: {neighbours: []}\n"), ConfigError) << "those are of beats";
  EXPECT_THROW(read("decoder: {least_length: 61}\n"), ConfigError);
  EXPECT_THROW(parse_train_config(parse_config("task: parts\ndata: [{manifest: m}]\n", "f"), ""),
               ConfigError);
}

TEST(TrainConfig, AnotherTaskMakesItsTargets) {
  const test::PartTask task;
  const test::ScratchFolder folder;
  write_cached_frames(FrameMatrix(40, 3, 10.0), folder / "a.npy");
  Annotation annotation;
  annotation.beats = {{0.5, 1}};
  annotation.sections = {{0.0, 2.0, "A"}, {2.0, 4.0, "B"}};
  std::vector<TrainingSong> songs;
  songs.push_back(
      {"c/a", MappedFrames(folder / "a.npy", 3, 10.0), task.training().labels(annotation)});
  EXPECT_TRUE(songs[0].labels.beats.empty()) << "of the layers, its own alone";
  NetworkSpec spec;
  spec.heads = {task.heads()[0]};
  const auto maker = task.training().target_maker(spec, songs, songs);
  auto targets = maker->prepare(40, 1);
  maker->fill(0, {0.0, 1.0, 40, 0, 10.0}, 0, 1, targets);
  EXPECT_EQ(targets.at(0).probability[20], 1.0f);
  EXPECT_EQ(std::accumulate(targets[0].probability.begin(), targets[0].probability.end(), 0.0f),
            2.0f);
}

TEST(TrainConfig, NamesThePlaceOfEveryMistake) {
  EXPECT_EQ(refusal(kMinimal), "");
  EXPECT_EQ(refusal(kMinimal + "scedule: {epochs: 3}\n"),
            "f.yaml:3:1: unknown key 'scedule' in configuration; did you mean 'schedule'?");
  EXPECT_EQ(refusal(kMinimal + "schedule:\n  epochs: 3\n  patients: 2\n"),
            "f.yaml:5:3: unknown key 'patients' in schedule; did you mean 'patience'?");
  EXPECT_EQ(
      refusal(kMinimal + "network: {hidden: big}\n"),
      "f.yaml:3:19: network: hidden: 'big', expected a whole number from 1 to 4096, or a list of "
      "such numbers");
  EXPECT_EQ(refusal(kMinimal + "schedule: 5\n"),
            "f.yaml:3:11: schedule: '5', expected a mapping (key: value)");
  EXPECT_EQ(refusal(kMinimal + "decoder: {min_bmp: 40}\n"),
            "f.yaml:3:11: unknown key 'min_bmp' in decoder; did you mean 'min_bpm'?");
  EXPECT_EQ(refusal(kMinimal + "decoder: {min_bpm: slow}\n"),
            "f.yaml:3:20: decoder: min_bpm: 'slow', expected a number from 1 to 1000");
}

TEST(TrainConfig, RefusesContradictions) {
  EXPECT_NE(refusal("data: [{manifest: m}]\n").find("'task' is missing"), std::string::npos);
  EXPECT_NE(refusal("task: drums\ndata: [{manifest: m}]\n").find("one of beats, bars, chords"),
            std::string::npos);
  EXPECT_NE(refusal("task: beats\n").find("'data' is missing"), std::string::npos);
  EXPECT_NE(refusal("task: beats\ndata: [{}]\n").find("one of 'manifest', 'folder' and 'shards'"),
            std::string::npos);
  EXPECT_NE(refusal("task: beats\ndata: [{manifest: a, folder: b}]\n")
                .find("one of 'manifest', 'folder' and 'shards'"),
            std::string::npos);
  EXPECT_NE(refusal("task: beats\ndata: [{manifest: a, leave_out: [[b]]}]\n").find("ids of songs"),
            std::string::npos);
  EXPECT_NE(refusal(kMinimal + "network: {layers: 3, hidden: [1, 2]}\n").find("2 sizes"),
            std::string::npos);
  EXPECT_NE(
      refusal(kMinimal + "features: {window_sizes: [512, 1024]}\n").find("expected one for each"),
      std::string::npos);
  EXPECT_NE(refusal(kMinimal + "targets: {shift_tolerance: 3}\n").find("one-frame"),
            std::string::npos);
  // Keys of the other task.
  EXPECT_NE(refusal(kMinimal + "loss: {root: 1}\n"), "");
  EXPECT_NE(refusal(kMinimal + "augmentation: {lowest_semitones: -5}\n"), "");
  EXPECT_NE(refusal("task: chords\ndata: [{manifest: m}]\ntargets: {positive_weight: 2}\n"), "");
}

TEST(TrainConfig, TheDecoderKeepsWhatTheFileSaysAndNoMore) {
  const std::string chords = "task: chords\ndata: [{manifest: m}]\n";
  const auto kept = [](const std::string& text) { return parse(text).decoder_json; };
  EXPECT_EQ(kept(chords), "{}");
  EXPECT_EQ(kept(chords + "decoder: {}\n"), "{}");
  EXPECT_EQ(kept(chords + "decoder: {stay_bonus: .5, triads_first: }\n"), "{\"stay_bonus\":0.5}");
  EXPECT_EQ(kept(chords + "decoder: {triads_first: true, calibration: [0.5, 0.25]}\n"),
            "{\"calibration\":[0.5,0.25],\"triads_first\":true}")
      << "also what a decoder learns";
  EXPECT_EQ(kept(kMinimal + "decoder: {beats_per_bar: 3}\n"), "{\"beats_per_bar\":[3]}");
  EXPECT_NE(refusal(chords + "decoder: {max_duration: long}\n"), "");
}

TEST(TrainConfig, SetChangesAValueAndIsRemembered) {
  const test::ScratchFolder folder;
  std::ofstream(folder / "c.yaml") << kMinimal;
  const TrainConfig config =
      load_train_config(folder / "c.yaml", {"schedule.epochs=9", "network.hidden=[4]"});
  EXPECT_EQ(config.training.epochs, 9);
  EXPECT_EQ(config.layers[2].hidden, 4);
  EXPECT_EQ(config.data[0].manifest, folder / "m.yaml");
  EXPECT_NE(config.text.find("# --set schedule.epochs=9"), std::string::npos);
  EXPECT_THROW(load_train_config(folder / "c.yaml", {"schedule.epoch=9"}), ConfigError);
  EXPECT_THROW(load_train_config(folder / "c.yaml", {"schedule.epochs"}), ConfigError);
}

TEST(TrainConfig, AFaultOfSetNamesSetAndNotTheFile) {
  const test::ScratchFolder folder;
  std::ofstream(folder / "c.yaml") << kMinimal;
  const auto fault = [&](const std::string& second) {
    try {
      load_train_config(folder / "c.yaml", {"seed=3", second});
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const char* set : {"batches.size=-1", "schedule.epoch=9", "batches=[1, 2]", "typo.size=1"})
    EXPECT_TRUE(fault(set).starts_with(std::string("--set ") + set + ": ")) << fault(set);
}

TEST(Manifest, ComesBackAsItWasWritten) {
  Corpus corpus{"a \"name\"", "MIT", "https://example.org/#x: y", {}};
  corpus.items.push_back({.id = "001",
                          .audio = "/c/audio/001.flac",
                          .split = "train",
                          .artist = "Bj\xc3\xb6rk: \\ live",
                          .song = "J\xc3\xb3ga, \"live\"",
                          .beats = "/c/beats/001.beats",
                          .chords = "/c/chords/1.lab",
                          .keys = "/c/1.key"});
  corpus.items.push_back({.id = "yes", .audio = "/elsewhere/x.wav"});
  corpus.items.back().sections = "/c/sections/x.csv";
  const std::string text = manifest_text(corpus, "/c");
  EXPECT_EQ(text.find("/c/"), std::string::npos) << "paths below the folder must be relative";
  const Corpus back = parse_manifest(parse_config(text, "m.yaml"), "/c");
  EXPECT_EQ(back.name, corpus.name);
  EXPECT_EQ(back.licence, corpus.licence);
  EXPECT_EQ(back.source, corpus.source);
  EXPECT_EQ(back.items, corpus.items);
  const Corpus empty{"none", "", "", {}};
  EXPECT_TRUE(
      parse_manifest(parse_config(manifest_text(empty, "/c"), "m.yaml"), "/c").items.empty());
}

std::string manifest_refusal(const std::string& items) {
  try {
    parse_manifest(parse_config("name: x\nitems:\n" + items, "m.yaml"), "/c");
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(Manifest, NamesThePlaceOfEveryMistake) {
  EXPECT_EQ(manifest_refusal("  - {id: a, audio: b}\n"), "");
  EXPECT_EQ(manifest_refusal("  - {id: a, audio: b, split: dev}\n"),
            "m.yaml:3:30: item: split: 'dev', expected one of train, validation, test");
  EXPECT_EQ(manifest_refusal("  - {id: a, audio: b}\n  - {id: a, audio: c}\n"),
            "m.yaml:4:5: the id 'a' appears twice");
  EXPECT_EQ(manifest_refusal("  - {id: a}\n"), "m.yaml:3:5: item: the key 'audio' is missing");
  EXPECT_EQ(manifest_refusal("  - {id: a, audio: b, chord: c}\n"),
            "m.yaml:3:23: unknown key 'chord' in item; did you mean 'chords'?");
  EXPECT_NE(manifest_refusal("  a: 1\n"), "");
  EXPECT_THROW(parse_manifest(parse_config("items: []\n", "m.yaml"), "/c"), ConfigError);
  EXPECT_THROW(parse_manifest(parse_config("name: x\n", "m.yaml"), "/c"), ConfigError);
}

}  // namespace
}  // namespace tactus
