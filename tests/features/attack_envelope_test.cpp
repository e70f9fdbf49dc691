#include "features/attack_envelope.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace tactus {
namespace {

TEST(AttackEnvelope, HoldsTheMeanSquaresOfEachRow) {
  constexpr int kRate = 1000;  // two samples a row
  const std::vector<float> samples = {0.5f, 0.5f, 0.5f, -0.5f, 0.0f, 1.0f, 1.0f};
  const FrameMatrix envelope = attack_envelope(samples, kRate);
  ASSERT_EQ(envelope.frames, 3u);
  EXPECT_EQ(envelope.fps, kAttackFps);
  EXPECT_FLOAT_EQ(envelope.row(0)[0], 0.0f);
  EXPECT_FLOAT_EQ(envelope.row(1)[0], 0.5f);
  EXPECT_FLOAT_EQ(envelope.row(2)[0], (0.25f + 1.0f) / 2.0f);
  EXPECT_FLOAT_EQ(envelope.row(0)[1], 0.25f);
  EXPECT_FLOAT_EQ(envelope.row(2)[1], 0.5f);
}

TEST(AttackEnvelope, RowsDoNotDriftAtRatesThatTheyDoNotDivide) {
  constexpr int kRate = 44'100;  // 88.2 samples a row
  std::vector<float> samples(kRate * 10, 0.0f);
  samples[kRate * 9] = 1.0f;
  const FrameMatrix envelope = attack_envelope(samples, kRate);
  ASSERT_EQ(envelope.frames, 5000u);
  for (std::size_t i = 0; i < envelope.frames; ++i)
    EXPECT_EQ(envelope.row(i)[1] > 0.0f, i == 4500) << i;
}

// 50.4 samples a row: the last row may be complete a part of a sample too early.
TEST(AttackEnvelope, OfAStreamIsThatOfTheWhole) {
  constexpr int kRate = 25'200;
  std::vector<float> samples(3001);
  for (std::size_t n = 0; n < samples.size(); ++n)
    samples[n] = static_cast<float>(n * n % 97) / 97.0f;
  for (const std::size_t length : {0u, 1u, 50u, 51u, 101u, 504u, 3001u}) {
    const auto part = std::span(samples).first(length);
    const FrameMatrix whole = attack_envelope(part, kRate);
    EXPECT_EQ(whole.frames, static_cast<std::size_t>(static_cast<double>(length) / 50.4));
    for (const std::size_t piece : {1u, 7u, 50u, 51u, 700u}) {
      AttackEnvelope envelope(kRate);
      for (std::size_t at = 0; at < length; at += piece)
        envelope.push(part.subspan(at, std::min(piece, length - at)));
      EXPECT_EQ(envelope.finish().data, whole.data) << length << " " << piece;
    }
  }
}

TEST(AttackEnvelope, SamplesThatAreNoNumbersCountAsSilence) {
  std::vector<float> samples(100, std::numeric_limits<float>::quiet_NaN());
  samples[50] = std::numeric_limits<float>::infinity();
  for (float value : attack_envelope(samples, 1000).data) EXPECT_EQ(value, 0.0f);
  EXPECT_THROW(attack_envelope(samples, 499), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
