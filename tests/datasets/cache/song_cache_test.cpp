#include "datasets/cache/song_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "datasets/batches/task_features.h"
#include "datasets/dataset_error.h"
#include "features/files/npy_file.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// "Features" of a file: one frame of 2 bins per byte. Counts its calls.
struct Computer {
  std::shared_ptr<std::atomic<int>> calls = std::make_shared<std::atomic<int>>(0);
  FrameMatrix operator()(const std::filesystem::path& audio) const {
    ++*calls;
    std::ifstream file(audio, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (content == "broken") throw std::runtime_error("no music in it");
    FrameMatrix frames(content.size(), 2, 10.0);
    for (std::size_t i = 0; i < content.size(); ++i)
      frames.row(i)[1] = static_cast<float>(content[i]);
    return frames;
  }
};

class SongCacheTest : public testing::Test {
 protected:
  SongCache cache(const std::string& key = "key") const {
    return SongCache(folder_ / "cache", key, 2, 10.0, computer_);
  }
  std::filesystem::path song(const std::string& name, const std::string& content) const {
    write_file(folder_ / name, content);
    return folder_ / name;
  }
  test::ScratchFolder folder_;
  Computer computer_;
};

TEST_F(SongCacheTest, AFolderThatCannotBeWrittenCostsTimeOnly) {
  const auto audio = song("a.wav", "abc");
  const SongCache nowhere(audio / "cache", "key", 2, 10.0, computer_);  // below a file
  EXPECT_EQ(nowhere.trouble(), "");
  for (int i = 0; i < 2; ++i) {
    const MappedFrames frames = nowhere.get(audio);
    ASSERT_EQ(frames.view().frames, 3u);
    EXPECT_EQ(frames.view().row(2)[1], static_cast<float>('c'));
  }
  EXPECT_EQ(*computer_.calls, 2);
  EXPECT_NE(nowhere.trouble().find("a.wav"), std::string::npos) << nowhere.trouble();
  EXPECT_EQ(cache().trouble(), "");
}

// Before decoding had a version, names were of the features alone.
TEST_F(SongCacheTest, FeaturesOfSamplesThatWereDecodedOtherwiseAreNotUsed) {
  const auto audio = song("a.wav", "abc");
  const CacheFolder folder(folder_ / "cache");
  const std::string hash = HashIndex(folder.audio_index()).hash_of(audio);
  EXPECT_NE(cache().file_of(audio), folder.file_of(hash, "key"));
}

TEST_F(SongCacheTest, ComputesOnceAndMapsWhatWasComputed) {
  const auto audio = song("a.wav", "abc");
  for (int i = 0; i < 2; ++i) {
    const MappedFrames frames = cache().get(audio);
    ASSERT_EQ(frames.view().frames, 3u);
    EXPECT_EQ(frames.view().bins, 2u);
    EXPECT_EQ(frames.view().fps, 10.0);
    EXPECT_EQ(frames.view().row(2)[1], static_cast<float>('c'));
  }
  EXPECT_EQ(*computer_.calls, 1);
}

TEST_F(SongCacheTest, ComputesAnewForOtherFeaturesAndChangedAudio) {
  const auto audio = song("a.wav", "abc");
  cache().get(audio);
  cache("other key").get(audio);
  EXPECT_EQ(*computer_.calls, 2);
  song("a.wav", "abcd");
  EXPECT_EQ(cache().get(audio).view().frames, 4u);
  EXPECT_EQ(*computer_.calls, 3);
}

TEST_F(SongCacheTest, RepairsADamagedFile) {
  const auto audio = song("a.wav", "abc");
  cache().get(audio);
  const auto file = cache().file_of(audio);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 4);
  EXPECT_EQ(cache().get(audio).view().frames, 3u);
  write_file(file, "not npy");
  EXPECT_EQ(cache().get(audio).view().row(0)[1], static_cast<float>('a'));
  EXPECT_EQ(*computer_.calls, 3);
}

TEST_F(SongCacheTest, ComputesAgainWhatHasAFlippedBitAndNamesIt) {
  const auto audio = song("a.wav", "abc");
  cache().get(audio);
  const auto file = cache().file_of(audio);
  std::ifstream stream(file, std::ios::binary);
  const std::string right{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::string damaged = right;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    write_file(file, damaged);
    const SongCache repairing = cache();
    EXPECT_EQ(repairing.get(audio).view().row(2)[1], static_cast<float>('c')) << i;
    ASSERT_EQ(repairing.repairs().size(), 1u) << i;
    EXPECT_TRUE(repairing.repairs().front().starts_with(file.string())) << repairing.repairs()[0];
  }
  const SongCache sound = cache();
  sound.get(audio);
  EXPECT_TRUE(sound.repairs().empty());
  // A file of an old version, without the hash at its end.
  write_file(file, right.substr(0, right.size() - 42));
  const SongCache older = cache();
  older.get(audio);
  EXPECT_EQ(older.repairs().size(), 1u);
}

TEST_F(SongCacheTest, LeavesNothingButCompleteFiles) {
  cache().get(song("a.wav", "abc"));
  EXPECT_THROW(cache().get(song("b.wav", "broken")), std::runtime_error);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "cache")) {
    EXPECT_EQ(entry.path().string().find("partial"), std::string::npos);
    files += entry.path().extension() == ".npy";
  }
  EXPECT_EQ(files, 1u);
}

TEST_F(SongCacheTest, SweepsWhatAKilledRunLeft) {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const auto left = folder_ / (".a.npy.tactus-" + std::to_string(gone) + "-0.partial");
  write_file(left, "half");
  write_cached_frames(FrameMatrix(3, 2, 10.0), folder_ / "b.npy");
  EXPECT_FALSE(std::filesystem::exists(left));
}

TEST_F(SongCacheTest, KnowsAudioByItsContent) {
  const auto audio = song("a.wav", "abc");
  cache().get(audio);
  std::filesystem::rename(audio, folder_ / "moved.wav");
  EXPECT_EQ(cache().get(folder_ / "moved.wav").view().frames, 3u);
  cache().get(song("copy.flac", "abc"));
  EXPECT_EQ(*computer_.calls, 1);
  cache().get(song("other.wav", "abd"));
  EXPECT_EQ(*computer_.calls, 2);
}

// Two processes with several threads each need the same songs at once, and the folder is far too
// small for them. Every thread gets whole and correct features.
TEST_F(SongCacheTest, IsSafeWithTwoProcesses) {
  std::vector<std::filesystem::path> audio;
  for (int i = 0; i < 40; ++i)
    audio.push_back(song(std::to_string(i), std::string(static_cast<std::size_t>(50 + i), 'x')));
  CacheFolder(folder_ / "cache").set_limit(5000);
  const auto run = [&] {
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto songs = load_songs(cache(), audio, 2);
      for (std::size_t i = 0; i < songs.size(); ++i) {
        if (!songs[i].frames || songs[i].frames->view().frames != 50 + i) return false;
        for (std::size_t f = 0; f < 50 + i; ++f)
          if (songs[i].frames->view().row(f)[1] != static_cast<float>('x')) return false;
      }
    }
    return true;
  };
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(run() ? 0 : 1);
  EXPECT_TRUE(run());
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(SongCacheTest, LoadsManySongsInOrderAndAFaultCostsOnlyItsSong) {
  std::vector<std::filesystem::path> audio;
  for (int i = 0; i < 20; ++i) {
    audio.push_back(song("song" + std::to_string(i) + ".wav",
                         i == 7 ? "broken" : std::string(static_cast<std::size_t>(i + 1), 'x')));
  }
  audio.push_back(folder_ / "absent.wav");
  std::size_t last = 0;
  const auto songs = load_songs(cache(), audio, 3, [&last](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, last + 1);
    EXPECT_EQ(total, 21u);
    last = done;
  });
  EXPECT_EQ(last, 21u);
  ASSERT_EQ(songs.size(), 21u);
  for (std::size_t i = 0; i < 20; ++i) {
    if (i == 7) continue;
    ASSERT_TRUE(songs[i].frames) << songs[i].error;
    EXPECT_EQ(songs[i].frames->view().frames, i + 1);
  }
  EXPECT_EQ(songs[7].error, "no music in it");
  EXPECT_NE(songs[20].error.find("absent.wav"), std::string::npos);
}

TEST_F(SongCacheTest, StopsWhenAsked) {
  std::vector<std::filesystem::path> audio(5, song("a.wav", "abc"));
  std::stop_source stop;
  const auto songs = load_songs(
      cache(), audio, 1,
      [&stop](std::size_t done, std::size_t) {
        if (done == 2) stop.request_stop();
      },
      stop.get_token());
  EXPECT_TRUE(songs[1].frames);
  EXPECT_FALSE(songs[2].frames);
}

TEST(MappedFrames, RefusesWhatIsNotTheWholeFileOfThatWidth) {
  const test::ScratchFolder folder;
  write_cached_frames(FrameMatrix(6, 4, 10.0), folder / "x.npy");
  EXPECT_EQ(MappedFrames(folder / "x.npy", 4, 10.0).view().frames, 6u);
  EXPECT_THROW(MappedFrames(folder / "x.npy", 3, 10.0), DatasetError);  // 24 values are 8 rows of 3
  EXPECT_THROW(MappedFrames(folder / "x.npy", 5, 10.0), DatasetError);
  EXPECT_THROW(MappedFrames(folder / "absent.npy", 4, 10.0), DatasetError);
  write_file(folder / "short.npy", "\x93NUMPY");
  EXPECT_THROW(MappedFrames(folder / "short.npy", 4, 10.0), DatasetError);
  write_npy(FrameMatrix(6, 4, 10.0), folder / "open.npy");
  EXPECT_THROW(MappedFrames(folder / "open.npy", 4, 10.0), DatasetError) << "it has no hash";
}

TEST(TaskFeatures, DescribeEveryBin) {
  const TaskFeatures beats = task_features(BeatFeatureParameters{});
  ASSERT_EQ(beats.layout.height.size(), beats.bins);
  ASSERT_EQ(beats.layout.follows_gain.size(), beats.bins);
  EXPECT_EQ(
      std::count(beats.layout.follows_gain.begin(), beats.layout.follows_gain.end(), true) * 2,
      static_cast<long>(beats.bins));
  EXPECT_EQ(beats.layout.bins_per_semitone, 0);
  const TaskFeatures chords = task_features(ChordFeatureParameters{});
  ASSERT_EQ(chords.layout.height.size(), chords.bins);
  EXPECT_EQ(chords.layout.bins_per_semitone, 2);
  EXPECT_NE(beats.key, chords.key);
}

TEST(TaskFeatures, TakeReadyMadeFrames) {
  const test::ScratchFolder folder;
  FrameMatrix frames(3, 144, 10.0);
  frames.row(1)[5] = 2.5f;
  write_npy(frames, folder / "song.npy");
  const FrameMatrix read = task_features(ChordFeatureParameters{}).compute(folder / "song.npy");
  EXPECT_EQ(read.data, frames.data);
  EXPECT_EQ(read.fps, 10.0);
}

}  // namespace
}  // namespace tactus
