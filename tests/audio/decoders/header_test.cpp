// Headers with wrong sizes: the existing sound is read, and missing sound is reported with its
// time.
#include <gtest/gtest.h>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr std::size_t kFrames = 1000;
constexpr std::uint32_t kDataBytes = 2 * kFrames;

std::string ramp_data() {
  std::string data;
  for (std::size_t n = 0; n < kFrames; ++n) data += test::little_endian(n * 31 % 2000, 2);
  return data;
}

struct Sizes {
  const char* name;
  std::uint32_t data;
  std::uint32_t riff;
};

class LyingWav : public testing::TestWithParam<Sizes> {
 protected:
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "lie.wav", bytes);
    return read_audio(folder_ / "lie.wav");
  }
  test::ScratchFolder folder_;
};

TEST_P(LyingWav, IsReadToTheEndOfTheFile) {
  test::WavHeader header = {.rate = 8000};
  header.data_size = GetParam().data;
  header.riff_size = GetParam().riff;
  const Audio audio = read(test::wav_bytes(header, ramp_data()));
  EXPECT_EQ(audio.samples, read(test::true_wav_bytes(header, ramp_data())).samples);
  EXPECT_EQ(audio.samples.size(), kFrames);
  EXPECT_EQ(audio.samples[1], 31.0F / 32768.0F);
  EXPECT_FALSE(audio.warning) << *audio.warning;
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, LyingWav,
    testing::Values(Sizes{"zeros", 0, 0}, Sizes{"zero_data", 0, kDataBytes + 36},
                    Sizes{"closed_never", 0, 8}, Sizes{"zero_riff", kDataBytes, 0},
                    Sizes{"ones", 0xFFFFFFFF, 0xFFFFFFFF}, Sizes{"ones_zero", 0xFFFFFFFF, 0},
                    Sizes{"sox_pipe", 0x7FFFF000, 0x7FFFF024}, Sizes{"max31", 0x7FFFFFFF, 36},
                    Sizes{"min31", 0x80000000, 0xFFFFFFFF}),
    [](const auto& sizes) { return std::string(sizes.param.name); });

TEST(Header, WavThatAnnouncesMoreThanIsThereIsTruncatedAtATime) {
  const test::ScratchFolder folder;
  const test::WavHeader header = {.rate = 8000, .data_size = 2 * kDataBytes, .riff_size = 4036};
  test::write_bytes(folder / "cut.wav", test::wav_bytes(header, ramp_data()));
  const Audio audio = read_audio(folder / "cut.wav");
  EXPECT_EQ(audio.samples.size(), kFrames);
  EXPECT_EQ(audio.warning,
            "truncated at 0.125 s: the header announces 4000 bytes of sound, the file has 2000");
}

TEST(Header, WavWithAnEmptyDataChunkBeforeAnotherIsEmpty) {
  const test::ScratchFolder folder;
  const std::string list = "LIST" + test::little_endian(4, 4) + "INFO";
  const test::WavHeader header = {.riff_size = 48};
  test::write_bytes(folder / "empty.wav", test::wav_bytes(header, list));
  EXPECT_TRUE(read_audio(folder / "empty.wav").samples.empty());
}

std::string rf64(std::uint64_t data_size) {
  const std::string wav = test::wav_bytes({.rate = 8000, .data_size = 0xFFFFFFFF}, ramp_data());
  const std::string ds64 = "ds64" + test::little_endian(28, 4) + test::little_endian(0, 8) +
                           test::little_endian(data_size, 8) + test::little_endian(0, 12);
  return "RF64" + test::little_endian(0xFFFFFFFF, 4) + "WAVE" + ds64 + wav.substr(12);
}

TEST(Header, Rf64SizesMayLieToo) {
  const test::ScratchFolder folder;
  const std::uint64_t largest = ~std::uint64_t{0};
  for (const std::uint64_t size :
       {std::uint64_t{kDataBytes}, std::uint64_t{0}, largest, largest >> 1}) {
    test::write_bytes(folder / "a.rf64", rf64(size));
    const Audio audio = read_audio(folder / "a.rf64");
    EXPECT_EQ(audio.samples.size(), kFrames) << size;
    EXPECT_FALSE(audio.warning) << size;
  }
  test::write_bytes(folder / "a.rf64", rf64(2 * kDataBytes));
  const Audio audio = read_audio(folder / "a.rf64");
  EXPECT_EQ(audio.samples.size(), kFrames);
  ASSERT_TRUE(audio.warning);
  EXPECT_EQ(audio.warning->substr(0, 21), "truncated at 0.125 s:");
}

// Overwrites the 32-bit big-endian number behind `name`.
std::string with_size(std::string bytes, const std::string& name, std::size_t skip,
                      std::uint32_t size) {
  const std::size_t at = bytes.find(name) + name.size() + skip;
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(size >> (24 - 8 * i));
  return bytes;
}

TEST(Header, AiffAndAuSizesMayLieToo) {
  const test::ScratchFolder folder;
  std::vector<float> samples(kFrames, 0.5F);
  samples[1] = 0.25F;
  struct Case {
    int format;
    const char* name;
    std::size_t skip;
  };
  for (const Case& c : {Case{SF_FORMAT_AIFF, "SSND", 0}, Case{SF_FORMAT_AU, ".snd", 4}}) {
    ASSERT_TRUE(test::write_sound(folder / "a", c.format | SF_FORMAT_PCM_16, 8000, 1, samples));
    const std::string bytes = test::bytes_of(folder / "a");
    for (const std::uint32_t size : {0U, 0xFFFFFFFFU, 2'000'000U}) {
      test::write_bytes(folder / "b", with_size(bytes, c.name, c.skip, size));
      const Audio audio = read_audio(folder / "b");
      EXPECT_EQ(audio.samples.size(), kFrames) << c.name << " " << size;
      EXPECT_EQ(audio.warning.has_value(), size == 2'000'000) << c.name << " " << size;
    }
  }
}

}  // namespace
}  // namespace tactus
