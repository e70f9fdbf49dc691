#include "datasets/synth/sound/midi_renderer.h"

#include <gtest/gtest.h>
#include <sndfile.h>

#include <cmath>

#include "datasets/midi/performance.h"
#include "datasets/outputs/audio_writer.h"
#include "datasets/synth/sound/render_effects.h"
#include "tests/datasets/support/sound_measures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// The small soundfont if it is installed; without any, these tests are skipped.
std::filesystem::path soundfont() {
  for (const char* name : {"TimGM6mb", ""}) {
    try {
      return find_soundfont(name);
    } catch (const RenderError&) {
    }
  }
  return {};
}
#define SOUNDFONT_OR_SKIP(settings)                     \
  (settings).soundfonts = {soundfont()};                \
  if ((settings).soundfonts[0].empty())                 \
  GTEST_SKIP() << "no soundfont is installed (Debian: " \
                  "timgm6mb-soundfont)"

// Piano notes and snare strokes half a second apart, from 0.5 s.
Performance notes_at_half_seconds(int count) {
  Part piano, drums;
  drums.drums = true;
  for (int i = 1; i <= count; ++i) {
    Part& part = i % 2 ? piano : drums;
    part.notes.push_back({0.5 * i, 0.5 * i + 0.2, i % 2 ? 60 + i : 38, 110});
  }
  Performance performance;
  performance.parts = {piano, drums};
  return performance;
}

// Seconds of the first sample at or after `from` that reaches a tenth of the maximum of the next
// 100 ms.
double onset_after(const std::vector<float>& samples, int rate, double from) {
  const auto first = static_cast<std::size_t>(from * rate);
  const std::size_t last = std::min(samples.size(), first + static_cast<std::size_t>(rate / 10));
  float peak = 0;
  for (std::size_t i = first; i < last; ++i) peak = std::max(peak, std::abs(samples[i]));
  for (std::size_t i = first; i < last; ++i)
    if (std::abs(samples[i]) > 0.1f * peak) return static_cast<double>(i) / rate;
  return -1;
}

class RenderRate : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Rates, RenderRate, testing::Values(22050, 44100, 48000));

TEST_P(RenderRate, OnsetsComeWithinTenMillisecondsAfterTheirNotes) {
  RenderSettings settings;
  SOUNDFONT_OR_SKIP(settings);
  settings.sample_rate = GetParam();
  settings.room = {0, 0, 0, 0};
  const auto messages = timed_messages(notes_at_half_seconds(6));
  const std::vector<float> samples = render_messages(messages, 3.5, settings);
  ASSERT_EQ(samples.size(), static_cast<std::size_t>(3.5 * GetParam()));
  for (int i = 1; i <= 6; ++i) {
    const double onset = onset_after(samples, GetParam(), 0.5 * i - 0.02);
    EXPECT_GE(onset, 0.5 * i - 0.0005);
    EXPECT_LE(onset, 0.5 * i + 0.010);
  }
}

TEST(RenderMessages, IsRepeatableAndDetunes) {
  RenderSettings settings;
  SOUNDFONT_OR_SKIP(settings);
  Performance performance = notes_at_half_seconds(2);
  const auto plain = render_messages(timed_messages(performance), 1.5, settings);
  EXPECT_EQ(plain, render_messages(timed_messages(performance), 1.5, settings));
  performance.tuning_cents = 30;
  EXPECT_NE(plain, render_messages(timed_messages(performance), 1.5, settings));
  settings.channels = 2;
  EXPECT_EQ(render_messages(timed_messages(performance), 1.5, settings).size(), 2 * plain.size());
}

// The rendered sound has the fine tuning of its part: the test measures the strongest frequency of
// an organ.
TEST(RenderMessages, TuningIsExactInCents) {
  RenderSettings settings;
  SOUNDFONT_OR_SKIP(settings);
  settings.room = {0, 0, 0, 0};
  settings.sample_rate = 22050;
  const auto hertz_at = [&](double cents) {
    Performance performance;
    Part organ;
    organ.program = 16;
    organ.notes = {{0.0, 2.5, 69, 100}};
    performance.parts = {organ};
    performance.tuning_cents = cents;
    const auto samples = render_messages(timed_messages(performance), 2.4, settings);
    double best = 0, highest = 0;
    for (double hertz = 425; hertz < 456; hertz += 0.05)
      if (const double a = test::amplitude_at(samples, hertz, 22050); a > highest)
        highest = a, best = hertz;
    return best;
  };
  const double plain = hertz_at(0);
  for (const double cents : {-41.0, 27.0})
    EXPECT_NEAR(1200 * std::log2(hertz_at(cents) / plain), cents, 0.4);
}

// Two channels with the same program: each sounds like its own soundfont alone.
TEST(RenderMessages, ChannelsPlayTheirOwnSoundfonts) {
  const auto fonts = installed_soundfonts();
  if (fonts.size() < 2) GTEST_SKIP() << "two soundfonts are needed to tell them apart";
  const auto render = [&](std::vector<std::filesystem::path> used, int first, int second,
                          bool first_plays, bool second_plays) {
    RenderSettings settings;
    settings.soundfonts = std::move(used);
    settings.room = {0, 0, 0, 0};
    settings.sample_rate = 22050;
    settings.channel_fonts[0] = first;
    settings.channel_fonts[1] = second;
    std::vector<TimedMessage> messages;
    if (first_plays) messages.push_back({0.1, 0x90, 60, 100});
    if (second_plays) messages.push_back({0.1, 0x91, 67, 100});
    return render_messages(messages, 0.5, settings);
  };
  const auto both = render({fonts[0], fonts[1]}, 0, 1, true, true);
  const auto low = render({fonts[0]}, 0, 0, true, false);
  const auto high = render({fonts[1]}, 0, 0, false, true);
  const auto other = render({fonts[0]}, 0, 0, false, true);
  ASSERT_EQ(both.size(), low.size());
  double apart = 0, wrong = 0;
  for (std::size_t i = 0; i < both.size(); ++i) {
    apart = std::max<double>(apart, std::abs(both[i] - low[i] - high[i]));
    wrong = std::max<double>(wrong, std::abs(both[i] - low[i] - other[i]));
  }
  EXPECT_LT(apart, 1e-4);
  EXPECT_GT(wrong, 1e-2);
  RenderSettings settings;
  settings.soundfonts = {fonts[0]};
  settings.channel_fonts[3] = 1;
  EXPECT_THROW(render_messages({}, 1, settings), std::invalid_argument);
}

TEST(RenderMessages, RefusesWhatCannotBe) {
  RenderSettings settings;
  settings.channels = 3;
  EXPECT_THROW(render_messages({}, 1, settings), std::invalid_argument);
  settings.channels = 1;
  settings.sample_rate = 4000;
  EXPECT_THROW(render_messages({}, 1, settings), std::invalid_argument);
  settings.sample_rate = 44100;
  settings.soundfonts = {"/nonexistent.sf2"};
  EXPECT_THROW(render_messages({}, 1, settings), RenderError);
  EXPECT_THROW(find_soundfont("no-such-font"), RenderError);
}

double peak_of(const std::vector<float>& samples) {
  double peak = 0;
  for (const float x : samples) peak = std::max(peak, std::abs(static_cast<double>(x)));
  return peak;
}

std::vector<float> sine(double hertz, double amplitude) {
  std::vector<float> samples(4410);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(amplitude * std::sin(2 * M_PI * hertz * double(i) / 44100));
  return samples;
}

TEST(RenderEffects, SetsThePeakAndKeepsSilence) {
  RenderEffects effects;
  effects.maximum_db = -6.0206;
  effects.saturation = 0.7;
  effects.noise_db = -50;
  std::vector<float> samples = sine(300, 0.01);
  apply_effects(samples, 1, 44100, effects);
  EXPECT_NEAR(peak_of(samples), 0.5, 1e-4);
  std::vector<float> silence(100, 0.0f);
  apply_effects(silence, 2, 44100, effects);
  EXPECT_EQ(peak_of(silence), 0.0);
}

TEST(RenderEffects, TiltFavoursTheTreble) {
  RenderEffects effects;
  effects.tilt_db = 6.0;
  std::vector<float> both = sine(60, 0.3);
  const std::vector<float> high = sine(9000, 0.3);
  for (std::size_t i = 0; i < both.size(); ++i) both[i] += high[i];
  apply_effects(both, 1, 44100, effects);
  double low_part = 0, high_part = 0;
  const std::vector<float> low_wave = sine(60, 1), high_wave = sine(9000, 1);
  for (std::size_t i = 0; i < both.size(); ++i) {
    low_part += both[i] * low_wave[i];
    high_part += both[i] * high_wave[i];
  }
  EXPECT_NEAR(20 * std::log10(high_part / low_part), 6.0, 0.7);
}

TEST(WriteAudio, WritesWhatWasGivenAndClipsTheRest) {
  const test::ScratchFolder folder;
  const std::vector<float> samples = {0.5f, -0.25f, 2.0f, -2.0f};
  write_audio(folder / "a.flac", samples, 2, 8000);
  SF_INFO info{};
  SNDFILE* file = sf_open((folder / "a.flac").c_str(), SFM_READ, &info);
  ASSERT_NE(file, nullptr);
  std::vector<float> read(4);
  EXPECT_EQ(sf_readf_float(file, read.data(), 2), 2);
  sf_close(file);
  EXPECT_EQ(info.channels, 2);
  EXPECT_EQ(info.samplerate, 8000);
  const float expected[] = {0.5f, -0.25f, 1.0f, -1.0f};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(read[i], expected[i], 1e-4);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
  EXPECT_THROW(write_audio(folder / "a.mp3", samples, 2, 8000), AudioWriteError);
  EXPECT_THROW(write_audio(folder / "a.flac", samples, 3, 8000), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
