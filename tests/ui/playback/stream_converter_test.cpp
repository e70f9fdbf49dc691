#include "ui/playback/stream_converter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

namespace tactus::ui {
namespace {

QAudioFormat format_of(int rate, int channels, QAudioFormat::SampleFormat samples) {
  QAudioFormat format;
  format.setSampleRate(rate);
  format.setChannelCount(channels);
  format.setSampleFormat(samples);
  return format;
}

// A second of a 300 Hz tone, at half the height on the right.
StreamConverter::Pull tone(int rate) {
  return [rate, at = 0](std::span<float> stereo) mutable {
    std::size_t frames = 0;
    for (; frames < stereo.size() / 2 && at < rate; ++frames, ++at) {
      const double value = 0.8 * std::sin(2.0 * std::numbers::pi * 300.0 * at / rate);
      stereo[2 * frames] = static_cast<float>(value);
      stereo[2 * frames + 1] = static_cast<float>(value / 2);
    }
    return frames;
  };
}

std::vector<char> read_all(StreamConverter& converter, std::int64_t block) {
  std::vector<char> all, part(static_cast<std::size_t>(block));
  for (;;) {
    const std::int64_t got = converter.read(part.data(), block);
    all.insert(all.end(), part.begin(), part.begin() + got);
    if (got == 0) return all;
  }
}

template <class Value>
double value_at(const std::vector<char>& bytes, std::size_t index) {
  Value value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return static_cast<double>(value);
}

TEST(StreamConverter, OtherRatesSoundTheSame) {
  for (const int rate : {44100, 48000, 8000}) {
    StreamConverter converter(tone(44100), 44100, format_of(rate, 2, QAudioFormat::Float));
    const auto bytes = read_all(converter, 1000);
    const auto frames = static_cast<std::int64_t>(bytes.size() / 8);
    EXPECT_EQ(frames, rate) << rate;
    EXPECT_NEAR(converter.pulledSeconds(), 1.0, 1e-9);
    for (int n = rate / 10; n < rate * 9 / 10; n += 7) {
      const double expected = 0.8 * std::sin(2.0 * std::numbers::pi * 300.0 * n / rate);
      const auto index = static_cast<std::size_t>(2 * n);
      ASSERT_NEAR(value_at<float>(bytes, index), expected, 2e-3) << rate << " Hz, " << n;
      ASSERT_NEAR(value_at<float>(bytes, index + 1), expected / 2, 2e-3);
    }
  }
}

TEST(StreamConverter, OtherSamplesAndChannelsHoldTheSame) {
  const auto sample = [](int n) {
    return 0.8 * std::sin(2.0 * std::numbers::pi * 300.0 * n / 8000);
  };
  const auto bytes_of = [](int channels, QAudioFormat::SampleFormat samples) {
    StreamConverter converter(tone(8000), 8000, format_of(8000, channels, samples));
    return read_all(converter, 999);
  };
  const auto integers = bytes_of(2, QAudioFormat::Int16);
  const auto large = bytes_of(1, QAudioFormat::Int32);
  const auto small = bytes_of(6, QAudioFormat::UInt8);
  ASSERT_EQ(integers.size(), 8000u * 4);
  ASSERT_EQ(large.size(), 8000u * 4);
  ASSERT_EQ(small.size(), 8000u * 6);
  for (int n = 0; n < 8000; n += 13) {
    const auto index = static_cast<std::size_t>(n);
    EXPECT_NEAR(value_at<std::int16_t>(integers, 2 * index) / 32767.0, sample(n), 1e-4);
    EXPECT_NEAR(value_at<std::int16_t>(integers, 2 * index + 1) / 32767.0, sample(n) / 2, 1e-4);
    EXPECT_NEAR(value_at<std::int32_t>(large, index) / 2147483647.0, 0.75 * sample(n), 1e-6);
    EXPECT_NEAR((value_at<std::uint8_t>(small, 6 * index) - 128) / 127.0, sample(n), 0.005);
    EXPECT_EQ(value_at<std::uint8_t>(small, 6 * index + 2), 128);
  }
}

TEST(StreamConverter, TakesWhatTheDeviceTakes) {
  const QAudioFormat preferred = format_of(48000, 6, QAudioFormat::Int32);
  const auto choose = [&](auto supported) { return device_format(44100, supported, preferred); };
  EXPECT_EQ(choose([](const QAudioFormat&) { return true; }),
            format_of(44100, 2, QAudioFormat::Float));
  EXPECT_EQ(choose([](const QAudioFormat& f) { return f.sampleFormat() == QAudioFormat::Int16; }),
            format_of(44100, 2, QAudioFormat::Int16));
  EXPECT_EQ(choose([](const QAudioFormat&) { return false; }), preferred);
  EXPECT_FALSE(device_format(
                   44100, [](const QAudioFormat&) { return false; }, QAudioFormat())
                   .isValid());
  EXPECT_THROW(StreamConverter(tone(8000), 8000, QAudioFormat()), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::ui
