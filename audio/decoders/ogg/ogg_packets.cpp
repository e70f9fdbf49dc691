#include "audio/decoders/ogg/ogg_packets.h"

#include <algorithm>
#include <utility>

namespace tactus {

std::vector<OggPacket> OggPackets::read(const OggPage& page, bool joined) {
  constexpr std::size_t kHead = 27;
  std::vector<OggPacket> packets;
  page_ = source_.bytes(page.begin, static_cast<std::size_t>(page.length));
  rest_.clear();
  if (page_.size() < kHead || page_.size() < kHead + page_[kHead - 1]) return packets;
  const std::span<const unsigned char> lacing = std::span(page_).subspan(kHead, page_[kHead - 1]);
  std::span<const unsigned char> body = std::span(page_).subspan(kHead + lacing.size());
  bool continues = page.continued;
  std::size_t size = 0;
  for (const unsigned char value : lacing) {
    size += value;
    if (value == 255) continue;
    OggPacket packet = body.first(std::min(size, body.size()));
    body = body.subspan(packet.size());
    size = 0;
    if (std::exchange(continues, false)) {
      if (!joined || begun_.empty()) continue;
      whole_.resize(begun_.size() + packet.size());
      std::ranges::copy(packet, std::ranges::copy(begun_, whole_.begin()).out);
      packet = whole_;
    }
    packets.push_back(packet);
  }
  const OggPacket rest = body.first(std::min(size, body.size()));
  goes_on_ = continues && joined;
  if (!continues || joined) rest_.assign(rest.begin(), rest.end());
  return packets;
}

void OggPackets::keep() {
  if (!goes_on_) begun_.clear();
  begun_.insert(begun_.end(), rest_.begin(), rest_.end());
}

std::vector<std::vector<unsigned char>> read_packets(const ByteSource& source,
                                                     std::span<const OggPage> pages) {
  std::vector<std::vector<unsigned char>> all;
  OggPackets reader(source);
  for (const OggPage& page : pages) {
    for (const OggPacket packet : reader.read(page, true))
      all.emplace_back(packet.begin(), packet.end());
    reader.keep();
  }
  return all;
}

}  // namespace tactus
