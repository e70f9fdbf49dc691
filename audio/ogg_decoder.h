// Internal to audio/: Ogg files, which may be chains of several streams ("links") one after the
// other. libsndfile stops at the end of the first link without a word, so each link is given to it
// as a file of its own. Ogg pages: RFC 3533, section 6; chaining: section 4.
#pragma once

#include "audio/decoder.h"

namespace tactus {

class OggDecoder : public Decoder {
 public:
  // `begin` is the offset of the first page.
  OggDecoder(SharedSource source, std::int64_t begin);

  const AudioInfo& info() const override { return info_; }  // of the first link
  DecodedBlock next() override;
  std::optional<std::string> problem() const override { return problem_; }

 private:
  void open_next_link();
  void note_problem(std::optional<std::string> problem);
  SharedSource source_;
  std::int64_t next_link_;
  std::unique_ptr<Decoder> link_;
  AudioInfo info_;
  double seconds_ = 0;  // decoded so far
  std::optional<std::string> problem_;
};

// Where the link that begins at `begin` ends: at the first page that begins a stream after one that
// does not, or at the end of the file.
std::int64_t find_ogg_link_end(const ByteSource& source, std::int64_t begin);

}  // namespace tactus
