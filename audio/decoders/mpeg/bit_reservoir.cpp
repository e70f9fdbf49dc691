#include "audio/decoders/mpeg/bit_reservoir.h"

#include <algorithm>

namespace tactus {
namespace {

int bits_at(std::span<const unsigned char> bytes, std::size_t at, int count) {
  int value = 0;
  for (; count > 0; --count, ++at) value = value << 1 | (bytes[at / 8] >> (7 - at % 8) & 1);
  return value;
}

// What stands between the head of a frame and its data.
struct SideInformation {
  std::int64_t bytes = 0;  // with the head
  int begin = 0;           // bytes before the frame where its data begin
  std::int64_t bits = 0;   // of its data
};

SideInformation read_side_information(const MpegFrame& frame, std::span<const unsigned char> head) {
  constexpr std::size_t kHeadBytes = 4, kChecksumBytes = 2, kLengthBits = 12;
  const bool full = frame.version == 10;  // two granules
  const std::size_t channels = frame.channels == 1 ? 1 : 2;
  const std::size_t before = kHeadBytes + ((head[1] & 1) == 0 ? kChecksumBytes : 0);
  const std::size_t side = full ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17);
  const std::size_t shared = full ? (channels == 1 ? 18 : 20) : (channels == 1 ? 9 : 10);
  const std::size_t each = full ? 59 : 63;
  SideInformation found;
  found.bytes = static_cast<std::int64_t>(before + side);
  found.begin = bits_at(head, before * 8, full ? 9 : 8);
  const std::size_t granules = full ? 2 : 1;
  for (std::size_t n = 0; n < granules * channels; ++n)
    found.bits += bits_at(head, before * 8 + shared + n * each, kLengthBits);
  return found;
}

}  // namespace

bool BitReservoir::takes(const MpegFrame& frame, std::span<const unsigned char> head) {
  if (frame.layer != 3 || head.size() < kHead) return true;
  const SideInformation side = read_side_information(frame, head);
  const std::int64_t begin = (bytes_ - side.begin) * 8;
  const bool fits = used_ < 0 || begin >= used_ || begin < 0;
  used_ = std::max<std::int64_t>(0, begin + side.bits);
  bytes_ += std::max<std::int64_t>(0, frame.bytes - side.bytes);
  return fits;
}

}  // namespace tactus
