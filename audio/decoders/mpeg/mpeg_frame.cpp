#include "audio/decoders/mpeg/mpeg_frame.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tactus {
namespace {

// kbit/s by [row][index]: MPEG-1 layers I, II, III; MPEG-2/2.5 layer I; MPEG-2/2.5 layers II and
// III.
constexpr std::array<std::array<int, 15>, 5> kBitRates = {{
    {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
    {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
    {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}};
constexpr std::array<int, 3> kSampleRates = {44100, 48000, 32000};

std::uint32_t big_endian(std::span<const unsigned char> bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 |
         std::uint32_t{bytes[at + 2]} << 8 | std::uint32_t{bytes[at + 3]};
}

}  // namespace

int parse_mpeg_bit_rate(std::span<const unsigned char> bytes) {
  const std::optional<MpegFrame> frame = parse_mpeg_header(bytes);
  if (!frame) return 0;
  const int row = frame->version == 10 ? frame->layer - 1 : frame->layer == 1 ? 3 : 4;
  return kBitRates[static_cast<std::size_t>(row)][big_endian(bytes, 0) >> 12 & 15] * 1000;
}

std::optional<MpegFrame> parse_mpeg_header(std::span<const unsigned char> bytes) {
  if (bytes.size() < 4) return std::nullopt;
  const std::uint32_t head = big_endian(bytes, 0);
  const std::uint32_t version_bits = head >> 19 & 3;
  const std::uint32_t layer_bits = head >> 17 & 3;
  const std::uint32_t rate_index = head >> 12 & 15;
  const std::uint32_t frequency = head >> 10 & 3;
  const bool synchronous = head >> 21 == 0x7FF;
  if (!synchronous || version_bits == 1 || layer_bits == 0 || rate_index == 15 || frequency == 3) {
    return std::nullopt;
  }
  MpegFrame frame;
  frame.version = version_bits == 3 ? 10 : version_bits == 2 ? 20 : 25;
  frame.layer = 4 - static_cast<int>(layer_bits);
  frame.sample_rate = kSampleRates[frequency] / (version_bits == 3 ? 1 : version_bits == 2 ? 2 : 4);
  frame.channels = (head >> 6 & 3) == 3 ? 1 : 2;
  const bool short_frame = frame.layer == 3 && frame.version != 10;
  frame.samples = frame.layer == 1 ? 384 : short_frame ? 576 : 1152;
  const int row = frame.version == 10 ? frame.layer - 1 : frame.layer == 1 ? 3 : 4;
  const int bits_per_second = kBitRates[static_cast<std::size_t>(row)][rate_index] * 1000;
  const int padding = static_cast<int>(head >> 9 & 1);
  if (bits_per_second > 0) {
    frame.bytes = frame.layer == 1
                      ? (frame.samples / 32 * bits_per_second / frame.sample_rate + padding) * 4
                      : frame.samples / 8 * bits_per_second / frame.sample_rate + padding;
  }
  return frame;
}

namespace {

constexpr std::size_t kVbriPlace = 4 + 32;  // of Fraunhofer's encoders, in every kind of frame

std::size_t xing_place(const MpegFrame& frame) {
  const bool mono = frame.channels == 1;
  return 4U + (frame.version == 10 ? (mono ? 17U : 32U) : (mono ? 9U : 17U));
}

// The numbers are big-endian. From "VBRI" on: version, delay and quality of 2 bytes each, the bytes
// and the frames of the file of 4 each, a table of places.
MpegInfoFrame parse_vbri(std::span<const unsigned char> tag) {
  constexpr std::size_t kFrames = 14;
  MpegInfoFrame info;
  info.may_count_itself = true;
  const std::int64_t frames = tag.size() >= kFrames + 4 ? big_endian(tag, kFrames) : 0;
  if (frames > 0) info.frames = frames;
  return info;
}

// At `at`, the checksum of all frames, then that of this one. Programs that make all frames louder
// or softer may say so.
std::optional<std::uint16_t> sum_of_frames(std::span<const unsigned char> bytes, std::size_t at,
                                           bool louder) {
  const std::uint32_t sums = big_endian(bytes, at);
  const bool unchanged = lame_checksum(bytes.first(at + 2)) == (sums & 0xFFFF);
  if (!unchanged || louder || sums >> 16 == 0) return std::nullopt;
  return static_cast<std::uint16_t>(sums >> 16);
}

}  // namespace

bool is_mpeg_information(const MpegFrame& frame, std::span<const unsigned char> bytes) {
  const auto stands = [&](std::size_t at, std::string_view name) {
    return starts_with(bytes.subspan(std::min(at, bytes.size())), name);
  };
  const std::size_t place = xing_place(frame);
  return frame.layer == 3 &&
         (stands(place, "Xing") || stands(place, "Info") || stands(kVbriPlace, "VBRI"));
}

std::uint16_t lame_checksum(std::span<const unsigned char> bytes, std::uint16_t sum) {
  static constexpr auto kTable = [] {
    std::array<std::uint16_t, 256> table = {};
    for (unsigned i = 0; i < table.size(); ++i) {
      unsigned value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xA001U : 0U);
      table[i] = static_cast<std::uint16_t>(value);
    }
    return table;
  }();
  for (const unsigned char byte : bytes)
    sum = static_cast<std::uint16_t>(sum >> 8 ^ kTable[(sum ^ byte) & 255]);
  return sum;
}

std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes) {
  constexpr std::size_t kTagBytes = 120 + 36;  // from "Xing" to the end of the LAME part
  const std::size_t tag = xing_place(frame);
  if (frame.layer != 3 || bytes.size() < tag + 8) return std::nullopt;
  const auto at_vbri = bytes.subspan(std::min(kVbriPlace, bytes.size()));
  if (starts_with(at_vbri, "VBRI")) return parse_vbri(at_vbri);
  const auto at_tag = bytes.subspan(tag);
  if (!starts_with(at_tag, "Xing") && !starts_with(at_tag, "Info")) return std::nullopt;
  std::vector<unsigned char> body(at_tag.begin(), at_tag.end());
  body.resize(std::max(body.size(), kTagBytes), 0);
  MpegInfoFrame info;
  const std::uint32_t flags = big_endian(body, 4);
  std::size_t at = 8;
  if (flags & 1) {
    info.frames = big_endian(body, at);
    at += 4;
  }
  if (flags & 2) info.bytes = big_endian(body, at);
  at += (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  info.has_delay = body[at] != 0;  // the encoder's name
  const unsigned char* fields = body.data() + at + 21;
  if (info.has_delay) {
    info.delay = fields[0] << 4 | fields[1] >> 4;
    info.padding = (fields[1] & 15) << 8 | fields[2];
    const std::size_t sums = tag + at + 32;
    if (sums + 4 <= bytes.size()) info.checksum = sum_of_frames(bytes, sums, fields[4] != 0);
  }
  return info;
}

}  // namespace tactus
