// The stages of a record: rooms, amplifiers, ducking, loudness.
#include <gtest/gtest.h>

#include <functional>

#include "datasets/synth/sound/amplifier.h"
#include "datasets/synth/sound/dynamics.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/room_response.h"
#include "features/frames/loudness.h"
#include "tests/datasets/support/sound_measures.h"

namespace tactus {
namespace {

using namespace test;

constexpr int kRate = 22050;

TEST(RoomResponse, HasTheShareAndDecayThatItNames) {
  RoomResponse room{0.3, 0.6, 20000, 0.01, 7};
  const std::vector<float> response = room_response(room, 0, kRate);
  EXPECT_FLOAT_EQ(response[0], 0.7f);
  const auto at = [](double seconds) { return static_cast<std::size_t>(seconds * kRate); };
  EXPECT_EQ(rms(response, 1, at(0.009)), 0.0) << "sound before the first reflection";
  double energy = 0;
  for (std::size_t i = 1; i < response.size(); ++i) energy += response[i] * response[i];
  EXPECT_NEAR(std::sqrt(energy), 0.3, 0.02);
  const double early = rms(response, at(0.1), at(0.2)), late = rms(response, at(0.4), at(0.5));
  EXPECT_NEAR(db(early / late), 30, 4);  // 0.3 s of 0.6 s
  EXPECT_NE(response, room_response(room, 1, kRate)) << "both ears hear the same room";
  EXPECT_EQ(response, room_response(room, 0, kRate));
  room.wet = 0.9;
  EXPECT_THROW(room_response(room, 0, kRate), std::invalid_argument);
}

TEST(RoomResponse, TrebleDecaysFaster) {
  RoomResponse room{0.5, 1.0, 1500, 0.01, 3};
  std::vector<float> treble = room_response(room, 0, kRate), bass = treble;
  apply_filter(treble, 1, kRate, {FilterKind::kHighPass, 5000});
  apply_filter(bass, 1, kRate, {FilterKind::kLowPass, 800});
  const auto decay = [](const std::vector<float>& x) {
    return db(rms(x, kRate / 10, kRate / 5) / rms(x, kRate / 2, 6 * kRate / 10));
  };
  EXPECT_GT(decay(treble), decay(bass) + 8);
}

TEST(RoomResponse, ChannelsStayApart) {
  std::vector<float> samples(2 * kRate, 0.0f);
  samples[2000] = 1.0f;  // left
  apply_room(samples, 2, kRate, {0.4, 0.3, 5000, 0.005, 1});
  double left = 0, right = 0;
  for (std::size_t i = 0; i < samples.size(); i += 2) left += std::abs(samples[i]);
  for (std::size_t i = 1; i < samples.size(); i += 2) right += std::abs(samples[i]);
  EXPECT_GT(left, 0.6);
  EXPECT_LT(right, 1e-3);
}

TEST(Amplifier, DistortsWithinItsBandAndKeepsTheLevel) {
  AmplifierSettings amplifier{1.0, 24, 0.3, 80, 5000};
  std::vector<float> samples = sine(200, 0.1, kRate, 2.0);
  const double before = rms(samples);
  apply_amplifier(samples, 1, kRate, amplifier);
  EXPECT_NEAR(db(rms(samples) / before), 0, 0.2);
  EXPECT_GT(db(amplitude_at(samples, 600, kRate) / amplitude_at(samples, 200, kRate)), -14);
  EXPECT_GT(db(amplitude_at(samples, 400, kRate) / amplitude_at(samples, 200, kRate)), -45);
  std::vector<float> clean = sine(200, 0.1, kRate, 2.0);
  amplifier.drive_db = -20;
  amplifier.bias = 0;
  apply_amplifier(clean, 1, kRate, amplifier);
  EXPECT_LT(db(amplitude_at(clean, 600, kRate) / amplitude_at(clean, 200, kRate)), -50);
  std::vector<float> bright = sine(200, 0.1, kRate, 2.0);
  const std::vector<float> top = sine(9000, 0.1, kRate, 2.0);
  for (std::size_t i = 0; i < bright.size(); ++i) bright[i] += top[i];
  apply_amplifier(bright, 1, kRate, amplifier);
  EXPECT_LT(db(amplitude_at(bright, 9000, kRate) / amplitude_at(bright, 200, kRate)), -18);
  amplifier.high_hertz = 10;
  EXPECT_THROW(apply_amplifier(bright, 1, kRate, amplifier), std::invalid_argument);
}

TEST(Ducking, FallsAtTheStrokeAndRecovers) {
  std::vector<float> samples(2 * kRate, 0.5f);
  const std::vector<double> kicks = {0.5, 1.5};
  apply_ducking(samples, 1, kRate, kicks, {8, 0.004, 0.02, 0.1});
  const auto at = [&](double seconds) {
    return db(samples[static_cast<std::size_t>(seconds * kRate)] / 0.5);
  };
  EXPECT_EQ(at(0.4999), 0.0);
  EXPECT_NEAR(at(0.510), -8, 0.1);
  EXPECT_NEAR(at(0.624), -8 * std::exp(-1.0), 0.2);
  EXPECT_GT(at(1.4), -0.05);
  EXPECT_NEAR(at(1.510), -8, 0.1);
  EXPECT_THROW(apply_ducking(samples, 1, kRate, kicks, {-1, 0.01, 0.01, 0.1}),
               std::invalid_argument);
}

TEST(Loudness, ReachesTheTargetBelowFullScale) {
  for (const double target : {-20.0, -14.0, -9.0}) {
    std::vector<float> samples = sine(300, 0.1, kRate, 4.0);
    add_strokes(samples, kRate, {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5});
    apply_loudness(samples, 1, kRate, target);
    EXPECT_NEAR(gated_loudness(samples, kRate), target, 0.7);
    EXPECT_LE(peak(samples), 1.0 + 1e-6);
  }
  std::vector<float> silence(kRate, 0.0f);
  apply_loudness(silence, 1, kRate, -10);
  EXPECT_EQ(peak(silence), 0.0);
}

struct Stage {
  const char* name;
  std::function<void(std::vector<float>&)> apply;
};
template <class Value>
void with(std::vector<float>& samples, Value RenderEffects::*member, Value value) {
  RenderEffects effects;
  effects.*member = std::move(value);
  apply_effects(samples, 1, kRate, effects);
}
std::vector<Stage> stages() {
  return {
      {"room",
       [](auto& x) {
         apply_room(x, 1, kRate, {0.45, 1.2, 3000, 0.002, 5});
       }},
      {"amplifier",
       [](auto& x) {
         apply_amplifier(x, 1, kRate, {1.0, 26, 0.4, 150, 2800});
       }},
      {"ducking",
       [](auto& x) {
         apply_ducking(x, 1, kRate, std::vector<double>{0.5, 0.9, 1.3}, {14, 0.002, 0.08, 0.3});
       }},
      {"bus",
       [](auto& x) {
         apply_compressor(x, 1, kRate, {-6, 4.5, 0.003, 0.4});
       }},
      {"loudness", [](auto& x) { apply_loudness(x, 1, kRate, -8); }},
      {"tape", [](auto& x) { with(x, &RenderEffects::saturation, 0.8); }},
      {"tilt", [](auto& x) { with(x, &RenderEffects::tilt_db, -6.0); }},
      {"medium",
       [](auto& x) {
         with(x, &RenderEffects::passing,
              std::vector<FilterBand>{{FilterKind::kLowPass, 5000},
                                      {FilterKind::kLowPass, 5000},
                                      {FilterKind::kHighPass, 120}});
       }},
  };
}

// Each stage at the end of its range moves the attacks of strokes by less than a millisecond.
TEST(RecordStages, KeepTheAttackOfAStroke) {
  for (const Stage& stage : stages()) {
    std::vector<float> before(2 * kRate, 0.0f);
    const std::vector<double> times = {0.5, 0.9, 1.3};
    add_strokes(before, kRate, times);
    std::vector<float> after = before;
    stage.apply(after);
    EXPECT_NE(before, after) << stage.name;
    for (const double time : times)
      EXPECT_NEAR(attack_near(after, kRate, time), attack_near(before, kRate, time), 0.001)
          << stage.name;
  }
}

}  // namespace
}  // namespace tactus
