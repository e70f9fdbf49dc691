#include "audio/waveform/rough_envelope.h"

#include <gtest/gtest.h>
#include <sndfile.h>

#include <cmath>

#include "audio/decoders/interface/byte_source.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kRate = 8000;

// Mono; as loud as it is late: sample n is +-n / frames.
void write_ramp(const std::filesystem::path& path, int format, std::int64_t frames) {
  SF_INFO info = {};
  info.samplerate = kRate;
  info.channels = 1;
  info.format = format;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  ASSERT_NE(file, nullptr);
  std::vector<float> samples(static_cast<std::size_t>(frames));
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const float loud = static_cast<float>(n) / static_cast<float>(frames);
    samples[n] = n % 2 == 0 ? loud : -loud;
  }
  ASSERT_EQ(sf_writef_float(file, samples.data(), frames), frames);
  sf_close(file);
}

std::optional<SpotReader> spots_of(const std::filesystem::path& path) {
  return SpotReader::open(std::make_shared<ByteSource>(path));
}

class RoughEnvelopeTest : public testing::TestWithParam<int> {
 protected:
  static constexpr std::int64_t kFrames = std::int64_t{300} * kRate;
  void SetUp() override { write_ramp(folder / "a", GetParam(), kFrames); }
  test::ScratchFolder folder;
};

TEST_P(RoughEnvelopeTest, FollowTheSoundFromTheFirstLookOn) {
  auto reader = spots_of(folder / "a");
  ASSERT_TRUE(reader);
  EXPECT_NEAR(reader->seconds(), 300.0, 1e-9);
  RoughEnvelope rough(reader->seconds());
  EXPECT_TRUE(rough.empty());
  int looks = 0;
  while (rough.refine(*reader)) {
    ++looks;
    std::vector<Envelope> columns(30);
    rough.summarise(0.0, 10.0, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double end = static_cast<double>(i + 1) / 30.0;
      EXPECT_GT(columns[i].high, end - 1.0 / 15.0) << looks << ", " << i;
      EXPECT_LE(columns[i].high, end + 1e-3);
      EXPECT_NEAR(columns[i].low, -columns[i].high, 1e-3);
    }
  }
  EXPECT_EQ(RoughEnvelope::kFirstSpots << (looks - 1), RoughEnvelope::kSpots);
}

TEST_P(RoughEnvelopeTest, ReadABoundedNumberOfFrames) {
  auto reader = spots_of(folder / "a");
  ASSERT_TRUE(reader);
  RoughEnvelope rough(reader->seconds());
  ASSERT_TRUE(rough.refine(*reader));
  EXPECT_GT(reader->frames_read(), 0);
  EXPECT_LE(reader->frames_read(), RoughEnvelope::kFirstSpots * SpotReader::kSpotFrames);
  while (rough.refine(*reader)) {
  }
  EXPECT_LE(reader->frames_read(), RoughEnvelope::kSpots * SpotReader::kSpotFrames);
}

INSTANTIATE_TEST_SUITE_P(Containers, RoughEnvelopeTest,
                         testing::Values(SF_FORMAT_WAV | SF_FORMAT_PCM_16,
                                         SF_FORMAT_AIFF | SF_FORMAT_PCM_24,
                                         SF_FORMAT_FLAC | SF_FORMAT_PCM_16));

TEST(RoughEnvelope, AreNotMadeWhereSeekingIsDear) {
  test::ScratchFolder folder;
  write_ramp(folder / "a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 10 * kRate);
  test::write_text(folder / "a.txt", "RIFF but no sound");
  EXPECT_FALSE(spots_of(folder / "a.ogg"));
  EXPECT_FALSE(spots_of(folder / "a.txt"));
  EXPECT_FALSE(SpotLevels(folder / "absent", {}).next());
}

TEST(RoughEnvelope, NothingIsKnownOutsideTheRecording) {
  test::ScratchFolder folder;
  write_ramp(folder / "a.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 200 * kRate);
  auto reader = spots_of(folder / "a.wav");
  ASSERT_TRUE(reader);
  RoughEnvelope rough(200.0);
  ASSERT_TRUE(rough.refine(*reader));
  std::vector<Envelope> columns(4);
  rough.summarise(190.0, 5.0, columns);
  EXPECT_GT(columns[1].high, 0.9f);
  EXPECT_EQ(columns[2].high, 0.0f);
  rough.summarise(-20.0, 5.0, columns);
  EXPECT_EQ(columns[3].high, 0.0f);
  RoughEnvelope of_unknown_length(0.0);
  EXPECT_FALSE(of_unknown_length.refine(*reader));
}

}  // namespace
}  // namespace tactus
