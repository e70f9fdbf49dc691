#include "app/engine/sound/listening.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tactus {
namespace {

constexpr int kTestRate = 44100;

// Seconds of one tone in each channel.
SoundStore& fill(SoundStore& store, double left_hz, double right_hz) {
  std::vector<float> samples;
  for (int n = 0; n < kTestRate; ++n) {
    const auto tone = [n](double hz) {
      return static_cast<float>(0.4 * std::sin(2.0 * std::numbers::pi * hz * n / kTestRate));
    };
    samples.push_back(tone(left_hz));
    if (store.channels() == 2) samples.push_back(tone(right_hz));
  }
  store.append(samples);
  return store;
}

Listening with(std::initializer_list<std::pair<SoundPart, PartState>> parts) {
  Listening listening;
  for (const auto& [part, state] : parts) listening.set(part, state);
  return listening;
}

std::vector<float> heard(const SoundStore& store, const Listening& listening,
                         std::int64_t first = kTestRate / 4, std::size_t frames = 8820) {
  HeardSound sound(store);
  sound.set_listening(listening);
  std::vector<float> stereo(2 * frames);
  sound.read(first, stereo);
  return stereo;
}

// dB below a tone as it is stored.
double loss(const std::vector<float>& stereo, std::size_t channel) {
  double power = 0.0;
  for (std::size_t n = channel; n < stereo.size(); n += 2) power += stereo[n] * stereo[n];
  const double rms = std::sqrt(2.0 * power / static_cast<double>(stereo.size()));
  return -20.0 * std::log10(rms / (0.4 / std::numbers::sqrt2) + 1e-9);
}

TEST(Listening, APartAloneSilencesItsGroup) {
  const Listening bass = with({{SoundPart::kLow, PartState::kAlone}});
  EXPECT_TRUE(bass.hears(SoundPart::kLow));
  EXPECT_FALSE(bass.hears(SoundPart::kMid));
  EXPECT_TRUE(bass.hears(SoundPart::kLeft)) << "another group";
  EXPECT_FALSE(with({{SoundPart::kMid, PartState::kMuted}}).hears(SoundPart::kMid));
  EXPECT_TRUE(Listening().hears_everything());
}

TEST(HeardSound, EachBandHasItsTonesAlone) {
  SoundStore store(kTestRate, 2);
  fill(store, 80.0, 800.0);
  const auto low = heard(store, with({{SoundPart::kLow, PartState::kAlone}}));
  EXPECT_NEAR(loss(low, 0), 0.0, 0.05);
  EXPECT_GT(loss(low, 1), 60.0);
  const auto mid = heard(store, with({{SoundPart::kMid, PartState::kAlone}}));
  EXPECT_GT(loss(mid, 0), 60.0);
  EXPECT_NEAR(loss(mid, 1), 0.0, 0.05);
  SoundStore bright(kTestRate, 2);
  fill(bright, 6000.0, 800.0);
  const auto high = heard(bright, with({{SoundPart::kHigh, PartState::kAlone}}));
  EXPECT_NEAR(loss(high, 0), 0.0, 0.05);
  EXPECT_GT(loss(high, 1), 60.0);
  const auto no_high = heard(bright, with({{SoundPart::kHigh, PartState::kMuted}}));
  EXPECT_GT(loss(no_high, 0), 60.0);
}

// Also at the edges, where two bands share a tone.
TEST(HeardSound, TheBandsTogetherAreTheSound) {
  for (const double hz : {60.0, Listening::kLowEdge, 700.0, Listening::kHighEdge, 9000.0}) {
    SoundStore store(kTestRate, 2);
    fill(store, hz, hz);
    std::vector<float> sum(2 * 8820, 0.0f);
    for (const SoundPart band : {SoundPart::kLow, SoundPart::kMid, SoundPart::kHigh}) {
      const auto part = heard(store, with({{band, PartState::kAlone}}));
      for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += part[n];
    }
    const auto all = heard(store, {});
    for (std::size_t n = 0; n < sum.size(); ++n) ASSERT_NEAR(sum[n], all[n], 2e-6) << hz;
  }
}

TEST(HeardSound, HasNoDelayAndDependsOnThePlaceAlone) {
  SoundStore store(kTestRate, 1);
  fill(store, 100.0, 0.0);
  const Listening bass = with({{SoundPart::kLow, PartState::kAlone}});
  const auto whole = heard(store, bass, 5000, 4000);
  const auto raw = heard(store, {}, 5000, 4000);
  for (std::size_t n = 0; n < whole.size(); ++n) ASSERT_NEAR(whole[n], raw[n], 2e-3);
  const auto later = heard(store, bass, 5777, 333);
  for (std::size_t n = 0; n < later.size(); ++n) ASSERT_EQ(later[n], whole[2 * 777 + n]);
}

TEST(HeardSound, ChannelsMiddleAndSide) {
  SoundStore store(kTestRate, 2);
  fill(store, 100.0, 3000.0);
  const auto raw = heard(store, {});
  const auto check = [&](std::initializer_list<std::pair<SoundPart, PartState>> parts, float ll,
                         float lr, float rl, float rr) {
    const auto out = heard(store, with(parts));
    for (std::size_t n = 0; n < out.size(); n += 2) {
      ASSERT_NEAR(out[n], ll * raw[n] + lr * raw[n + 1], 1e-6);
      ASSERT_NEAR(out[n + 1], rl * raw[n] + rr * raw[n + 1], 1e-6);
    }
  };
  check({{SoundPart::kLeft, PartState::kAlone}}, 1, 0, 1, 0);
  check({{SoundPart::kLeft, PartState::kMuted}}, 0, 1, 0, 1);
  check({{SoundPart::kMiddle, PartState::kAlone}}, 0.5f, 0.5f, 0.5f, 0.5f);
  check({{SoundPart::kMiddle, PartState::kMuted}}, 0.5f, -0.5f, 0.5f, -0.5f);
  check({{SoundPart::kMiddle, PartState::kMuted}, {SoundPart::kSide, PartState::kMuted}}, 0, 0, 0,
        0);
}

TEST(HeardSound, MonoHasBandsAlone) {
  SoundStore store(kTestRate, 1);
  fill(store, 100.0, 0.0);
  EXPECT_EQ(heard(store, with({{SoundPart::kMiddle, PartState::kMuted}})), heard(store, {}));
}

}  // namespace
}  // namespace tactus
