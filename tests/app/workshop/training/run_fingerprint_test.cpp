#include "app/workshop/training/run_fingerprint.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "datasets/tasks/task_table.h"

namespace tactus {
namespace {

TEST(RunFingerprint, AnswersToEachLabelOfASong) {
  TrainConfig config;
  config.task = make_task("sections");
  const auto of = [&](const std::function<void(TrainingSong&)>& change) {
    TrainingSongs songs;
    songs.training.push_back({"corpus/song", MappedFrames(nullptr, FrameView{}), {}});
    TrainingSong& song = songs.training.front();
    song.labels.beats = {{1.0, 1}};
    for (const SegmentLayerInfo& row : segment_layers()) {
      const auto member = row.member;
      (song.labels.*member) = {{0.0, 4.0, "C"}};
    }
    change(song);
    return run_fingerprint(config, {}, {}, songs, {}, {});
  };
  std::set<std::string> found{of([](TrainingSong&) {})};
  EXPECT_TRUE(found.contains(of([](TrainingSong&) {})));
  const auto differs = [&](const std::function<void(TrainingSong&)>& change) {
    return found.insert(of(change)).second;
  };
  EXPECT_TRUE(differs([](TrainingSong& song) { song.labelled = false; }));
  EXPECT_TRUE(differs([](TrainingSong& song) { song.labels.beats.front().time = 1.5; }));
  for (const SegmentLayerInfo& row : segment_layers()) {
    const auto member = row.member;
    EXPECT_TRUE(differs([=](TrainingSong& song) { (song.labels.*member).front().label = "D"; }))
        << row.name;
    EXPECT_TRUE(differs([=](TrainingSong& song) { (song.labels.*member).clear(); })) << row.name;
  }
}

}  // namespace
}  // namespace tactus
