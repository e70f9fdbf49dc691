// Internal to audio/: the pages of Ogg files. A file may be a chain of streams ("links"), and a
// link may interleave several streams (music beside video or a skeleton). Pages: RFC 3533, section
// 6; chaining and multiplexing: section 4. FLAC in Ogg: https://xiph.org/flac/ogg_mapping.html
#pragma once

#include <optional>
#include <vector>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

struct OggPage {
  std::int64_t begin = 0;     // in the file
  std::int64_t length = 0;    // bytes
  std::int64_t granule = -1;  // position at the end of the last packet that ends here; less than 0
                              // before the music, but -1 = none
  std::uint32_t number = 0;
  int packets = 0;           // that end here
  bool continued = false;    // begins within a packet
  bool ends_stream = false;  // has the mark of the last page
  bool odd = false;  // before it lie bytes that are no page, the page before it a second time, or
                     // pages of a stream that never began

  bool has_granule() const { return granule != -1; }
};

// Samples [begin, end) of a stream of FLAC.
struct LostFlac {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// The first audio stream of a link (the first stream if none is audio).
struct OggLink {
  enum class Codec { kOther, kFlac, kVorbis, kOpus, kSpeex };

  std::int64_t end = 0;       // start of the next link, or the end of the file
  bool begins_again = false;  // not marked as ended, and the next link has its serial number
  bool stands_twice = false;  // the next link begins with the same bytes, too
  Codec codec = Codec::kOther;
  std::int64_t packet_samples = 0;  // of Speex
  std::int64_t sample_rate = 0;     // of Speex, Hz
  int sounds = 0;                   // audio streams
  bool has_picture = false;         // a stream of Theora, Dirac, VP8 or OGM video
  bool late = false;       // pages before the first one with sound are lost, maybe with sound
  bool cut_off = false;    // the file ends within a page
  bool loose_end = false;  // bytes that are no page follow the last page, which is not marked as
                           // the last
  bool looks_cut = false;  // the last page is not marked as the last, and as full as others
  bool stray_end = false;  // pages of a stream that never began follow the last page
  std::vector<OggPage> headers;  // of Vorbis, Opus and Speex
  std::vector<OggPage> pages;    // the others, but for FLAC
  std::vector<ByteExtent> flac;  // the contents of all pages from "fLaC" on
  std::vector<LostFlac> lost;    // of FLAC: pages with sound are missing there
};

// A link ends at the first page that begins a stream after a page that does not. A page with a
// wrong checksum is left out; libFLAC looks for faults of FLAC itself.
OggLink find_ogg_link(const ByteSource& source, std::int64_t begin);
// By its pages alone, without decoding.
bool is_damaged(const OggLink& link);
// Of Speex: seconds before the first page that is lost, doubled or moved. Faults of the end of the
// stream are left out.
std::optional<double> damaged_from(const OggLink& link);

}  // namespace tactus
