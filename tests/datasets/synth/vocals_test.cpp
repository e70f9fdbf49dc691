#include "datasets/synth/vocals.h"

#include <gtest/gtest.h>

#include "datasets/synth/sound/biquad.h"
#include "datasets/synth/sound/singer.h"
#include "tests/datasets/support/sound_measures.h"

namespace tactus {
namespace {

using namespace test;

constexpr int kRate = 22050;

std::size_t at(double seconds) {
  return static_cast<std::size_t>(seconds * kRate);
}

std::vector<float> part_of(const std::vector<float>& samples, double from, double to) {
  return {samples.begin() + static_cast<std::ptrdiff_t>(at(from)),
          samples.begin() + static_cast<std::ptrdiff_t>(at(to))};
}

// The frequency, from 60 to 1000 Hz, with the highest autocorrelation of the samples at its period.
double fundamental(const std::vector<float>& samples) {
  double best = 0, found = 0;
  for (std::size_t lag = kRate / 1000; lag < kRate / 60; ++lag) {
    double sum = 0, a = 0, b = 0;
    for (std::size_t i = 0; i + lag < samples.size(); ++i) {
      sum += samples[i] * samples[i + lag];
      a += samples[i] * samples[i];
      b += samples[i + lag] * samples[i + lag];
    }
    // A later period must be clearly better than the first.
    if (sum / std::sqrt(a * b) > best + 0.02)
      best = sum / std::sqrt(a * b), found = static_cast<double>(lag);
  }
  return kRate / found;
}

Singer plain_singer() {
  Singer singer;
  singer.vibrato_cents = 0;
  singer.consonants = 0;
  singer.scoop = 0;
  return singer;
}

TEST(Singer, SingsItsNotesInTuneAndIsSilentBetweenPhrases) {
  const std::vector<SungNote> notes = {
      {0.5, 1.2, 57, 0.8}, {1.2, 2.0, 60, 0.8}, {3.0, 4.0, 52, 0.8}};
  const std::vector<float> voice = sing(notes, 5.0, kRate, plain_singer());
  ASSERT_EQ(voice.size(), at(5.0));
  EXPECT_TRUE(all_finite(voice));
  const double semitone = std::exp2(1 / 12.0) - 1;
  EXPECT_NEAR(fundamental(part_of(voice, 0.9, 1.1)), 220.0, 220.0 * 0.4 * semitone);
  EXPECT_NEAR(fundamental(part_of(voice, 1.7, 1.9)), 261.6, 261.6 * 0.4 * semitone);
  EXPECT_NEAR(fundamental(part_of(voice, 3.6, 3.8)), 164.8, 164.8 * 0.4 * semitone);
  const double sounding = rms(part_of(voice, 0.6, 1.9));
  EXPECT_LT(peak(part_of(voice, 0.0, 0.45)), 1e-3 * sounding);
  EXPECT_LT(rms(part_of(voice, 2.3, 2.6)), 0.05 * sounding);
  EXPECT_LT(peak(part_of(voice, 4.6, 5.0)), 1e-3 * sounding);
}

TEST(Singer, VowelsBeginWithTheirNotesAndConsonantsBefore) {
  Singer singer = plain_singer();
  singer.consonants = 1.0;
  singer.breath = 0.0;
  std::vector<SungNote> notes;
  for (int i = 0; i < 40; ++i) notes.push_back({1.0 + i, 1.5 + i, 55, 0.9});
  std::vector<float> voice = sing(notes, 42.0, kRate, singer);
  int early = 0;
  for (int i = 0; i < 40; ++i) {
    const double onset = 1.0 + i, vowel = rms(part_of(voice, onset + 0.1, onset + 0.3));
    EXPECT_LT(rms(part_of(voice, onset - 0.35, onset - 0.2)), 0.02 * vowel) << i;
    early += rms(part_of(voice, onset - 0.07, onset - 0.01)) > 0.02 * vowel;
  }
  EXPECT_GT(early, 20);  // a closed mouth is almost silent
  apply_filter(voice, 1, kRate, {FilterKind::kLowPass, 1000});
  std::vector<double> rises;  // where the tone has half of its strength
  for (int i = 0; i < 40; ++i) {
    const double onset = 1.0 + i, tone = rms(part_of(voice, onset + 0.1, onset + 0.3));
    double t = onset + 0.1;
    while (rms(part_of(voice, t - 0.01, t)) > 0.5 * tone && t > onset - 0.1) t -= 0.002;
    rises.push_back(t - onset);
  }
  std::nth_element(rises.begin(), rises.begin() + 20, rises.end());
  EXPECT_NEAR(rises[20], 0.0, 0.03);
}

TEST(Singer, ANoteDoesNotSlideAwayWhereItEnds) {
  Singer singer = plain_singer();
  singer.glide = 0.01;
  const std::vector<SungNote> notes = {{0.5, 1.5, 45, 0.9}, {1.65, 2.5, 45, 0.9}};
  const std::vector<float> voice = sing(notes, 3.0, kRate, singer);
  EXPECT_NEAR(fundamental(part_of(voice, 1.5, 1.56)), 110, 5);
  EXPECT_NEAR(fundamental(part_of(voice, 1.66, 1.72)), 110, 5) << "nor come from elsewhere";
}

TEST(Singer, IsAFunctionOfItsSeed) {
  const std::vector<SungNote> notes = {{0.1, 0.5, 60, 0.8}, {0.5, 1.0, 64, 0.8}};
  Singer singer, other;
  other.seed = 1;
  EXPECT_EQ(sing(notes, 1.2, kRate, singer), sing(notes, 1.2, kRate, singer));
  EXPECT_NE(sing(notes, 1.2, kRate, singer), sing(notes, 1.2, kRate, other));
  const std::vector<float> nothing = sing({}, 1.2, kRate, singer);
  EXPECT_EQ(peak(nothing), 0.0);
  EXPECT_EQ(nothing.size(), at(1.2));
}

TEST(Singer, AThroatAndAnEffortChangeTheColour) {
  const std::vector<SungNote> notes = {{0.2, 2.2, 50, 0.8}};
  Singer soft = plain_singer(), pressed = soft;
  soft.breath = pressed.breath = 0.0;
  soft.effort = 0.0;
  pressed.effort = 1.0;
  const auto brightness = [&](const Singer& singer) {
    const std::vector<float> voice = sing(notes, 2.4, kRate, singer);
    std::vector<float> high = voice;
    for (int i = 0; i < 3; ++i) apply_filter(high, 1, kRate, {FilterKind::kHighPass, 2500});
    return rms(high) / rms(voice);
  };
  EXPECT_GT(brightness(pressed), 2 * brightness(soft));
}

TimedMessage on(double time, int key, int channel = 2, int velocity = 100) {
  return {time, static_cast<std::uint8_t>(0x90 | channel), static_cast<std::uint8_t>(key),
          static_cast<std::uint8_t>(velocity)};
}
TimedMessage off(double time, int key, int channel = 2) {
  return {time, static_cast<std::uint8_t>(0x80 | channel), static_cast<std::uint8_t>(key), 0};
}

TEST(Vocals, SingTheHighestOfTheirChannelOneAfterTheOther) {
  VocalPart part;
  part.channel = 2;
  part.centre = 64;
  part.cents = 20;
  const std::vector<TimedMessage> messages = {
      on(1.0, 76), on(1.0, 40, 3), on(1.01, 72), off(1.6, 76),    off(1.7, 72), on(2.0, 74),
      on(2.5, 79), off(2.7, 74),   off(3.0, 79), off(3.0, 40, 3), on(4.0, 77),  off(4.02, 77)};
  const std::vector<SungNote> notes = notes_to_sing(messages, part);
  ASSERT_EQ(notes.size(), 3u);  // the last is a grace note
  EXPECT_EQ(notes[0].start, 1.0);
  EXPECT_EQ(notes[0].end, 1.6);
  EXPECT_NEAR(notes[0].pitch, 64.2, 1e-9);  // an octave below 76, the nearest to the voice
  EXPECT_EQ(notes[1].end, 2.5);
  EXPECT_NEAR(notes[2].pitch, 67.2, 1e-9);
  const std::vector<TimedMessage> ornament = {on(1, 64), off(2, 64), on(2, 65), off(2.06, 65),
                                              on(2.06, 64)};
  const std::vector<SungNote> held = notes_to_sing(ornament, part);
  ASSERT_EQ(held.size(), 1u) << "the last has no time";
  EXPECT_EQ(held[0].end, 2.06) << "no hole where the ornament was";
  part.late = 0.02;
  EXPECT_NEAR(notes_to_sing(messages, part)[1].start, 2.02, 1e-9);
}

TEST(Vocals, TakeTheNotesFromTheInstrumentUnlessItPlaysAlong) {
  VocalPart part;
  part.channel = 2;
  const std::vector<TimedMessage> messages = {on(1, 60), on(1, 50, 3), off(2, 60), off(2, 50, 3)};
  const std::vector<TimedMessage> rest = without_sung_notes(messages, part);
  for (const TimedMessage& m : rest) EXPECT_NE(m.status, 0x92);
  EXPECT_EQ(rest.size(), 3u);
  part.doubled = true;
  EXPECT_EQ(without_sung_notes(messages, part).size(), 4u);
}

TEST(Vocals, HaveTheirLevelOverTheRest) {
  VocalPart part;
  part.level_db = 3;
  const std::vector<SungNote> notes = {{0.5, 3.5, 57, 0.8}};
  std::vector<float> band = sine(3000, 0.2, kRate, 4.0), stereo(2 * band.size());
  const double before = rms(band);
  for (std::size_t i = 0; i < band.size(); ++i) stereo[2 * i] = stereo[2 * i + 1] = band[i];
  std::vector<float> mixed = band;
  add_vocals(mixed, 1, kRate, notes, part);
  add_vocals(stereo, 2, kRate, notes, part);
  std::vector<float> voice(band.size());
  for (std::size_t i = 0; i < band.size(); ++i) {
    voice[i] = mixed[i] - band[i];
    EXPECT_EQ(stereo[2 * i], mixed[i]);
    EXPECT_EQ(stereo[2 * i + 1], mixed[i]);
  }
  EXPECT_NEAR(db(rms(voice, at(0.55), at(3.45)) / before), 3, 0.7);
  std::vector<float> silence(band.size(), 0.0f);
  add_vocals(silence, 1, kRate, notes, part);
  EXPECT_GT(peak(silence), 0.05);
  std::vector<float> same = band;
  add_vocals(same, 1, kRate, {}, part);
  EXPECT_EQ(same, band);
}

TEST(Vocals, ArePlannedForTheirShareOfTheSongsAndVary) {
  int singing = 0, women = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string song = "song " + std::to_string(i);
    const auto part = plan_vocals(0.55, 2, -12, {7, song});
    EXPECT_EQ(part, plan_vocals(0.55, 2, -12, {7, song}));
    EXPECT_FALSE(plan_vocals(0.0, 2, -12, {7, song}));
    EXPECT_TRUE(plan_vocals(1.0, 2, -12, {7, song}));
    if (!part) continue;
    ++singing;
    women += part->singer.throat > 1.07;
    EXPECT_EQ(part->channel, 2);
    EXPECT_EQ(part->cents, -12);
    EXPECT_LE(std::abs(part->late), 0.02);
  }
  EXPECT_NEAR(singing, 220, 40);
  EXPECT_NEAR(women, 0.6 * singing, 0.15 * singing);
}

}  // namespace
}  // namespace tactus
