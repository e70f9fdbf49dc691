#include "datasets/synth/sound/codec_round_trip.h"

#include <fmt/core.h>
#include <sndfile.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

#include "audio/resampler.h"

namespace tactus {
namespace {

constexpr int kMpegRates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
constexpr int kOpusRate = 48000;
constexpr std::size_t kBlockFrames = 1 << 14;  // libvorbis overflows its stack on long writes
// Delays of LAME 3.100 (576 samples) and of every MPEG layer III decoder (529). Frames too small
// for LAME's information frame do not store the delay, and libsndfile does not remove it.
constexpr std::size_t kLameDelay = 576 + 529;

// A file in memory, for libsndfile.
struct MemoryFile {
  std::vector<unsigned char> bytes;
  sf_count_t place = 0;

  static MemoryFile& of(void* user) { return *static_cast<MemoryFile*>(user); }
  static sf_count_t size(void* user) { return static_cast<sf_count_t>(of(user).bytes.size()); }
  static sf_count_t tell(void* user) { return of(user).place; }
  static sf_count_t seek(sf_count_t offset, int whence, void* user) {
    const sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? tell(user) : size(user);
    return of(user).place = std::max<sf_count_t>(0, base + offset);
  }
  static sf_count_t read(void* out, sf_count_t count, void* user) {
    MemoryFile& file = of(user);
    count = std::clamp<sf_count_t>(size(user) - file.place, 0, count);
    if (count > 0) std::memcpy(out, file.bytes.data() + file.place, static_cast<size_t>(count));
    file.place += count;
    return count;
  }
  static sf_count_t write(const void* in, sf_count_t count, void* user) {
    MemoryFile& file = of(user);
    const auto end = static_cast<std::size_t>(file.place + count);
    if (end > file.bytes.size()) file.bytes.resize(end);
    if (count > 0) std::memcpy(file.bytes.data() + file.place, in, static_cast<size_t>(count));
    file.place += count;
    return count;
  }
  SF_VIRTUAL_IO io() const { return {&size, &seek, &read, &write, &tell}; }
};

struct Closer {
  void operator()(SNDFILE* file) const noexcept { sf_close(file); }
};
using File = std::unique_ptr<SNDFILE, Closer>;

int format_of(Codec codec) {
  if (codec == Codec::kMp3) return SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III;
  return SF_FORMAT_OGG | (codec == Codec::kVorbis ? SF_FORMAT_VORBIS : SF_FORMAT_OPUS);
}

int rate_for(Codec codec, int rate) {
  if (codec == Codec::kOpus) return kOpusRate;
  if (codec == Codec::kVorbis) return rate;
  const auto* found = std::lower_bound(std::begin(kMpegRates), std::end(kMpegRates), rate);
  return found == std::end(kMpegRates) ? kMpegRates[8] : *found;
}

[[noreturn]] void fail(const CodecSettings& settings, const char* what, SNDFILE* file) {
  throw CodecError(fmt::format("{}: {}: {}; install libsndfile 1.2 with its codecs",
                               describe(settings), what, sf_strerror(file)));
}

void encode(MemoryFile& memory, const std::vector<float>& samples, int channels, int rate,
            const CodecSettings& settings) {
  SF_VIRTUAL_IO io = memory.io();
  SF_INFO info{};
  info.samplerate = rate;
  info.channels = channels;
  info.format = format_of(settings.codec);
  const File file(sf_open_virtual(&io, SFM_WRITE, &info, &memory));
  if (!file) fail(settings, "no encoder", nullptr);
  double level = std::clamp(settings.compression, 0.0, 1.0);
  int mode = SF_BITRATE_MODE_CONSTANT;
  if (settings.codec == Codec::kMp3)
    sf_command(file.get(), SFC_SET_BITRATE_MODE, &mode, sizeof mode);
  sf_command(file.get(), SFC_SET_COMPRESSION_LEVEL, &level, sizeof level);
  const std::size_t block = kBlockFrames * static_cast<std::size_t>(channels);
  for (std::size_t done = 0; done < samples.size(); done += block) {
    const auto count = static_cast<sf_count_t>(std::min(block, samples.size() - done));
    if (sf_write_float(file.get(), samples.data() + done, count) != count)
      fail(settings, "encoding failed", file.get());
  }
}

std::vector<float> decode(MemoryFile& memory, int channels, int rate,
                          const CodecSettings& settings) {
  memory.place = 0;
  SF_VIRTUAL_IO io = memory.io();
  SF_INFO info{};
  const File file(sf_open_virtual(&io, SFM_READ, &info, &memory));
  if (!file) fail(settings, "no decoder", nullptr);
  if (info.channels != channels || info.samplerate != rate)
    fail(settings, "the decoder returned another rate or number of channels", nullptr);
  std::vector<float> out;
  std::vector<float> block(kBlockFrames * static_cast<std::size_t>(channels));
  while (const sf_count_t count =
             sf_read_float(file.get(), block.data(), static_cast<sf_count_t>(block.size())))
    out.insert(out.end(), block.begin(), block.begin() + count);
  return out;
}

}  // namespace

std::vector<float> codec_round_trip(const std::vector<float>& samples, int channels,
                                    int sample_rate, const CodecSettings& settings) {
  if (settings.codec == Codec::kNone || samples.empty()) return samples;
  const int rate = rate_for(settings.codec, sample_rate);
  const std::vector<float> given =
      resample(samples, sample_rate, rate, channels, ResampleQuality::kLow);
  MemoryFile memory;
  encode(memory, given, channels, rate, settings);
  std::vector<float> got = decode(memory, channels, rate, settings);
  const std::size_t delay = kLameDelay * static_cast<std::size_t>(channels);
  if (settings.codec == Codec::kMp3 && got.size() > given.size() && got.size() > delay)
    got.erase(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(delay));
  got.resize(given.size());
  std::vector<float> result = resample(got, rate, sample_rate, channels, ResampleQuality::kLow);
  result.resize(samples.size());
  return result;
}

std::string describe(const CodecSettings& settings) {
  if (settings.codec == Codec::kNone) return "";
  constexpr const char* kNames[] = {"", "mp3", "vorbis", "opus"};
  return fmt::format("{} {:.2f}", kNames[static_cast<int>(settings.codec)], settings.compression);
}

}  // namespace tactus
