#include <gtest/gtest.h>

#include "datasets/synth/sound/background_noise.h"
#include "datasets/synth/sound/biquad.h"
#include "datasets/synth/sound/codec_round_trip.h"
#include "datasets/synth/sound/dynamics.h"
#include "datasets/synth/sound/hall.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/tape_wobble.h"
#include "datasets/synth/synth_plan.h"
#include "tests/datasets/support/sound_measures.h"

namespace tactus {
namespace {

using namespace test;

constexpr int kRate = 22050;

double gain_at(const FilterBand& band, double hertz) {
  std::vector<float> samples = sine(hertz, 0.1, kRate, 1.0);
  apply_filter(samples, 1, kRate, band);
  return db(amplitude_at(samples, hertz, kRate) / 0.1);
}

TEST(Biquad, BandsHaveTheGainTheyName) {
  const FilterBand peak{FilterKind::kPeak, 1000, 6, 1};
  EXPECT_NEAR(gain_at(peak, 1000), 6, 0.05);
  EXPECT_NEAR(gain_at(peak, 50), 0, 0.2);
  const FilterBand low{FilterKind::kLowShelf, 200, -5};
  EXPECT_NEAR(gain_at(low, 30), -5, 0.2);
  EXPECT_NEAR(gain_at(low, 4000), 0, 0.1);
  const FilterBand high{FilterKind::kHighShelf, 3000, 4};
  EXPECT_NEAR(gain_at(high, 9500), 4, 0.3);
  EXPECT_NEAR(gain_at(high, 200), 0, 0.1);
  const FilterBand cut{FilterKind::kLowPass, 2000};
  EXPECT_NEAR(gain_at(cut, 2000), -3.01, 0.1);
  EXPECT_LT(gain_at(cut, 8000), -24);
  EXPECT_NEAR(gain_at({FilterKind::kHighPass, 400}, 400), -3.01, 0.1);
  EXPECT_EQ(gain_at({FilterKind::kLowPass, 0.49 * kRate}, 9000),
            gain_at({FilterKind::kPeak}, 9000));
  std::vector<float> samples(10);
  EXPECT_THROW(apply_filter(samples, 1, kRate, {FilterKind::kPeak, 0}), std::invalid_argument);
}

std::vector<float> clicks(double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * kRate), 0.0f);
  samples[kRate / 2] = 0.9f;
  return samples;
}

TEST(Hall, DiesAwayAsFastAsItSaysAndKeepsTheSound) {
  HallSettings hall;
  hall.level_db = -10;
  hall.seconds = 1.2;
  hall.damping_hertz = 100000;
  hall.pre_delay = 0.05;
  std::vector<float> samples = clicks(3);
  apply_hall(samples, 1, kRate, hall);
  EXPECT_EQ(samples[kRate / 2], 0.9f);
  const auto quiet = static_cast<std::size_t>((0.5 + 0.05) * kRate);
  EXPECT_LT(rms(samples, kRate / 2 + 1, quiet), 1e-6);
  const auto at = [](double s) { return static_cast<std::size_t>((0.5 + s) * kRate); };
  const double early = rms(samples, at(0.3), at(0.5)), late = rms(samples, at(0.9), at(1.1));
  EXPECT_NEAR(db(early / late), 30, 3);  // 0.6 s of 1.2 s
  double energy = 0;
  for (std::size_t i = kRate / 2 + 1; i < samples.size(); ++i) energy += samples[i] * samples[i];
  EXPECT_NEAR(db(std::sqrt(energy) / 0.9), -10, 2);
  EXPECT_TRUE(all_finite(samples));
  hall.seconds = 0;
  EXPECT_THROW(apply_hall(samples, 1, kRate, hall), std::invalid_argument);
}

TEST(Dynamics, CompressorBringsLoudAndSoftTogether) {
  std::vector<float> samples = sine(300, 0.8, kRate, 2.0);
  for (std::size_t i = samples.size() / 2; i < samples.size(); ++i) samples[i] *= 0.1f;
  const CompressorSettings settings{-20, 4, 0.005, 0.05};
  apply_compressor(samples, 1, kRate, settings);
  const std::size_t quarter = samples.size() / 4;
  const double loud = rms(samples, quarter, 2 * quarter),
               soft = rms(samples, 3 * quarter, 4 * quarter);
  EXPECT_NEAR(db(loud / soft), 20.0 / 4, 2.0);
  std::vector<float> same = sine(300, 0.5, kRate, 0.2), copy = same;
  apply_compressor(same, 1, kRate, {});
  EXPECT_EQ(same, copy);
  EXPECT_THROW(apply_compressor(same, 1, kRate, {0, 0.5, 0.01, 0.1}), std::invalid_argument);
}

TEST(Dynamics, LimiterHoldsItsCeilingAndLeavesTheRest) {
  std::vector<float> samples = sine(300, 0.3, kRate, 1.0);
  const std::vector<float> before = samples;
  for (std::size_t i = 10000; i < 10010; ++i) samples[i] = 1.0f;
  apply_limiter(samples, 1, kRate, 0.5);
  EXPECT_LE(peak(samples), 0.5 + 1e-6);
  EXPECT_GT(samples[10005], 0.45f);
  for (std::size_t i = 0; i < 9000; ++i) EXPECT_EQ(samples[i], before[i]);
}

TEST(Noise, HasTheLevelAndColourThatItNames) {
  std::vector<float> pink(10 * kRate, 0.0f), hum = pink, crackle = pink, none = pink;
  NoiseSettings settings;
  add_noise(none, 1, kRate, settings, 1);
  EXPECT_EQ(peak(none), 0.0);
  settings.pink_db = -40;
  add_noise(pink, 1, kRate, settings, 1);
  EXPECT_NEAR(db(rms(pink)), -40, 1);
  // Equal energy in each octave: 250 to 500 Hz as 2 to 4 kHz.
  const auto octave = [&](double low) {
    std::vector<float> part = pink;
    for (int i = 0; i < 3; ++i) {
      apply_filter(part, 1, kRate, {FilterKind::kHighPass, low});
      apply_filter(part, 1, kRate, {FilterKind::kLowPass, 2 * low});
    }
    return db(rms(part));
  };
  EXPECT_NEAR(octave(250), octave(2000), 1.5);
  settings = {};
  settings.hum_db = -50;
  settings.hum_hertz = 60;
  add_noise(hum, 1, kRate, settings, 1);
  EXPECT_NEAR(db(amplitude_at(hum, 60, kRate)), -50, 0.5);
  EXPECT_LT(db(amplitude_at(hum, 90, kRate)), -90);
  settings = {};
  settings.crackle_db = -20;
  settings.crackles_per_second = 10;
  add_noise(crackle, 1, kRate, settings, 1);
  EXPECT_LE(peak(crackle), 0.2);
  EXPECT_GT(peak(crackle), 0.03);
  EXPECT_LT(rms(crackle), 0.01 * peak(crackle) * 10);
}

struct CodecCase {
  Codec codec;
  int rate;
  double compression;
};
std::string name_of(const testing::TestParamInfo<CodecCase>& info) {
  constexpr const char* kNames[] = {"none", "mp3", "vorbis", "opus"};
  return std::string(kNames[static_cast<int>(info.param.codec)]) + "_" +
         std::to_string(info.param.rate) + "_" +
         std::to_string(static_cast<int>(100 * info.param.compression));
}
std::vector<CodecCase> codec_cases() {
  std::vector<CodecCase> cases;
  for (const int rate : {16000, 22050, 44100, 48000})
    for (const double compression : {0.0, 0.5, 0.8, 0.92})
      for (const Codec codec : {Codec::kMp3, Codec::kVorbis, Codec::kOpus})
        cases.push_back({codec, rate, compression});
  cases.push_back({Codec::kMp3, 37000, 0.5});  // through a rate of MPEG
  return cases;
}
class CodecPosition : public testing::TestWithParam<CodecCase> {};
INSTANTIATE_TEST_SUITE_P(All, CodecPosition, testing::ValuesIn(codec_cases()), name_of);

// Impulses come back on their samples, and there are as many samples as before.
TEST_P(CodecPosition, ImpulsesStayOnTheirSamples) {
  const CodecCase& c = GetParam();
  std::vector<float> samples(static_cast<std::size_t>(3 * c.rate), 0.0f);
  const std::size_t places[] = {static_cast<std::size_t>(0.7 * c.rate) + 3,
                                static_cast<std::size_t>(1.9 * c.rate) + 111};
  for (const std::size_t place : places) samples[place] = 0.9f;
  const std::vector<float> got = codec_round_trip(samples, 1, c.rate, {c.codec, c.compression});
  ASSERT_EQ(got.size(), samples.size());
  for (const std::size_t place : places) {
    const std::size_t found = loudest(got, place - 2000, place + 2000);
    EXPECT_NEAR(static_cast<double>(found), static_cast<double>(place), 1.0);
  }
  EXPECT_TRUE(all_finite(got));
}

TEST(Codec, StereoStaysStereoAndSilenceEnds) {
  std::vector<float> samples(2 * kRate, 0.0f);
  const std::vector<float> tone = sine(440, 0.5, kRate, 1.0);
  for (std::size_t i = 0; i < tone.size(); ++i) samples[2 * i] = tone[i];
  for (const Codec codec : {Codec::kMp3, Codec::kVorbis, Codec::kOpus}) {
    const std::vector<float> got = codec_round_trip(samples, 2, kRate, {codec, 0.3});
    ASSERT_EQ(got.size(), samples.size());
    std::vector<float> left, right;
    for (std::size_t i = 0; i < tone.size(); ++i) {
      left.push_back(got[2 * i]);
      right.push_back(got[2 * i + 1]);
    }
    EXPECT_NEAR(amplitude_at(left, 440, kRate), 0.5, 0.05);
    EXPECT_LT(rms(right), 0.1);
  }
  EXPECT_EQ(codec_round_trip({}, 1, kRate, {Codec::kMp3, 0.5}).size(), 0u);
  EXPECT_EQ(codec_round_trip(samples, 2, kRate, {}), samples);
}

TEST(Tape, SpeedIsExactInCents) {
  TapeSettings settings;
  settings.speed_cents = 37;
  const TimeMap map = tape_map(4, settings);
  const std::vector<float> played = played_along(sine(1000, 0.5, kRate, 4), 1, kRate, map);
  const double expected = 1000 * std::exp2(37.0 / 1200);
  EXPECT_NEAR(amplitude_at(played, expected, kRate), 0.5, 0.01);
  EXPECT_LT(amplitude_at(played, expected * std::exp2(3.0 / 1200), kRate), 0.35);
  EXPECT_NEAR(static_cast<double>(played.size()), 4 * kRate / std::exp2(37.0 / 1200), 2);
}

TEST(Tape, ClicksAreWhereTheMapSays) {
  TapeSettings settings{10, 20, 0.7, 30, 5};
  const TimeMap map = tape_map(20, settings);
  std::vector<float> samples(20 * kRate, 0.0f);
  for (int second = 1; second < 20; ++second) samples[static_cast<std::size_t>(second * kRate)] = 1;
  const std::vector<float> played = played_along(samples, 1, kRate, map);
  double farthest = 0;
  for (int second = 1; second < 20; ++second) {
    const double expected = map(second);
    const auto place = static_cast<std::size_t>(expected * kRate);
    EXPECT_NEAR(static_cast<double>(loudest(played, place - 500, place + 500)), expected * kRate,
                1);
    farthest = std::max(farthest, std::abs(expected - second));
  }
  EXPECT_GT(farthest, 0.02);
  EXPECT_TRUE(all_finite(played));
  EXPECT_EQ(tape_map(3, settings).knots(), tape_map(3, settings).knots());
}

// A click with a soft tone around it, with any drawn effects: the loudness stays, no sample is NaN,
// and the click moves by at most a millisecond.
TEST(RenderEffects, FullVariationKeepsTimeAndLevel) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RenderEffects effects;
    effects.peak_db = -2;
    const std::string song = "song " + std::to_string(seed);
    plan_effects(effects, {seed, song});
    effects.noise.crackle_db = -200;  // these have clicks of their own
    std::vector<float> samples = sine(220, 0.02, kRate, 1.0);
    samples[kRate / 2] += 0.9f;
    apply_effects(samples, 1, kRate, effects);
    EXPECT_TRUE(all_finite(samples)) << describe(effects);
    EXPECT_NEAR(db(peak(samples)), -2, 0.01) << describe(effects);
    const double place = static_cast<double>(loudest(samples, 0, samples.size()));
    EXPECT_NEAR(place / kRate, 0.5, 0.001) << describe(effects);
    std::vector<float> again = sine(220, 0.02, kRate, 1.0);
    again[kRate / 2] += 0.9f;
    apply_effects(again, 1, kRate, effects);
    EXPECT_EQ(samples, again);
  }
}

TEST(RenderEffects, FullVariationStaysSilentOnSilence) {
  RenderEffects effects;
  effects.noise.pink_db = -30;
  effects.hall.level_db = -10;
  std::vector<float> silence(1000, 0.0f);
  apply_effects(silence, 1, kRate, effects);
  EXPECT_EQ(peak(silence), 0.0);
}

TEST(SynthPlan, EverythingHappensAndNothingAlways) {
  int hall = 0, compressor = 0, pink = 0, hum = 0, crackle = 0, cut = 0, tape = 0, codec = 0;
  int swing = 0, free_start = 0, equaliser = 0;
  constexpr int kSongs = 400;
  for (int i = 0; i < kSongs; ++i) {
    const std::string song = "song" + std::to_string(i);
    const SynthSeed seed{1, song};
    RenderEffects effects;
    plan_effects(effects, seed);
    hall += effects.hall.level_db > -150;
    compressor += effects.compressor.ratio > 1;
    pink += effects.noise.pink_db > -150;
    hum += effects.noise.hum_db > -150;
    crackle += effects.noise.crackle_db > -150;
    cut += !effects.passing.empty();
    equaliser += !effects.equaliser.empty();
    tape += plan_tape(seed) != TapeSettings();
    codec += plan_codec(seed).codec != Codec::kNone;
    swing += plan_tempo({}, {}, seed).swing != 0.5;
    free_start += plan_surroundings(seed).free_before;
  }
  for (const int count :
       {hall, compressor, pink, hum, crackle, cut, tape, codec, swing, free_start, equaliser}) {
    EXPECT_GT(count, kSongs / 40);
    EXPECT_LT(count, kSongs * 39 / 40);
  }
}

}  // namespace
}  // namespace tactus
