#include "audio/decoders/ogg/ogg_codec.h"

#include <opus/opus_multistream.h>
#include <vorbis/codec.h>

#include <algorithm>
#include <string_view>

namespace tactus {
namespace {

using Headers = std::vector<std::vector<unsigned char>>;

// libvorbis does not write to a packet.
ogg_packet packet_of(OggPacket bytes) {
  ogg_packet packet = {};
  packet.packet = const_cast<unsigned char*>(bytes.data());
  packet.bytes = static_cast<long>(bytes.size());
  packet.granulepos = -1;
  return packet;
}

class VorbisCodec : public OggCodec {
 public:
  VorbisCodec() {
    vorbis_info_init(&info_);
    vorbis_comment_init(&comment_);
  }
  ~VorbisCodec() override {
    if (ready_) {
      vorbis_block_clear(&block_);
      vorbis_dsp_clear(&state_);
    }
    vorbis_comment_clear(&comment_);
    vorbis_info_clear(&info_);
  }
  VorbisCodec(const VorbisCodec&) = delete;
  VorbisCodec& operator=(const VorbisCodec&) = delete;

  // The comments may hold a picture of many megabytes and are not needed.
  bool open(const Headers& headers) {
    using namespace std::string_view_literals;
    constexpr std::string_view kNoComments = "\3vorbis\0\0\0\0\0\0\0\0\1"sv;
    const std::span comments(reinterpret_cast<const unsigned char*>(kNoComments.data()),
                             kNoComments.size());
    if (headers.size() < 3) return false;
    for (const OggPacket header :
         {OggPacket(headers[0]), OggPacket(comments), OggPacket(headers[2])}) {
      ogg_packet packet = packet_of(header);
      packet.b_o_s = header.data() == headers[0].data() ? 1 : 0;
      if (vorbis_synthesis_headerin(&info_, &comment_, &packet) != 0) return false;
    }
    if (vorbis_synthesis_init(&state_, &info_) != 0) return false;
    vorbis_block_init(&state_, &block_);
    ready_ = true;
    format = "OGG (OGG Container format), Vorbis";
    sample_rate = static_cast<int>(info_.rate);
    jitter = (vorbis_info_blocksize(&info_, 1) - vorbis_info_blocksize(&info_, 0)) / 2;
    channels = info_.channels;
    return true;
  }

  // Two blocks that overlap give a quarter of the sum of their lengths.
  std::int64_t granules(const std::vector<OggPacket>& packets, bool fresh) override {
    std::int64_t sum = 0;
    long before = fresh ? 0 : last_;
    for (const OggPacket bytes : packets) {
      const long size = block_size(bytes);
      if (size <= 0) continue;
      if (before > 0) sum += (before + size) / 4;
      before = size;
    }
    return sum;
  }

  void decode(OggPacket bytes, std::vector<float>& samples) override {
    ogg_packet packet = packet_of(bytes);
    const long size = block_size(bytes);
    if (size <= 0 || vorbis_synthesis(&block_, &packet) != 0) return;
    vorbis_synthesis_blockin(&state_, &block_);
    last_ = size;
    float** pcm = nullptr;
    const auto width = static_cast<std::size_t>(channels);
    for (int count = 0; (count = vorbis_synthesis_pcmout(&state_, &pcm)) > 0;) {
      const std::size_t begin = samples.size();
      samples.resize(begin + static_cast<std::size_t>(count) * width);
      for (std::size_t c = 0; c < width; ++c) {
        float* out = samples.data() + begin + c;
        for (int n = 0; n < count; ++n, out += width) *out = pcm[c][n];
      }
      vorbis_synthesis_read(&state_, count);
    }
  }

  void reset() override {
    vorbis_synthesis_restart(&state_);
    last_ = 0;
  }

 private:
  long block_size(OggPacket bytes) {
    ogg_packet packet = packet_of(bytes);
    return bytes.empty() ? 0 : vorbis_packet_blocksize(&info_, &packet);
  }

  vorbis_info info_;
  vorbis_comment comment_;
  vorbis_dsp_state state_;
  vorbis_block block_;
  bool ready_ = false;
  long last_ = 0;  // length of the last block; 0 = none
};

class OpusCodec : public OggCodec {
 public:
  // The lowest rate of the decoder that holds the rate of the original, as libsndfile chooses.
  bool open(const Headers& headers) {
    constexpr std::size_t kTable = 19;  // where the table of channels begins
    if (headers.empty() || headers[0].size() < kTable) return false;
    const std::vector<unsigned char>& head = headers[0];
    const auto number = [&](std::size_t at, int count) {
      std::uint32_t value = 0;
      for (int i = count; i-- > 0;) value = value << 8 | head[at + static_cast<std::size_t>(i)];
      return value;
    };
    channels = head[9];
    pre_skip = number(10, 2);
    const std::uint32_t rate = number(12, 4);
    granules_per_sample = rate > 24000   ? 1
                          : rate > 16000 ? 2
                          : rate > 12000 ? 3
                          : rate > 8000  ? 4
                                         : 6;
    sample_rate = kRate / granules_per_sample;
    const bool simple = head[18] == 0;  // mono or stereo
    const std::size_t size = simple ? kTable : kTable + 2 + head[9];
    if (head[8] > 15 || (simple && channels > 2) || channels == 0 || head.size() < size)
      return false;
    constexpr unsigned char kStereo[] = {0, 1};
    const int streams = simple ? 1 : head[kTable];
    const int coupled = simple ? channels - 1 : head[kTable + 1];
    int error = OPUS_OK;
    decoder_.reset(opus_multistream_decoder_create(sample_rate, channels, streams, coupled,
                                                   simple ? kStereo : head.data() + kTable + 2,
                                                   &error));
    const auto gain = static_cast<opus_int16>(number(16, 2));
    format = "OGG (OGG Container format), Opus";
    return decoder_ && error == OPUS_OK &&
           opus_multistream_decoder_ctl(decoder_.get(), OPUS_SET_GAIN(gain)) == OPUS_OK;
  }

  std::int64_t granules(const std::vector<OggPacket>& packets, bool) override {
    std::int64_t sum = 0;
    for (const OggPacket packet : packets) sum += std::max(0, samples_of(packet, kRate));
    return sum;
  }

  void decode(OggPacket packet, std::vector<float>& samples) override {
    const int count = samples_of(packet, sample_rate);
    if (count <= 0) return;
    const std::size_t begin = samples.size();
    const auto width = static_cast<std::size_t>(channels);
    samples.resize(begin + static_cast<std::size_t>(count) * width);
    const int got = opus_multistream_decode_float(decoder_.get(), packet.data(),
                                                  static_cast<opus_int32>(packet.size()),
                                                  samples.data() + begin, count, 0);
    samples.resize(begin + static_cast<std::size_t>(std::max(0, got)) * width);
  }

  void reset() override { opus_multistream_decoder_ctl(decoder_.get(), OPUS_RESET_STATE); }

 private:
  static constexpr int kRate = 48000;  // Hz, of the granules
  static int samples_of(OggPacket packet, int rate) {
    return packet.empty() ? 0
                          : opus_packet_get_nb_samples(
                                packet.data(), static_cast<opus_int32>(packet.size()), rate);
  }

  std::unique_ptr<OpusMSDecoder, void (*)(OpusMSDecoder*)> decoder_{
      nullptr, opus_multistream_decoder_destroy};
};

template <class Codec>
std::unique_ptr<OggCodec> opened(const Headers& headers) {
  auto codec = std::make_unique<Codec>();
  if (!codec->open(headers)) return nullptr;
  return codec;
}

}  // namespace

std::unique_ptr<OggCodec> open_ogg_codec(OggLink::Codec codec, const Headers& headers) {
  if (codec == OggLink::Codec::kVorbis) return opened<VorbisCodec>(headers);
  if (codec == OggLink::Codec::kOpus) return opened<OpusCodec>(headers);
  return nullptr;
}

}  // namespace tactus
