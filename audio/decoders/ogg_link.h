// Internal to audio/: the pages of Ogg files. A file may be a chain of streams ("links"), and a
// link may interleave several streams (music beside video or a skeleton). Pages: RFC 3533, section
// 6; chaining and multiplexing: section 4. FLAC in Ogg: https://xiph.org/flac/ogg_mapping.html
#pragma once

#include <vector>

#include "audio/decoders/byte_source.h"

namespace tactus {

// Pages without a loss between them.
struct OggSegment {
  std::vector<ByteExtent> pages;
  std::int64_t end_granule = -1;  // of its last page that has one; -1 = none has
};

// Samples [begin, end) of a stream of FLAC.
struct LostFlac {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

struct OggLink {
  std::int64_t end = 0;  // start of the next link, or the end of the file
  bool flac = false;
  bool opus = false;
  std::int64_t pre_skip = 0;  // granules before the sound (Opus)
  bool late = false;          // pages before the first one with sound are lost, maybe with sound
  bool cut_off = false;       // the file ends within a page
  bool loose_end = false;     // bytes that are no page follow the last page, which is not marked as
                              // the last
  // The pages with the headers of its first audio stream (of its first stream if none is audio).
  // Empty for codecs other than Vorbis, Opus and Speex.
  std::vector<ByteExtent> headers;
  // The other pages of this stream. For FLAC one segment: the contents of all pages from "fLaC" on.
  std::vector<OggSegment> segments;
  std::vector<LostFlac> lost;  // of FLAC: pages with sound are missing there
};

// A link ends at the first page that begins a stream after a page that does not. A page with a
// wrong checksum is left out, and so is one of an earlier time than the page before; libFLAC looks
// for faults of FLAC itself.
OggLink find_ogg_link(const ByteSource& source, std::int64_t begin);

}  // namespace tactus
