// Numbers that a file states are compared with what is there, in both directions; ordinary files of
// all kinds have no warning.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "audio/readers/audio_reader.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kRate = 8000;
constexpr std::size_t kSeconds = 12;

std::vector<float> tone(int rate = kRate, int channels = 1) {
  std::vector<float> samples(kSeconds * static_cast<std::size_t>(rate * channels));
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const double t = static_cast<double>(n / static_cast<std::size_t>(channels)) / rate;
    samples[n] = static_cast<float>(0.4 * std::sin(2.0 * std::numbers::pi * 220.0 * t) +
                                    0.1 * std::sin(2.0 * std::numbers::pi * 1234.5 * t));
  }
  return samples;
}

std::string with_bytes(std::string bytes, double share, const std::string& inserted) {
  return bytes.insert(static_cast<std::size_t>(share * static_cast<double>(bytes.size())),
                      inserted);
}

std::string without_bytes(std::string bytes, double share, std::size_t count) {
  return bytes.erase(static_cast<std::size_t>(share * static_cast<double>(bytes.size())), count);
}

std::string list_chunk() {
  return "LIST" + test::little_endian(18, 4) + "INFOISFT" + test::little_endian(6, 4) +
         std::string("Tests\0", 6);
}

class Counts : public testing::Test {
 protected:
  std::string written(int format) {
    EXPECT_TRUE(test::write_sound(folder_ / "a", format, kRate, 1, tone()));
    return test::bytes_of(folder_ / "a");
  }
  std::string written(const test::LibavFormat& format, int rate = 44100) {
    if (!test::write_libav(folder_ / "a", format, rate, 1, tone(rate))) return {};
    return test::bytes_of(folder_ / "a");
  }
  Audio read(const std::string& bytes) {
    test::write_bytes(folder_ / "b", bytes);
    return read_audio(folder_ / "b");
  }
  // The seconds from which on the warning says that the sound is damaged; -1 without one.
  double damaged_from(const std::string& bytes, const std::string& reason) {
    const Audio audio = read(bytes);
    double seconds = -1.0;
    if (audio.warning) std::sscanf(audio.warning->c_str(), "damaged from %lf", &seconds);
    EXPECT_NE(audio.warning.value_or("").find(reason), std::string::npos)
        << audio.warning.value_or("no warning");
    return seconds;
  }
  void expect_ordinary(const std::string& bytes, const std::string& name) {
    const Audio audio = read(bytes);
    EXPECT_FALSE(audio.warning) << name << ": " << *audio.warning;
    EXPECT_NEAR(static_cast<double>(audio.samples.size()) / audio.sample_rate, kSeconds, 0.1)
        << name;
  }
  test::ScratchFolder folder_;
};

TEST_F(Counts, BytesThatAreNoWholeSampleAreFoundWhereTheyAre) {
  for (const int format : {SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_PCM_24,
                           SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
                           SF_FORMAT_W64 | SF_FORMAT_PCM_16, SF_FORMAT_AU | SF_FORMAT_PCM_24,
                           SF_FORMAT_CAF | SF_FORMAT_PCM_16}) {
    const std::string bytes = written(format);
    const bool is_float = (format & SF_FORMAT_SUBMASK) == SF_FORMAT_FLOAT;
    const std::string reason =
        is_float ? "samples beyond 100" : "samples begin at other bytes from here on";
    for (const double share : {0.3, 0.7}) {
      EXPECT_NEAR(damaged_from(with_bytes(bytes, share, "\x11"), reason), share * kSeconds, 0.5);
      EXPECT_NEAR(damaged_from(without_bytes(bytes, share, 5), reason), share * kSeconds, 0.5);
    }
  }
}

TEST_F(Counts, WhatLiesBehindTheSoundIsNoSound) {
  const std::string junk(50'000, '\x5A');
  for (const int format : {SF_FORMAT_WAV, SF_FORMAT_AIFF, SF_FORMAT_W64, SF_FORMAT_AU}) {
    const std::string bytes = written(format | SF_FORMAT_PCM_16);
    EXPECT_GE(damaged_from(bytes + junk, "50000 bytes behind them were not read"), 0.0);
    EXPECT_EQ(read(bytes + junk).samples.size(), kSeconds * kRate) << format;
    EXPECT_NEAR(damaged_from(bytes + bytes, "a second file"), kSeconds, 1e-3);
    EXPECT_EQ(read(bytes + bytes).samples.size(), kSeconds * kRate) << format;
    expect_ordinary(bytes + std::string(3000, '\0'), "zeros");
    expect_ordinary(bytes + "TAG" + std::string(125, ' '), "ID3v1");
  }
  const std::string wav = written(SF_FORMAT_WAV | SF_FORMAT_PCM_16);
  expect_ordinary(wav + list_chunk(), "LIST");
  expect_ordinary(wav + list_chunk() + list_chunk(), "two LIST");
}

TEST_F(Counts, BytesMissingBeforeAChunkAreMissingSomewhere) {
  const std::string wav = written(SF_FORMAT_WAV | SF_FORMAT_PCM_16) + list_chunk();
  EXPECT_EQ(damaged_from(without_bytes(wav, 0.5, 9000), "bytes of sound are missing somewhere"), 0);
  EXPECT_EQ(read(without_bytes(wav, 0.5, 9000)).samples.size(), kSeconds * kRate - 4500);
}

TEST_F(Counts, SamplesBeyond100AreNamedAndKept) {
  std::vector<float> samples = tone();
  const auto warning = [&](float value) {
    samples[4 * kRate] = value;
    EXPECT_TRUE(
        test::write_sound(folder_ / "a", SF_FORMAT_WAV | SF_FORMAT_FLOAT, kRate, 1, samples));
    return read_audio(folder_ / "a").warning.value_or("");
  };
  EXPECT_EQ(warning(50.0F), "");
  EXPECT_EQ(warning(-300.0F),
            "damaged from 4.000 to 4.000 s: samples beyond 100, where full scale is 1");
  EXPECT_EQ(read_audio(folder_ / "a").samples[4 * kRate], -300.0F);
  for (const float wrong :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_EQ(warning(wrong),
              "damaged from 4.000 to 4.000 s: samples that are not numbers, or are "
              "beyond 1e18");
  }
}

// The frames of an MP3 file at a constant bit rate without padding.
std::vector<std::string> frames_of(const std::string& mp3, std::size_t length) {
  std::vector<std::string> frames;
  for (std::size_t at = 0; at + length <= mp3.size(); at += length) {
    frames.push_back(mp3.substr(at, length));
  }
  return frames;
}

TEST_F(Counts, FramesOfMp3) {
  constexpr int kEvenRate = 48000;  // so that all frames have one length
  constexpr std::size_t kFrame = 144 * 128'000 / kEvenRate;
  std::string mp3 = written({"mp3", "libmp3lame"}, kEvenRate);
  if (mp3.empty()) GTEST_SKIP() << "no MP3 encoder";
  mp3.erase(0, mp3.find("\xFF\xFB"));
  expect_ordinary(mp3, "whole");
  const std::vector<std::string> frames = frames_of(mp3, kFrame);
  std::string lost, doubled, bare_doubled;
  for (std::size_t n = 0; n < frames.size(); ++n) {
    if (n < 200 || n >= 215) lost += frames[n];
    doubled += frames[n];
    if (n >= 200 && n < 215) doubled += frames[n];
  }
  EXPECT_EQ(damaged_from(lost, "15 of "), 0.0);
  EXPECT_EQ(damaged_from(lost, "MPEG frames are missing somewhere"), 0.0);
  EXPECT_EQ(damaged_from(doubled, "MPEG frames, more than the "), 0.0);
  EXPECT_NEAR(damaged_from(mp3 + mp3, "a second MP3 file begins at byte"), kSeconds, 0.1);
  EXPECT_FALSE(read(doubled.substr(kFrame)).warning) << "it announces nothing";
  EXPECT_EQ(read(mp3.substr(0, mp3.size() / 2 + 7)).warning.value_or("").substr(0, 12),
            "truncated at");
}

TEST_F(Counts, NumbersOfMpeg4) {
  const std::string mp4 = written({"ipod", "aac"});
  ASSERT_FALSE(mp4.empty());
  expect_ordinary(mp4, "whole");
  const auto changed = [&](const char* box, std::size_t at, std::uint32_t value) {
    std::string bytes = mp4;
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[bytes.find(box) + at + i] = static_cast<char>(value >> (24 - 8 * i));
    }
    return bytes;
  };
  EXPECT_LT(damaged_from(changed("elst", 12, 1), "its edit list plays 0.001 s of 12."), 0.1);
  EXPECT_EQ(damaged_from(changed("mdhd", 20, 44100), "its header says 1.000 s of sound"), 0.0);
  EXPECT_NEAR(damaged_from(mp4 + mp4, "a second file (MPEG-4) begins"), kSeconds, 0.1);
  test::write_bytes(folder_ / "b", changed("mvhd", 20, 1000));
  AudioReader reader(folder_ / "b");
  EXPECT_FALSE(read_audio(reader).warning);
  EXPECT_EQ(reader.note().substr(0, 23), "its header says 1.000 s");
}

struct Pair {
  const char* muxer;
  const char* encoder;
};

TEST_F(Counts, UndamagedFilesHaveNoWarning) {
  for (const Pair& pair : std::initializer_list<Pair>{{"wav", "wmav2"},
                                                      {"wav", "g722"},
                                                      {"wav", "libmp3lame"},
                                                      {"wav", "mp2"},
                                                      {"w64", "wmav2"},
                                                      {"w64", "libmp3lame"},
                                                      {"w64", "mp2"},
                                                      {"matroska", "wmav1"},
                                                      {"matroska", "wmav2"},
                                                      {"matroska", "vorbis"},
                                                      {"matroska", "flac"},
                                                      {"asf", "flac"},
                                                      {"asf", "wmav2"},
                                                      {"asf", "libmp3lame"},
                                                      {"caf", "alac"},
                                                      {"mov", "pcm_s24le"},
                                                      {"wav", "pcm_s64le"},
                                                      {"wav", "eac3"}}) {
    const bool narrow = std::string_view(pair.encoder) == "g722";
    const std::string bytes = written({pair.muxer, pair.encoder}, narrow ? 16000 : 44100);
    if (!bytes.empty()) expect_ordinary(bytes, std::string(pair.muxer) + " " + pair.encoder);
  }
}

// A Matroska film: a picture at 0 s, then `sounds` streams of PCM that begin `late` s later.
void write_film(const std::filesystem::path& path, double late, int sounds) {
  const std::vector<float> samples = tone();
  AVFormatContext* file = nullptr;
  avformat_alloc_output_context2(&file, nullptr, "matroska", path.c_str());
  for (int s = 0; s <= sounds; ++s) {
    AVCodecParameters& stream = *avformat_new_stream(file, nullptr)->codecpar;
    stream.codec_type = s == 0 ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
    stream.codec_id = s == 0 ? AV_CODEC_ID_MJPEG : AV_CODEC_ID_PCM_S16LE;
    stream.width = stream.height = 16;
    stream.sample_rate = kRate;
    stream.bits_per_coded_sample = 16;
    av_channel_layout_default(&stream.ch_layout, 1);
  }
  avio_open(&file->pb, path.c_str(), AVIO_FLAG_WRITE);
  ASSERT_GE(avformat_write_header(file, nullptr), 0);
  const auto write = [&](int stream, double seconds, std::string data) {
    AVPacket* packet = av_packet_alloc();
    av_new_packet(packet, static_cast<int>(data.size()));
    std::copy(data.begin(), data.end(), packet->data);
    packet->stream_index = stream;
    packet->flags = AV_PKT_FLAG_KEY;
    packet->pts = packet->dts = std::llround(seconds / av_q2d(file->streams[stream]->time_base));
    av_interleaved_write_frame(file, packet);
    av_packet_free(&packet);
  };
  write(0, 0.0, "a picture");
  for (std::size_t begin = 0; begin < samples.size(); begin += 800) {
    std::string data;
    for (std::size_t n = begin; n < begin + 800; ++n) {
      data += test::little_endian(static_cast<std::uint16_t>(std::lround(32767 * samples[n])), 2);
    }
    for (int s = 1; s <= sounds; ++s) write(s, late + static_cast<double>(begin) / kRate, data);
  }
  av_write_trailer(file);
  avio_closep(&file->pb);
  avformat_free_context(file);
}

TEST_F(Counts, TimesOfAFilmCountFromItsPicture) {
  write_film(folder_ / "film.mkv", 2.0, 1);
  AudioReader late(folder_ / "film.mkv");
  const Audio audio = read_audio(late);
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_EQ(late.note(), "its sound begins 2.000 s after the picture: silence stands before it");
  ASSERT_EQ(audio.samples.size(), (kSeconds + 2) * kRate);
  EXPECT_EQ(audio.samples[2 * kRate - 1], 0.0F);
  EXPECT_NEAR(audio.samples[2 * kRate + 1], tone()[1], 1e-4);
}

TEST_F(Counts, TheTakenStreamIsNamed) {
  write_film(folder_ / "film.mkv", 0.0, 2);
  AudioReader two(folder_ / "film.mkv");
  EXPECT_EQ(read_audio(two).samples.size(), kSeconds * kRate);
  EXPECT_EQ(two.note(), "it has 2 sound streams: number 1 was read");
}

TEST_F(Counts, ASecondFileBehindSoundWithoutChunks) {
  for (const std::string& bytes :
       {written(SF_FORMAT_NIST | SF_FORMAT_PCM_16), written(SF_FORMAT_AVR | SF_FORMAT_PCM_16),
        written({"wv", "wavpack"}), written({"tta", "tta"})}) {
    expect_ordinary(bytes, "whole");
    EXPECT_NEAR(damaged_from(bytes + bytes, "a second file"), kSeconds, 0.1);
    EXPECT_NEAR(static_cast<double>(read(bytes + bytes).samples.size()),
                static_cast<double>(read(bytes).samples.size()), 1.0);
  }
}

TEST_F(Counts, ACutFileOfAnyCodecInWavIsTruncated) {
  for (const char* encoder : {"g722", "wmav2", "libmp3lame", "adpcm_ms"}) {
    const bool narrow = std::string_view(encoder) == "g722";
    const std::string bytes = written({"wav", encoder}, narrow ? 16000 : 44100);
    if (bytes.empty()) continue;
    const Audio audio = read(bytes.substr(0, bytes.size() * 6 / 10));
    EXPECT_EQ(audio.warning.value_or("").substr(0, 12), "truncated at") << encoder;
  }
}

}  // namespace
}  // namespace tactus
