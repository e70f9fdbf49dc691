#include "datasets/synth/record_sound.h"

#include <gtest/gtest.h>

#include "datasets/midi/performance.h"
#include "tests/datasets/support/sound_measures.h"

namespace tactus {
namespace {

using namespace test;

constexpr int kRate = 22050;

TimedMessage stroke(double time, int channel, int key) {
  return {time, static_cast<std::uint8_t>(0x90 | channel), static_cast<std::uint8_t>(key), 100};
}

// A kick on the beats, a snare between them, an electric guitar on channel 2, a flute on 3.
std::vector<TimedMessage> band() {
  std::vector<TimedMessage> messages = {{0, 0xC2, 29, 0}, {0, 0xC3, 73, 0}};
  for (int i = 0; i < 6; ++i) {
    messages.push_back(stroke(0.5 + 0.5 * i, kDrumChannel, i % 2 ? 38 : 36));
    messages.push_back(stroke(0.75 + 0.5 * i, i % 2 ? 2 : 3, 60));
  }
  return messages;
}

// Strokes of noise in place of FluidSynth.
std::vector<float> play(const std::vector<TimedMessage>& messages) {
  std::vector<float> samples(4 * kRate, 0.0f);
  std::vector<double> times;
  for (const TimedMessage& m : messages)
    if (m.status >> 4 == 0x9) times.push_back(m.time);
  add_strokes(samples, kRate, times);
  return samples;
}

TEST(RecordSound, KnowsTheKicks) {
  EXPECT_EQ(kick_times(band()), (std::vector<double>{0.5, 1.5, 2.5}));
  std::vector<TimedMessage> others = band();
  std::erase_if(others, [](const TimedMessage& m) { return (m.status & 0xF) == kDrumChannel; });
  others.push_back(stroke(3.5, 0, 36));  // a low C of a piano
  EXPECT_TRUE(kick_times(others).empty());
}

TEST(RecordSound, WithoutStagesTheStemsAreTheMix) {
  const std::vector<float> mix = mix_stems(band(), {}, 1, kRate, play), whole = play(band());
  ASSERT_EQ(mix.size(), whole.size());
  for (std::size_t i = 0; i < mix.size(); ++i) ASSERT_NEAR(mix[i], whole[i], 1e-6) << i;
  const RenderStem stopped = [](const auto&) { return std::vector<float>(); };
  EXPECT_TRUE(mix_stems(band(), {}, 1, kRate, stopped).empty());
}

TEST(RecordSound, EachStemHasItsStage) {
  RecordSound sound = plan_record_sound(band(), {1, "song"});
  EXPECT_EQ(sound.amplified, 1u << 2);
  const std::vector<float> dry = play(band());
  const auto changed = [&](const RecordSound& s, double from, double to) {
    const std::vector<float> mix = mix_stems(band(), s, 1, kRate, play);
    for (auto i = static_cast<std::size_t>(from * kRate); i < to * kRate; ++i)
      if (std::abs(mix[i] - dry[i]) > 1e-3) return true;
    return false;
  };
  RecordSound amplifier, duck, room;
  amplifier.amplified = 1u << 2;
  amplifier.amplifier = {.share = 1.0};
  EXPECT_FALSE(changed(amplifier, 0.74, 1.0)) << "the flute";
  EXPECT_TRUE(changed(amplifier, 1.24, 1.5)) << "the guitar";
  duck.duck = {.depth_db = 10, .release = 0.3};
  EXPECT_FALSE(changed(duck, 0.45, 0.7)) << "the kick";
  EXPECT_TRUE(changed(duck, 0.74, 1.0)) << "the flute after a kick";
  room.drum_room = {.wet = 0.4, .seconds = 0.15};
  EXPECT_TRUE(changed(room, 0.5, 0.7)) << "the kick";
}

// Whatever is drawn: attacks stay within a millisecond, through all stems and the whole chain.
TEST(RecordSound, EveryRecordKeepsItsAttacks) {
  const std::vector<float> dry = play(band());
  for (int i = 0; i < 60; ++i) {
    const std::string song = "song" + std::to_string(i);
    const SynthSeed seed{1, song};
    const RecordSound sound = plan_record_sound(band(), seed);
    RenderEffects effects = plan_record_effects(seed);
    const std::string what = describe(sound) + "; " + describe(effects);
    effects.noise = {};  // clicks of its own
    std::vector<float> mix = mix_stems(band(), sound, 1, kRate, play);
    apply_effects(mix, 1, kRate, effects);
    EXPECT_TRUE(all_finite(mix)) << what;
    EXPECT_NEAR(db(peak(mix)), effects.maximum_db, 0.01) << what;
    for (const TimedMessage& m : band()) {
      if (m.status >> 4 != 0x9) continue;
      EXPECT_NEAR(attack_near(mix, kRate, m.time), attack_near(dry, kRate, m.time), 0.001)
          << m.time << " s; " << what;
    }
  }
}

TEST(RecordSound, EverythingHappensAndNothingAlways) {
  constexpr int kSongs = 300;
  int drum_room = 0, amplifier = 0, duck = 0, room = 0, bus = 0, tape = 0, loudness = 0;
  int hiss = 0, crackle = 0, medium = 0;
  for (int i = 0; i < kSongs; ++i) {
    const std::string song = "song" + std::to_string(i);
    const RecordSound sound = plan_record_sound(band(), {1, song});
    const RenderEffects effects = plan_record_effects({1, song});
    drum_room += sound.drum_room.wet > 0;
    amplifier += sound.amplifier.share > 0;
    duck += sound.duck.depth_db > 0;
    room += effects.room.wet > 0;
    bus += effects.compressor.ratio > 1;
    tape += effects.saturation > 0;
    loudness += effects.loudness_db != 0;
    hiss += effects.noise.pink_db > -150;
    crackle += effects.noise.crackle_db > -150;
    medium += !effects.passing.empty();
    EXPECT_EQ(sound, plan_record_sound(band(), {1, song}));
    EXPECT_EQ(effects, plan_record_effects({1, song}));
  }
  for (const int count :
       {drum_room, amplifier, duck, room, bus, tape, loudness, hiss, crackle, medium}) {
    EXPECT_GT(count, kSongs / 20);
    EXPECT_LT(count, kSongs * 19 / 20);
  }
}

}  // namespace
}  // namespace tactus
