// Internal to audio/: Ogg files. A file may be a chain of streams ("links"), and a link may
// interleave several streams (music beside video or a skeleton). libsndfile stops at the end of the
// first link, does not report a cut file, and does not look past a first stream without sound. So
// this class gives it the first audio stream of each link as a separate file. FLAC goes without its
// Ogg pages to libFLAC. A file whose last page is incomplete is truncated (the mark of a stream's
// last page is often missing). Pages: RFC 3533, section 6; chaining and multiplexing: section 4.
// FLAC in Ogg: https://xiph.org/flac/ogg_mapping.html
#pragma once

#include <vector>

#include "audio/decoders/decoder.h"

namespace tactus {

class OggDecoder : public Decoder {
 public:
  // `begin` is the offset of the first page.
  OggDecoder(SharedSource source, std::int64_t begin);

  const AudioInfo& info() const override { return info_; }  // of the first link
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }

 private:
  void open_next_link();
  void note_problem(const Problem& problem);
  SharedSource source_;
  std::int64_t next_link_;
  bool cut_off_ = false;  // the file's last page is incomplete
  std::unique_ptr<Decoder> link_;
  AudioInfo info_;
  double seconds_ = 0;     // returned so far
  double link_begin_ = 0;  // seconds
  std::optional<Problem> problem_;
};

struct OggLink {
  std::int64_t end = 0;  // start of the next link, or the end of the file
  bool flac = false;
  bool cut_off = false;  // the file ends within a page
  // The pages of its first audio stream (of its first stream if none is audio); for FLAC their
  // contents from "fLaC" on.
  std::vector<ByteExtent> extents;
};
// A link ends at the first page that begins a stream after a page that does not.
OggLink find_ogg_link(const ByteSource& source, std::int64_t begin);

}  // namespace tactus
