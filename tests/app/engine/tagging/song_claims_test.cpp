#include "app/engine/tagging/song_claims.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "audio/error.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using Claim = SongClaims::Claim;
using namespace std::chrono_literals;

class SongClaimsTest : public testing::Test {
 protected:
  // The files of claims, without the clock.
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.path().filename() != "clock")
        found.push_back(entry.path());
    }
    return found;
  }

  // Another process takes the song and ends without a word.
  void take_and_die(const std::string& song) const {
    const pid_t child = fork();
    if (child == 0) {
      auto* claims = new SongClaims(folder);
      _exit(claims->take(song) == Claim::kMine ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }

  ScratchFolder scratch;
  fs::path folder = scratch / "claims";
};

TEST_F(SongClaimsTest, GivesASongToOneAndNeverAgainOnceItIsDone) {
  SongClaims one(folder), two(folder);
  EXPECT_EQ(one.take("a"), Claim::kMine);
  EXPECT_EQ(two.look("a"), Claim::kOthers);
  EXPECT_EQ(two.take("a"), Claim::kOthers);
  EXPECT_EQ(two.take("b"), Claim::kMine);
  one.finish("a", "ok", "");
  EXPECT_EQ(two.take("a"), Claim::kDone);
  EXPECT_EQ(one.take("a"), Claim::kDone);
  EXPECT_EQ(SongClaims(folder).take("a"), Claim::kDone) << "also for a later process";
}

TEST_F(SongClaimsTest, ManyThreadsDoEachSongOnce) {
  constexpr int kSongs = 60;
  std::vector<std::atomic<int>> done(kSongs);
  std::vector<std::jthread> threads;
  std::vector<std::unique_ptr<SongClaims>> claims;
  for (int i = 0; i < 3; ++i) claims.push_back(std::make_unique<SongClaims>(folder));
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, &mine = *claims[static_cast<std::size_t>(t) % claims.size()]] {
      for (int song = 0; song < kSongs; ++song) {
        if (mine.take(std::to_string(song)) != Claim::kMine) continue;
        ++done[static_cast<std::size_t>(song)];
        mine.finish(std::to_string(song), "ok", "");
      }
    });
  }
  threads.clear();
  for (const auto& times : done) EXPECT_EQ(times, 1);
}

TEST_F(SongClaimsTest, TakesOverFromAProcessThatHasEnded) {
  take_and_die("a");
  SongClaims claims(folder);
  EXPECT_EQ(claims.look("a"), Claim::kMine);
  EXPECT_EQ(claims.take("a"), Claim::kMine);
  EXPECT_EQ(files().size(), 2u) << "the second claim on the song";
  EXPECT_EQ(SongClaims(folder).take("a"), Claim::kOthers);
  claims.finish("a", "failed", "a.wav: is no audio");
  EXPECT_EQ(claims.take("a"), Claim::kDone) << "also in vain";
}

TEST_F(SongClaimsTest, AnotherMachineIsDeadWhenItIsSilent) {
  SongClaims claims(folder);
  ASSERT_EQ(claims.take("a"), Claim::kMine);
  const fs::path file = files().front();
  write_text(file, R"({"song":"a","host":"far","boot":"of far","process":1,"started":"7"})"
                   "\n");
  EXPECT_EQ(SongClaims(folder).take("a"), Claim::kOthers);
  fs::last_write_time(file, fs::last_write_time(folder / "clock") - 299s);
  EXPECT_EQ(SongClaims(folder).take("a"), Claim::kOthers);
  fs::last_write_time(file, fs::last_write_time(folder / "clock") - 310s);
  SongClaims other(folder);
  EXPECT_EQ(other.take("a"), Claim::kMine);
  claims.give_back("a");
  EXPECT_EQ(SongClaims(folder).take("a"), Claim::kOthers) << "the first owner has lost it";
}

TEST_F(SongClaimsTest, AnUnreadableClaimIsDeadAfterTheSilence) {
  SongClaims claims(folder);
  ASSERT_EQ(claims.take("a"), Claim::kMine);
  const fs::path file = files().front();
  for (const char* text : {"", "{\"song\":", "[1]\n", "\n", "{\"boot\":7}\n"}) {
    write_text(file, text);
    EXPECT_EQ(claims.look("a"), Claim::kOthers) << text;
    fs::last_write_time(file, fs::last_write_time(folder / "clock") - 310s);
    EXPECT_EQ(claims.look("a"), Claim::kMine) << text;
  }
}

TEST_F(SongClaimsTest, ShowsLifeWhileItWorks) {
  SongClaims claims(folder, 200ms);
  ASSERT_EQ(claims.take("a"), Claim::kMine);
  const fs::path file = files().front();
  const auto old = fs::last_write_time(folder / "clock") - 310s;
  fs::last_write_time(file, old);
  for (int i = 0; i < 1000 && fs::last_write_time(file) == old; ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_GT(fs::last_write_time(file), old);
}

TEST_F(SongClaimsTest, GivesBackWhatIsNotFinished) {
  {
    SongClaims claims(folder);
    ASSERT_EQ(claims.take("a"), Claim::kMine);
    ASSERT_EQ(claims.take("b"), Claim::kMine);
    claims.give_back("a");
    EXPECT_EQ(SongClaims(folder).look("a"), Claim::kMine);
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(SongClaimsTest, NamesAFolderThatCannotBe) {
  write_text(scratch / "file", "");
  try {
    SongClaims claims(scratch / "file" / "claims");
    FAIL();
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("--claim"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("Not a directory"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tactus::test
