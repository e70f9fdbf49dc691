#include "app/engine/sound/song_sound.h"

#include <gtest/gtest.h>
#include <sndfile.h>

#include <cmath>
#include <future>
#include <mutex>
#include <numbers>
#include <vector>

#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kSongRate = 22050;

// Stereo, the same in both channels.
void write_wav(const std::filesystem::path& path, const std::vector<float>& mono) {
  SF_INFO info = {};
  info.samplerate = kSongRate;
  info.channels = 2;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  ASSERT_NE(file, nullptr);
  std::vector<float> stereo;
  for (const float sample : mono) stereo.insert(stereo.end(), {sample, sample});
  ASSERT_EQ(sf_writef_float(file, stereo.data(), std::ssize(mono)), std::ssize(mono));
  sf_close(file);
}

std::vector<float> a_minor(double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * kSongRate));
  for (std::size_t n = 0; n < samples.size(); ++n) {
    for (const double hz : {220.0, 261.63, 329.63}) {
      samples[n] += static_cast<float>(
          0.2 * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(n) / kSongRate));
    }
  }
  return samples;
}

// Loads in the caller's thread and keeps all reports.
struct Told {
  std::shared_ptr<const SongSound> sound;
  int decoded = 0, grown = 0, chroma_grown = 0, sketched = 0;
  std::int64_t stored_at_opening = -1, summed_at_opening = -1, stored_at_sketch = -1;
  std::optional<std::string> warning;
  std::string error;

  SoundLoadObserver observer() {
    return {[this](auto opened) {
              sound = std::move(opened);
              stored_at_opening = sound->store().frames();
              summed_at_opening = sound->envelope().frames();
            },
            [this] {
              ++sketched;
              stored_at_sketch = sound->store().frames();
            },
            [this] { ++grown; },
            [this](auto text) {
              ++decoded;
              warning = std::move(text);
            },
            [this] { ++chroma_grown; },
            [this](std::string text) { error = std::move(text); }};
  }
};

TEST(SongSound, HoldsTheSongThePeaksAndTheChroma) {
  test::ScratchFolder folder;
  const auto samples = a_minor(8.0);
  write_wav(folder / "a.wav", samples);
  Told told;
  load_sound(folder / "a.wav", told.observer(), {});
  ASSERT_TRUE(told.sound) << told.error;
  const SongSound& sound = *told.sound;
  EXPECT_EQ(told.decoded, 1);
  EXPECT_TRUE(sound.decoded());
  EXPECT_NEAR(sound.seconds(), 8.0, 1e-9);
  EXPECT_EQ(sound.store().channels(), 2);
  std::vector<float> mono(1000);
  sound.store().read_mono(5000, mono);
  for (std::size_t n = 0; n < mono.size(); ++n) ASSERT_NEAR(mono[n], samples[5000 + n], 1e-4);
  EXPECT_EQ(sound.envelope().frames(), std::ssize(samples));

  EXPECT_EQ(sound.chroma().frames(), 80u);
  const FrameMatrix chroma = sound.chroma().read(20, 60);
  ASSERT_EQ(chroma.frames, 40u);
  for (std::size_t i = 0; i < chroma.frames; ++i) {
    for (const std::size_t note : {9u, 0u, 4u}) EXPECT_GT(chroma.row(i)[note], 0.4f) << note;
    for (const std::size_t note : {1u, 3u, 6u, 7u, 11u}) EXPECT_LT(chroma.row(i)[note], 0.2f);
  }
  EXPECT_EQ(sound.chroma().read(70, 1000).frames, 10u);
}

TEST(SongSound, SaysWhatIsWrongWithAFile) {
  test::ScratchFolder folder;
  test::write_text(folder / "a.txt", "this is no sound");
  Told told;
  load_sound(folder / "a.txt", told.observer(), {});
  EXPECT_FALSE(told.sound);
  EXPECT_NE(told.error.find("a.txt"), std::string::npos);
  load_sound(folder / "absent.wav", told.observer(), {});
  EXPECT_NE(told.error.find("absent.wav"), std::string::npos);
}

TEST(SongSound, ADamagedFileIsLoadedAsFarAsItGoesWithAWarning) {
  test::ScratchFolder folder;
  write_wav(folder / "a.wav", a_minor(4.0));
  std::filesystem::resize_file(folder / "a.wav", 44 + 4 * kSongRate);  // 1 of 4 s is left
  Told told;
  load_sound(folder / "a.wav", told.observer(), {});
  ASSERT_TRUE(told.sound) << told.error;
  EXPECT_NEAR(told.sound->seconds(), 1.0, 1e-3);
  EXPECT_TRUE(told.warning);
}

TEST(SongSound, EmptyAndTinyFilesAreNoTrouble) {
  test::ScratchFolder folder;
  for (const double seconds : {0.0, 0.001, 0.3}) {
    write_wav(folder / "a.wav", a_minor(seconds));
    Told told;
    load_sound(folder / "a.wav", told.observer(), {});
    ASSERT_TRUE(told.sound) << told.error;
    EXPECT_EQ(told.error, "");
    EXPECT_NEAR(told.sound->seconds(), seconds, 1e-3);
  }
}

TEST(SongSound, TheSecondOpeningShowsTheWholeBeforeASampleIsDecoded) {
  test::ScratchFolder folder;
  write_wav(folder / "a.wav", a_minor(8.0));
  Told first, second;
  load_sound(folder / "a.wav", first.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  EXPECT_EQ(first.summed_at_opening, 0);
  load_sound(folder / "a.wav", second.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  EXPECT_EQ(second.stored_at_opening, 0);
  EXPECT_EQ(second.summed_at_opening, 8 * kSongRate);
  EXPECT_EQ(second.sound->envelope().frames(), 8 * kSongRate);
  std::vector<Envelope> one(100), other(100);
  first.sound->envelope().summarise(0.0, 0.08 * kSongRate, one);
  second.sound->envelope().summarise(0.0, 0.08 * kSongRate, other);
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i].high, other[i].high) << i;
}

TEST(SongSound, AChangedFileIsNotTakenForTheOneBefore) {
  test::ScratchFolder folder;
  write_wav(folder / "a.wav", a_minor(8.0));
  Told first, second, third;
  load_sound(folder / "a.wav", first.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  write_wav(folder / "a.wav", a_minor(3.0));
  load_sound(folder / "a.wav", second.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  EXPECT_EQ(second.summed_at_opening, 0);
  EXPECT_EQ(second.sound->envelope().frames(), 3 * kSongRate);
  load_sound(folder / "a.wav", third.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  EXPECT_EQ(third.summed_at_opening, 3 * kSongRate);
}

TEST(SongSound, ALongFileIsSketchedBeforeItIsDecoded) {
  test::ScratchFolder folder;
  auto samples = std::vector<float>(150 * kSongRate, 0.0f);
  std::fill(samples.begin() + 75 * kSongRate, samples.end(), 0.5f);
  write_wav(folder / "a.wav", samples);
  Told told;
  load_sound(folder / "a.wav", told.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  ASSERT_GT(told.sketched, 0);
  EXPECT_EQ(told.stored_at_sketch, 0);
  std::vector<Envelope> columns(10);
  told.sound->rough().summarise(0.0, 15.0, columns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_NEAR(columns[i].high, i < 5 ? 0.0 : 0.5, 1e-3) << i;
  }
  Told again;  // a known envelope needs no sketch
  load_sound(folder / "a.wav", again.observer(), {},
             {.envelope_cache = folder / "cache", .decoder = {}});
  EXPECT_EQ(again.sketched, 0);
}

TEST(SongSound, TheLoaderStopsWhenItGoes) {
  test::ScratchFolder folder;
  write_wav(folder / "a.wav", std::vector<float>(120 * kSongRate, 0.1f));
  std::promise<void> opened;
  std::atomic<int> called_after = 0;
  std::atomic<bool> gone = false;
  const auto count = [&] { called_after += gone; };
  {
    SoundLoadObserver observer{[&](auto) { opened.set_value(); },
                               count,
                               count,
                               [&](auto) { count(); },
                               count,
                               [&](auto) { count(); }};
    SoundLoader loader(folder / "a.wav", observer);
    opened.get_future().wait();
  }
  gone = true;
  EXPECT_EQ(called_after, 0);
}

}  // namespace
}  // namespace tactus
