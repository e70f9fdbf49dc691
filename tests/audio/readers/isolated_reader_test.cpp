#include "audio/readers/isolated_reader.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <future>
#include <limits>

#include "audio/readers/channel_reader.h"
#include "audio/readers/mono_mix.h"
#include "audio/readers/playback_reader.h"
#include "audio/waveform/rough_envelope.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::vector<std::string> worker(const std::string& mode) {
  return {TACTUS_BINARY_DIR "/tests/decode_worker_helper", mode};
}

std::size_t open_descriptors() {
  DIR* folder = opendir("/proc/self/fd");
  std::size_t count = 0;
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

// The text of the AudioError that reading all of the file ends with.
std::string failure(const std::filesystem::path& path, const std::string& mode, double stall = 20) {
  try {
    IsolatedAudioReader reader(path, 0, worker(mode), stall);
    read_audio(reader);
  } catch (const AudioError& error) {
    return error.what();
  }
  return "no failure";
}

class IsolatedReader : public testing::Test {
 protected:
  IsolatedReader() {
    std::vector<float> samples(300'000);
    for (std::size_t n = 0; n < samples.size(); ++n) {
      samples[n] = static_cast<float>(n % 1000) / 1000.0F;
    }
    test::write_sound(path_, SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 2, samples);
    descriptors_ = open_descriptors();
  }
  ~IsolatedReader() override {
    EXPECT_EQ(open_descriptors(), descriptors_) << "a descriptor leaked";
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child was left";
    EXPECT_EQ(errno, ECHILD);
  }
  test::ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "sound.wav";
  std::size_t descriptors_ = 0;
};

TEST_F(IsolatedReader, SaysThatTheChannelsCancelEachOther) {
  std::vector<float> samples(100'000);
  for (std::size_t n = 0; n < samples.size(); ++n)
    samples[n] = static_cast<float>(n / 2 % 1000) / (n % 2 == 0 ? 1000.0F : -1000.0F);
  const std::filesystem::path path = folder_ / "upside-down.wav";
  test::write_sound(path, SF_FORMAT_WAV | SF_FORMAT_FLOAT, 44100, 2, samples);
  IsolatedAudioReader reader(path, 0, worker("decode"));
  const Audio audio = read_audio(reader);
  EXPECT_EQ(reader.note(), kCancels);
  EXPECT_FALSE(reader.warning());
  ASSERT_EQ(audio.samples.size(), 50'000u);
  EXPECT_EQ(audio.samples[500], samples[1000]);
}

TEST_F(IsolatedReader, GivesTheTagsAfterTheSound) {
  const std::filesystem::path path = folder_ / "named.flac";
  SF_INFO info = {};
  info.samplerate = 44100;
  info.channels = 1;
  info.format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  sf_set_string(file, SF_STR_TITLE, "Zoë");
  const std::vector<float> silence(44100);
  sf_write_float(file, silence.data(), 44100);
  sf_close(file);
  IsolatedAudioReader reader(path, 0, worker("decode"));
  EXPECT_EQ(reader.tags(), SongTags());
  const Audio audio = read_audio(reader);
  EXPECT_EQ(audio.samples.size(), 44100u);
  EXPECT_EQ(reader.tags().title, "Zoë");
  EXPECT_EQ(AudioReader(path).tags(), reader.tags());
}

TEST_F(IsolatedReader, ACrashOfTheReaderOfTagsCostsTheTagsAlone) {
  IsolatedAudioReader reader(path_, 0, worker("tags-crash"));
  const Audio audio = read_audio(reader);
  EXPECT_EQ(audio.samples.size(), 150'000u);
  EXPECT_FALSE(audio.warning);
  EXPECT_TRUE(
      reader.note().starts_with("the tags of the file could not be read: their reader "
                                "crashed"))
      << reader.note();
}

TEST_F(IsolatedReader, GivesWhatTheReaderInThisProcessGives) {
  const Audio here = read_audio(path_, 22050);
  IsolatedAudioReader reader(path_, 22050, worker("decode"));
  EXPECT_EQ(reader.sample_rate(), 22050);
  EXPECT_EQ(reader.info().sample_rate, 44100);
  EXPECT_EQ(reader.info().channels, 2);
  EXPECT_EQ(reader.info().format, here.info.format);
  EXPECT_EQ(reader.info().claimed_frames, here.info.claimed_frames);
  const Audio there = read_audio(reader);
  EXPECT_EQ(there.samples, here.samples);
  EXPECT_FALSE(there.warning);
}

struct Blocks {
  std::vector<float> samples;
  std::optional<std::string> warning;
  bool operator==(const Blocks&) const = default;
};

template <class Reader>
Blocks blocks_of(const std::filesystem::path& path, const std::vector<std::string>& decoder) {
  Reader reader(path, decoder);
  Blocks all;
  for (auto block = reader.next(); !block.empty(); block = reader.next())
    all.samples.insert(all.samples.end(), block.begin(), block.end());
  all.warning = reader.warning();
  return all;
}

// A chain of two streams with other rates and channels, a cut file, and values that are no sound.
TEST_F(IsolatedReader, GivesTheBlocksThatThisProcessGives) {
  const std::string bytes = test::bytes_of(path_);
  test::write_bytes(folder_ / "cut.wav", bytes.substr(0, bytes.size() / 2));
  std::vector<float> odd(30'000, 0.25f);
  odd[7] = std::numeric_limits<float>::quiet_NaN();
  odd[8] = std::numeric_limits<float>::infinity();
  test::write_sound(folder_ / "odd.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 96000, 6, odd);
  test::write_sound(folder_ / "a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100, 2, odd);
  test::write_sound(folder_ / "b.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 32000, 1, odd);
  test::write_bytes(folder_ / "chain.ogg",
                    test::bytes_of(folder_ / "a.ogg") + test::bytes_of(folder_ / "b.ogg"));
  for (const char* name : {"sound.wav", "cut.wav", "odd.wav", "chain.ogg"}) {
    const Blocks here = blocks_of<PlaybackReader>(folder_ / name, {});
    EXPECT_FALSE(here.samples.empty());
    EXPECT_EQ(here, blocks_of<PlaybackReader>(folder_ / name, worker("decode"))) << name;
  }
  EXPECT_EQ(blocks_of<ChannelReader>(folder_ / "odd.wav", {}),
            blocks_of<ChannelReader>(folder_ / "odd.wav", worker("decode")));
  EXPECT_THROW(blocks_of<ChannelReader>(folder_ / "chain.ogg", worker("decode")), AudioError);
  for (const char* mode : {"crash", "part-crash", "lie-format", "lie-frames", "lie-nan", "garbage"})
    EXPECT_THROW(blocks_of<PlaybackReader>(path_, worker(mode)), AudioError) << mode;
}

TEST_F(IsolatedReader, GivesTheRoughOutlineThatThisProcessGives) {
  SpotLevels here(path_, {}), there(path_, worker("decode"));
  int levels = 0;
  for (auto expected = here.next(); expected; expected = here.next()) {
    const auto given = there.next();
    ASSERT_TRUE(given);
    ASSERT_EQ(given->size(), static_cast<std::size_t>(RoughEnvelope::kFirstSpots) << levels++);
    for (std::size_t i = 0; i < given->size(); ++i)
      ASSERT_EQ((*given)[i].high, (*expected)[i].high);
  }
  EXPECT_EQ(levels, 6);
  EXPECT_FALSE(there.next());
  EXPECT_FALSE(SpotLevels(path_, worker("crash")).next());
  EXPECT_FALSE(SpotLevels(folder_ / "absent", worker("decode")).next());
}

TEST_F(IsolatedReader, PassesOnWarningsAndErrors) {
  const std::string bytes = test::bytes_of(path_);
  test::write_bytes(folder_ / "cut.wav", bytes.substr(0, bytes.size() / 2));
  IsolatedAudioReader reader(folder_ / "cut.wav", 0, worker("decode"));
  EXPECT_EQ(read_audio(reader).warning, read_audio(folder_ / "cut.wav").warning);
  ASSERT_TRUE(reader.warning());
  EXPECT_EQ(failure(folder_ / "none.wav", "decode"),
            (folder_ / "none.wav").string() + ": cannot be opened: No such file or directory");
}

TEST_F(IsolatedReader, SaysThatTheDecoderCrashed) {
  EXPECT_EQ(failure(path_, "crash"),
            path_.string() +
                ": the decoder crashed (signal 11, Segmentation fault) while it read "
                "the file: the file is probably damaged");
  EXPECT_NE(failure(path_, "abort").find("the decoder crashed (signal 6"), std::string::npos);
  EXPECT_NE(
      failure(path_, "forbidden").find("was stopped because it tried to do something forbidden ("),
      std::string::npos);
  EXPECT_NE(failure(path_, "time").find("was stopped because it used too much processor time ("),
            std::string::npos);
  EXPECT_NE(failure(path_, "killed").find("was killed, perhaps because memory ran out ("),
            std::string::npos);
  EXPECT_NE(failure(path_, "part-crash").find("signal 11"), std::string::npos);
  EXPECT_NE(failure(path_, "exit").find("exit status 7"), std::string::npos);
  EXPECT_NE(failure(path_, "close").find("stopped answering"), std::string::npos);
  EXPECT_NE(failure(path_, "garbage").find("invalid answer"), std::string::npos);
}

TEST_F(IsolatedReader, BelievesNothingOfAChildInOtherHands) {
  for (const char* lie : {"lie-rate", "lie-channels", "lie-nan", "lie-size", "lie-kind"})
    EXPECT_NE(failure(path_, lie).find("the decoder sent an invalid answer"), std::string::npos)
        << lie << ": " << failure(path_, lie);
  EXPECT_EQ(failure(path_, "lie-text"), "?[31mred?[0m");
}

TEST_F(IsolatedReader, GivesTheChildNoOtherOpenFile) {
  ASSERT_EQ(dup2(STDERR_FILENO, 50), 50);
  const std::string text = failure(path_, "descriptor 50");
  close(50);
  EXPECT_NE(text.find("exit status 50"), std::string::npos) << text;
}

TEST_F(IsolatedReader, StartsTheChildAgainForFfmpegsLibraries) {
  const std::filesystem::path path = folder_ / "song.m4a";
  if (!test::write_libav(path, {"mp4", "aac"}, 44100, 1, std::vector<float>(44100, 0.25F)))
    GTEST_SKIP() << "no encoder for AAC";
  IsolatedAudioReader reader(path, 22050, worker("decode"));
  EXPECT_EQ(read_audio(reader).samples, read_audio(path, 22050).samples);
  EXPECT_EQ(reader.info().format, AudioReader(path).info().format);
}

TEST_F(IsolatedReader, SaysThatTheDecoderHangs) {
  const std::string expected =
      path_.string() + ": the decoder sent nothing for 0.2 s: the file is probably damaged";
  EXPECT_EQ(failure(path_, "sleep", 0.2), expected);
  EXPECT_EQ(failure(path_, "part-sleep", 0.2), expected);
}

TEST_F(IsolatedReader, GivesTheSamplesBeforeACrashAndThenTheEnd) {
  IsolatedAudioReader reader(path_, 0, worker("part-crash"));
  std::vector<float> block(1000);
  EXPECT_EQ(reader.read(block), 1000U);
  EXPECT_THROW(read_audio(reader), AudioError);
  EXPECT_EQ(reader.read(block), 0U);
}

TEST_F(IsolatedReader, DroppedBeforeItsEndLeavesNothingBehind) {
  for (const char* mode : {"decode", "part-sleep"}) {
    IsolatedAudioReader reader(path_, 0, worker(mode));
    std::vector<float> block(10);
    EXPECT_EQ(reader.read(block), 10U);
    IsolatedAudioReader moved = std::move(reader);
    EXPECT_EQ(moved.read(block), 10U);
  }
}

TEST_F(IsolatedReader, RefusesWrongCalls) {
  EXPECT_THROW(IsolatedAudioReader(path_, -1, worker("decode")), std::invalid_argument);
  EXPECT_THROW(IsolatedAudioReader(path_, 0, {}), std::invalid_argument);
  EXPECT_THROW(IsolatedAudioReader(path_, 0, worker("decode"), 0), std::invalid_argument);
  try {
    IsolatedAudioReader(path_, 0, {"/nowhere/worker"});
    FAIL() << "started a program that is not there";
  } catch (const AudioError& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/worker cannot be started"),
              std::string::npos);
  }
}

TEST_F(IsolatedReader, WorksInManyThreadsAtOnce) {
  const Audio here = read_audio(path_);
  std::vector<std::future<bool>> results;
  for (int i = 0; i < 8; ++i) {
    results.push_back(std::async(std::launch::async, [&, i] {
      if (i % 2 == 1) return failure(path_, "crash").find("signal 11") != std::string::npos;
      IsolatedAudioReader reader(path_, 0, worker("decode"));
      return read_audio(reader).samples == here.samples;
    }));
  }
  for (auto& result : results) EXPECT_TRUE(result.get());
}

}  // namespace
}  // namespace tactus
