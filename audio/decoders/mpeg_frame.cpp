#include "audio/decoders/mpeg_frame.h"

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

bool same_kind(const MpegFrame& a, const MpegFrame& b) {
  return a.version == b.version && a.layer == b.layer && a.sample_rate == b.sample_rate;
}

bool starts_with(std::span<const unsigned char> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin());
}

// True if a run of frames begins at `offset`.
bool run_begins(const ByteSource& source, std::int64_t offset) {
  constexpr int kRun = 4;
  constexpr int kShortestRun = 2;
  std::optional<MpegFrame> first;
  for (int i = 0; i < kRun; ++i) {
    const std::vector<unsigned char> head = source.bytes(offset, 4);
    const bool ends = i >= kShortestRun && (head.size() < 4 || starts_with(head, "TAG") ||
                                            starts_with(head, "ID3") || starts_with(head, "APET"));
    if (ends) return true;
    const std::optional<MpegFrame> frame = parse_mpeg_header(head);
    if (!frame || frame->bytes == 0 || (first && !same_kind(*frame, *first))) return false;
    if (!first) first = frame;
    if (offset + frame->bytes > source.size()) return i >= kShortestRun;
    offset += frame->bytes;
  }
  return true;
}

}  // namespace

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

std::optional<std::int64_t> find_mpeg_stream(const ByteSource& source, std::int64_t begin,
                                             std::int64_t reach) {
  const std::vector<unsigned char> head =
      source.bytes(begin, static_cast<std::size_t>(std::max<std::int64_t>(reach, 4)));
  for (std::size_t i = 0; i + 4 <= head.size(); ++i) {
    if (head[i] != 0xFF || !parse_mpeg_header(std::span(head).subspan(i, 4))) continue;
    const std::int64_t offset = begin + static_cast<std::int64_t>(i);
    if (run_begins(source, offset)) return offset;
  }
  return std::nullopt;
}

std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes) {
  constexpr std::size_t kTagBytes = 120 + 36;  // from "Xing" to the end of the LAME part
  const std::size_t side =
      frame.version == 10 ? (frame.channels == 1 ? 17 : 32) : (frame.channels == 1 ? 9 : 17);
  const std::size_t tag = 4 + side;
  if (frame.layer != 3 || bytes.size() < tag + 8) return std::nullopt;
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
  at += (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  info.has_delay = body[at] != 0;  // the encoder's name
  const unsigned char* fields = body.data() + at + 21;
  if (info.has_delay) {
    info.delay = fields[0] << 4 | fields[1] >> 4;
    info.padding = (fields[1] & 15) << 8 | fields[2];
  }
  return info;
}

}  // namespace tactus
