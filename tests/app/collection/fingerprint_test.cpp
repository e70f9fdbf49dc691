#include "app/collection/fingerprint.h"

#include <gtest/gtest.h>

#include <bit>

#include "audio/readers/open_audio.h"
#include "datasets/outputs/audio_writer.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

class FingerprintTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_fingerprints(); !why.empty()) GTEST_SKIP() << why;
  }
  std::string print(const std::string& name, const std::vector<float>& samples, int rate = 22050) {
    write_audio(scratch / name, samples, 1, rate);
    return fingerprint_of(*open_audio(scratch / name, kFingerprintRate, {}));
  }
  ScratchFolder scratch;
};

TEST_F(FingerprintTest, IsThatOfTheRecordingWhateverTheFile) {
  const std::vector<float> music = made_up_music(20.0, 22050, 220.0);
  const std::string wav = print("a.wav", music);
  const std::string ogg = print("a.ogg", music);
  std::vector<float> quiet = music;
  for (float& sample : quiet) sample *= 0.3f;
  std::vector<float> late(22050, 0.0f);
  late.insert(late.end(), music.begin(), music.end());
  EXPECT_EQ(alike(wav, wav), 1.0);
  EXPECT_GT(alike(wav, ogg), 0.9);
  EXPECT_GT(alike(wav, print("quiet.flac", quiet)), 0.9);
  EXPECT_GT(alike(wav, print("late.wav", late)), 0.9) << "a second later";
  EXPECT_LE(std::popcount(fingerprint_hash(wav) ^ fingerprint_hash(ogg)), 4);
  const std::string other = print("b.wav", made_up_music(20.0, 22050, 297.0));
  EXPECT_LT(alike(wav, other), kSameRecording - 0.05);
}

TEST_F(FingerprintTest, ThereIsNoneOfShortOrSilentSound) {
  EXPECT_EQ(print("short.wav", made_up_music(3.0, 22050, 220.0)), "");
  EXPECT_EQ(print("silent.wav", std::vector<float>(20 * 22050, 0.0f)), "");
  EXPECT_EQ(alike("", ""), 0.0);
  EXPECT_EQ(fingerprint_hash(""), 0u);
}

}  // namespace
}  // namespace tactus::test
