// Internal to audio/: Ogg files. The pages of Vorbis and Opus say in granules where their sound
// ends. Each page is compared with this place: sound that is missing before it becomes silence,
// sound of an earlier time is left out, and both are named. Numbers of pages count for less. A
// first page may begin at any granule, as in a file that `ffmpeg -ss -c copy` wrote; nothing of it
// is left out but the pre-skip of Opus. FLAC goes without its Ogg pages to libFLAC, Speex to
// FFmpeg's libraries. A chain is read link by link.
#pragma once

#include <memory>
#include <vector>

#include "audio/decoders/interface/decoder.h"
#include "audio/decoders/ogg/ogg_codec.h"
#include "audio/decoders/ogg/ogg_link.h"
#include "audio/decoders/ogg/ogg_packets.h"

namespace tactus {

class OggDecoder : public Decoder {
 public:
  // `begin` is the offset of the first page. Throws AudioError if no link has Vorbis, Opus or FLAC
  // that can be decoded.
  OggDecoder(SharedSource source, std::int64_t begin);

  const AudioInfo& info() const override { return info_; }  // of the first link
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }
  std::string note() const override { return note_; }

 private:
  void open_next_link();
  void open_flac();
  void open_speex(std::int64_t begin);
  void set_info();
  bool place_next_page();
  bool exceeds_slack(std::int64_t gap, const OggPage& page) const;
  void place_first_page(const OggPage& page);
  void place_by_granule(const OggPage& page);
  std::int64_t granules_before_end(std::int64_t gap, std::int64_t granules);
  bool is_misplaced(const OggPage& page, bool last);
  bool goes_back_after(const OggPage& page) const;
  void give(std::int64_t granules);
  std::int64_t samples_of(std::int64_t granules) const;
  double seconds_of(std::int64_t granules) const;
  void note(const char* reason, double from, double until);
  void note_problem(Problem problem);
  void note_end_of_link();
  DecodedBlock silence();
  DecodedBlock decode_packets();

  SharedSource source_;
  std::int64_t next_link_;
  OggLink link_;
  std::unique_ptr<Decoder> inner_;  // of FLAC or Speex
  bool reads_speex_ = false;        // libavcodec is there
  std::unique_ptr<OggCodec> codec_;
  OggPackets reader_;
  std::size_t next_page_ = 0;       // of link_
  std::vector<OggPacket> packets_;  // of the page before
  std::size_t next_packet_ = 0;
  bool placed_ = false;            // a page of the link
  bool dropped_ = false;           // the last page
  std::uint32_t next_number_ = 0;  // of a page
  std::int64_t granule_ = 0;       // of the last page in its place
  std::int64_t zero_ = 0;          // granule of the first sample of the link
  std::int64_t at_ = 0;            // granule behind the page before
  std::int64_t silent_ = 0;        // samples per channel to return before the packets
  std::int64_t unwanted_ = 0;      // samples per channel to drop from the packets
  std::int64_t wanted_ = 0;        // samples per channel to return from the packets after that
  std::vector<float> samples_;
  double seconds_ = 0.0;     // returned so far
  double link_begin_ = 0.0;  // seconds
  AudioInfo info_;
  std::optional<Problem> problem_;
  std::string note_;
};

}  // namespace tactus
