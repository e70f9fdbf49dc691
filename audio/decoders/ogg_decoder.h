// Internal to audio/: Ogg files. libsndfile stops at the end of the first link, does not report a
// cut file, closes the gap of a damaged page, and does not look past a first stream without sound.
// So this class gives it the first audio stream of each link as a separate file, and after each
// loss the headers with the rest as another one. The granules of the pages give the time of such a
// part; the gap before it becomes silence. FLAC goes without its Ogg pages to libFLAC. A file whose
// last page is incomplete is truncated (the mark of a stream's last page is often missing).
#pragma once

#include <vector>

#include "audio/decoders/decoder.h"
#include "audio/decoders/ogg_link.h"

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
  bool open_next_segment();
  bool place_segment(const OggSegment& segment);
  std::int64_t samples_of(std::int64_t granules) const;
  void claim_length();
  void note_problem(Problem problem);
  void note_end_of_segment();
  DecodedBlock silence();
  DecodedBlock placed(DecodedBlock block);

  SharedSource source_;
  std::int64_t next_link_;
  OggLink link_;
  std::size_t next_segment_ = 0;      // of link_
  bool lost_ = false;                 // the segment before could not be read
  std::unique_ptr<Decoder> decoder_;  // of the current segment
  AudioInfo info_;
  std::optional<std::int64_t> origin_;  // granule at sample 0 of the link
  std::int64_t position_ = 0;           // samples per channel of the link, returned so far
  std::int64_t silent_ = 0;             // samples per channel to return before the segment
  std::int64_t tail_ = 0;               // samples per channel to return after the last segment
  std::int64_t unwanted_ = 0;           // samples per channel to drop from the segment
  double seconds_ = 0;                  // returned so far
  double link_begin_ = 0;               // seconds
  std::vector<float> silence_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
