#include "app/collection/folder_watch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "audio/error.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class FolderWatchTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder / "old"); }
  // The names of what comes next; "" after five seconds without anything.
  static std::string next(FolderWatch& watch) {
    std::stop_source stop;
    std::jthread alarm([&](const std::stop_token& done) {
      for (int i = 0; i < 500 && !done.stop_requested(); ++i) std::this_thread::sleep_for(10ms);
      stop.request_stop();
    });
    std::string names;
    for (const fs::path& file : watch.next(stop.get_token()))
      names += (names.empty() ? "" : " ") + file.filename().string();
    return names;
  }
  static bool is_quiet(FolderWatch& watch) {
    std::stop_source stop;
    std::jthread alarm([&] {
      std::this_thread::sleep_for(300ms);
      stop.request_stop();
    });
    return watch.next(stop.get_token()).empty();
  }
  ScratchFolder scratch;
  fs::path folder = scratch / "music";
  FolderWatch::Pace pace{100ms, 0ms};
};

TEST_F(FolderWatchTest, GivesWhatIsThereAndThenWhatComes) {
  write_text(folder / "a.wav", "a");
  write_text(folder / "old/b.mp3", "b");
  write_text(folder / "notes.txt", "no sound");
  write_text(folder / ".hidden.wav", "hidden");
  write_text(folder / "a.click.flac", "of `tactus click`");
  FolderWatch watch(folder, pace);
  EXPECT_EQ(next(watch), "a.wav b.mp3");
  write_text(folder / "old/c.flac", "c");
  EXPECT_EQ(next(watch), "c.flac");
  write_text(folder / "a.wav", "other bytes");
  EXPECT_EQ(next(watch), "a.wav");
  write_text(folder / "a.jams", "{}");
  EXPECT_EQ(next(watch), "a.jams");
  EXPECT_TRUE(is_quiet(watch));
}

TEST_F(FolderWatchTest, SeesFoldersThatComeWithAllBelow) {
  FolderWatch watch(folder, pace);
  fs::create_directories(folder / "new/deep");
  write_text(folder / "new/deep/a.wav", "a");
  EXPECT_EQ(next(watch), "a.wav");
  fs::create_directories(scratch / "elsewhere/disc");
  write_text(scratch / "elsewhere/disc/b.wav", "b");
  fs::rename(scratch / "elsewhere", folder / "moved");
  EXPECT_EQ(next(watch), "b.wav");
  write_text(folder / "moved/disc/c.wav", "c");
  EXPECT_EQ(next(watch), "c.wav");
  write_text(scratch / "d.wav", "d");
  fs::rename(scratch / "d.wav", folder / "d.wav");
  EXPECT_EQ(next(watch), "d.wav");
}

TEST_F(FolderWatchTest, WaitsUntilAFileIsWhole) {
  pace.settle = 400ms;
  FolderWatch watch(folder, pace);
  std::jthread writer([&] {
    std::ofstream file(folder / "slow.wav");
    for (int i = 0; i < 8; ++i) {
      file << "part" << std::flush;
      std::this_thread::sleep_for(100ms);
    }
  });
  EXPECT_EQ(next(watch), "slow.wav");
  EXPECT_EQ(fs::file_size(folder / "slow.wav"), 8u * 4u);
}

TEST_F(FolderWatchTest, AFileThatIsGoneAndOneThatIsTheSameAreNotGiven) {
  write_text(folder / "a.wav", "a");
  pace.look = 50ms;
  FolderWatch watch(folder, pace);
  EXPECT_EQ(next(watch), "a.wav");
  write_text(folder / "short.wav", "s");
  fs::remove(folder / "short.wav");
  EXPECT_TRUE(is_quiet(watch));
}

TEST_F(FolderWatchTest, AFileComesAgainWhenItWasAwayOrCanBeReadNow) {
  write_text(folder / "a.wav", "a");
  FolderWatch watch(folder, pace);
  EXPECT_EQ(next(watch), "a.wav");
  fs::rename(folder / "a.wav", folder / "b.wav");
  EXPECT_EQ(next(watch), "b.wav");
  fs::rename(folder / "b.wav", folder / "a.wav");
  EXPECT_EQ(next(watch), "a.wav");
  fs::permissions(folder / "a.wav", fs::perms::owner_read);
  EXPECT_EQ(next(watch), "a.wav");
}

TEST_F(FolderWatchTest, FollowsFoldersThatAreRenamedAndNoLinks) {
  fs::create_directories(folder / "old/cd1");
  fs::create_directory_symlink("..", folder / "old/up");
  FolderWatch watch(folder, pace);
  fs::rename(folder / "old", folder / "renamed");
  write_text(folder / "renamed/cd1/a.wav", "a");
  std::stop_source stop;
  EXPECT_EQ(watch.next(stop.get_token()), std::vector{folder / "renamed/cd1/a.wav"});
  write_text(folder / "b.wav", "b");
  EXPECT_EQ(watch.next(stop.get_token()), std::vector{folder / "b.wav"});
}

TEST_F(FolderWatchTest, EndsAtOnceWhenStopped) {
  FolderWatch watch(folder, pace);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(watch.next(stop.get_token()).empty());
  EXPECT_THROW(FolderWatch(folder / "absent", pace), InputError);
}

}  // namespace
}  // namespace tactus::test
