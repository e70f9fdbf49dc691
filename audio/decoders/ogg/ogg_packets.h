// Internal to audio/: the packets of Ogg pages (RFC 3533, section 5).
#pragma once

#include <span>
#include <vector>

#include "audio/decoders/ogg/ogg_link.h"

namespace tactus {

using OggPacket = std::span<const unsigned char>;

class OggPackets {
 public:
  // The source must outlive the object.
  explicit OggPackets(const ByteSource& source) : source_(source) {}

  // The packets that end on the page, valid until the next call. `joined`: a packet that began on
  // the page before the last keep() is completed; else it is left out.
  std::vector<OggPacket> read(const OggPage& page, bool joined);
  // The packet that the page of the last read() leaves incomplete is kept for the next page.
  void keep();

 private:
  const ByteSource& source_;
  std::vector<unsigned char> page_;
  std::vector<unsigned char> whole_;  // a packet of more than one page
  std::vector<unsigned char> begun_;  // a packet, on the pages before
  std::vector<unsigned char> rest_;   // what page_ has of a packet that it leaves incomplete
  bool goes_on_ = false;              // which is the one that has begun
};

// All packets of some pages in a row.
std::vector<std::vector<unsigned char>> read_packets(const ByteSource& source,
                                                     std::span<const OggPage> pages);

}  // namespace tactus
