// Sample 0 of MPEG audio and AAC: where the file gives no delay, the first sample that libmpg123
// and libavcodec deliver as they are; where it gives one, the first of the music. All readers
// agree.
#include <gtest/gtest.h>
#include <mpg123.h>

#include <cmath>

#include "audio/readers/audio_reader.h"
#include "audio/readers/channel_reader.h"
#include "audio/readers/playback_reader.h"
#include "tests/audio/support/libav_files.h"
#include "tests/audio/support/sound_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kMp3 = 576 + 529, kLayer2 = 481, kAac = 1024;  // samples, of these encoders

struct Stream {
  const char* name;
  test::LibavFormat format;
  int late;  // samples that come before the first of the encoder
};

const Stream kStreams[] = {
    {"mp3", {.muxer = "mp3", .encoder = "libmp3lame", .xing = false}, kMp3},
    {"mp3 with a LAME frame", {.muxer = "mp3", .encoder = "libmp3lame"}, 0},
    {"mp2", {.muxer = "mp2", .encoder = "mp2"}, kLayer2},
    {"adts", {.muxer = "adts", .encoder = "aac"}, kAac},
    {"mp3 in wav", {.muxer = "wav", .encoder = "libmp3lame"}, kMp3},
    {"mp2 in wav", {.muxer = "wav", .encoder = "mp2"}, kLayer2},
    {"mp3 in matroska", {.muxer = "matroska", .encoder = "libmp3lame"}, kMp3},
    {"mp2 in matroska", {.muxer = "matroska", .encoder = "mp2"}, kLayer2},
    {"aac in matroska", {.muxer = "matroska", .encoder = "aac"}, kAac},
    {"mp3 in asf", {.muxer = "asf", .encoder = "libmp3lame"}, kMp3},
    {"mp3 in mp4", {.muxer = "mp4", .encoder = "libmp3lame"}, 0},
    {"aac in mp4", {.muxer = "mp4", .encoder = "aac"}, 0},
    {"aac in fragments",
     {.muxer = "mp4", .encoder = "aac", .movflags = "empty_moov+frag_keyframe"},
     kAac}};

class TimeAxis : public testing::TestWithParam<int> {
 protected:
  static int rate() { return GetParam(); }
  std::filesystem::path file(const test::LibavFormat& format, int channels) {
    std::vector<float> sound;
    for (const float x : test::impulses(3 * second() + 1234, {second(), 2 * second()}))
      sound.insert(sound.end(), static_cast<std::size_t>(channels), x);
    EXPECT_TRUE(test::write_libav(folder_ / "sound", format, rate(), channels, sound));
    return folder_ / "sound";
  }
  static std::size_t second() { return static_cast<std::size_t>(rate()); }
  // How much later than in the encoder's input the impulses lie, in samples.
  static void expect_late(const std::vector<float>& mono, int late, const std::string& name) {
    for (const std::size_t at : {second(), 2 * second()}) {
      const auto place = static_cast<double>(test::peak_in(mono, at - 4000, at + 4000));
      EXPECT_NEAR(place - static_cast<double>(at), late, 1) << name;
    }
  }
  test::ScratchFolder folder_;
};

// The first channel of all that a reader of channels gives.
template <class Reader>
std::vector<float> first_channel(Reader reader) {
  std::vector<float> samples;
  for (auto block = reader.next(); !block.empty(); block = reader.next()) {
    for (std::size_t n = 0; n < block.size(); n += static_cast<std::size_t>(reader.channels()))
      samples.push_back(block[n]);
  }
  return samples;
}

std::vector<float> in_blocks(const std::filesystem::path& path, std::size_t size) {
  AudioReader reader(path);
  std::vector<float> block(size), samples;
  while (const std::size_t got = reader.read(block))
    samples.insert(samples.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
  return samples;
}

TEST_P(TimeAxis, IsTheSameForEveryReader) {
  for (const Stream& stream : kStreams) {
    for (const int channels : {1, 2}) {
      const auto path = file(stream.format, channels);
      const std::string name = stream.name;
      const Audio audio = read_audio(path);
      EXPECT_FALSE(audio.warning) << name << ": " << *audio.warning;
      EXPECT_EQ(audio.sample_rate, rate()) << name;
      expect_late(audio.samples, stream.late, name);
      EXPECT_EQ(in_blocks(path, 1000), audio.samples) << name;
      expect_late(first_channel(ChannelReader(path)), stream.late, name + ", all channels");
      expect_late(first_channel(PlaybackReader(path)), stream.late, name + ", playback");
    }
  }
}

// What libmpg123 delivers if nothing is set but the format of the samples.
std::vector<float> mpg123_samples(const std::filesystem::path& path) {
  mpg123_init();
  mpg123_handle* handle = mpg123_new(nullptr, nullptr);
  mpg123_param(handle, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_FORCE_FLOAT, 0);
  EXPECT_EQ(mpg123_open(handle, path.c_str()), MPG123_OK);
  std::vector<float> block(1000), samples;
  for (int code = MPG123_OK; code == MPG123_OK || code == MPG123_NEW_FORMAT;) {
    std::size_t bytes = 0;
    code = mpg123_read(handle, reinterpret_cast<unsigned char*>(block.data()),
                       block.size() * sizeof(float), &bytes);
    samples.insert(samples.end(), block.begin(),
                   block.begin() + static_cast<std::ptrdiff_t>(bytes / sizeof(float)));
  }
  mpg123_delete(handle);
  return samples;
}

TEST_P(TimeAxis, IsThatOfMpg123) {
  for (const Stream& stream : std::span(kStreams).first(3)) {
    const auto path = file(stream.format, 1);
    const std::vector<float> own = read_audio(path).samples, other = mpg123_samples(path);
    ASSERT_EQ(own.size(), other.size()) << stream.name;
    for (std::size_t n = 0; n < own.size(); ++n) ASSERT_NEAR(own[n], other[n], 1e-5) << n;
  }
}

// All frames of a bare stream, as libavcodec delivers them.
std::vector<float> libav_samples(const std::filesystem::path& path) {
  AVFormatContext* file = nullptr;
  EXPECT_GE(avformat_open_input(&file, path.c_str(), nullptr, nullptr), 0);
  EXPECT_GE(avformat_find_stream_info(file, nullptr), 0);
  const AVCodecParameters* stream = file->streams[0]->codecpar;
  AVCodecContext* codec = avcodec_alloc_context3(avcodec_find_decoder(stream->codec_id));
  avcodec_parameters_to_context(codec, stream);
  EXPECT_GE(avcodec_open2(codec, nullptr, nullptr), 0);
  AVPacket* packet = av_packet_alloc();
  AVFrame* frame = av_frame_alloc();
  std::vector<float> samples;
  for (bool more = true; more;) {
    more = av_read_frame(file, packet) >= 0;
    avcodec_send_packet(codec, more ? packet : nullptr);
    av_packet_unref(packet);
    while (avcodec_receive_frame(codec, frame) == 0) {
      EXPECT_EQ(frame->format, AV_SAMPLE_FMT_FLTP);
      const auto* plane = reinterpret_cast<const float*>(frame->extended_data[0]);
      samples.insert(samples.end(), plane, plane + frame->nb_samples);
    }
  }
  av_frame_free(&frame);
  av_packet_free(&packet);
  avcodec_free_context(&codec);
  avformat_close_input(&file);
  return samples;
}

TEST_P(TimeAxis, IsThatOfFfmpeg) {
  for (const Stream& stream : {kStreams[0], kStreams[1], kStreams[3]}) {
    const auto path = file(stream.format, 1);
    const std::vector<float> own = read_audio(path).samples, other = libav_samples(path);
    ASSERT_EQ(own.size(), other.size()) << stream.name;
    for (std::size_t n = 0; n < own.size(); ++n) ASSERT_NEAR(own[n], other[n], 1e-4) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Rates, TimeAxis, testing::Values(16000, 22050, 44100, 48000),
                         testing::PrintToStringParamName());

class TimeAxisOfMatroska : public testing::TestWithParam<Stream> {};

// Matroska may give the delay of the encoder (CodecDelay, in nanoseconds); libavformat leaves it.
TEST_P(TimeAxisOfMatroska, TheDelayThatTheFileGivesIsRemoved) {
  constexpr std::size_t kRate = 44100;
  const test::ScratchFolder folder;
  ASSERT_TRUE(test::write_libav(folder / "a.mka", GetParam().format, kRate, 1,
                                test::impulses(3 * kRate, {kRate})));
  std::string bytes = test::bytes_of(folder / "a.mka");
  const std::string language = "\x22\xB5\x9C\x83und";
  const std::size_t at = bytes.find(language);
  ASSERT_NE(at, std::string::npos);
  const auto delay = static_cast<std::uint32_t>(std::lround(GetParam().late * 1e9 / kRate));
  std::string element = "\x56\xAA\x84";
  for (const int shift : {24, 16, 8, 0}) element += static_cast<char>(delay >> shift & 255);
  test::write_bytes(folder / "b.mka", bytes.replace(at, language.size(), element));
  const Audio audio = read_audio(folder / "b.mka");
  EXPECT_FALSE(audio.warning) << *audio.warning;
  EXPECT_NEAR(static_cast<double>(test::peak_in(audio.samples, 0, audio.samples.size())), kRate, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Codecs, TimeAxisOfMatroska,
    testing::Values(Stream{"aac", {.muxer = "matroska", .encoder = "aac"}, kAac},
                    Stream{"mp3", {.muxer = "matroska", .encoder = "libmp3lame"}, kMp3}),
    [](const auto& stream) { return std::string(stream.param.name); });

}  // namespace
}  // namespace tactus
