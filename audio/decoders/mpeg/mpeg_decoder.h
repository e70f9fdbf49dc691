// Internal to audio/: MPEG-1/2/2.5 audio layers I, II and III by libmpg123, frame by frame. If
// the file gives the delay of its encoder, this class removes it with that of the decoder: sample 0
// is the first input sample of the encoder. MPEG frames have no times. So it looks for all frames
// first, gives libmpg123 nothing else, and fills gaps with the silence of the missing frames
// (count_missing_frames).
#pragma once

#include <mpg123.h>

#include <vector>

#include "audio/decoders/interface/decoder.h"
#include "audio/decoders/mpeg/mpeg_frame.h"
#include "audio/decoders/mpeg/mpeg_map.h"

namespace tactus {

class MpegDecoder : public Decoder {
 public:
  // `begin` is the offset of a frame in `source` (find_mpeg_stream).
  MpegDecoder(SharedSource source, std::int64_t begin);

  const AudioInfo& info() const override { return info_; }
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }

  const MpegFrame& first_frame() const { return first_; }
  bool has_information_frame() const { return tag_.has_value(); }
  // Samples per channel that are removed at the start, the information frame excepted.
  std::int64_t delay() const { return delay_; }

 private:
  using Handle = std::unique_ptr<mpg123_handle, void (*)(mpg123_handle*)>;
  void open();
  void read_first_frame();
  bool advance();       // to the next frame; false at the end
  bool decode_frame();  // appends to pending_; false if the format changed: then pending_ must be
                        // returned first
  void pass_gap();      // before the current frame, if it begins a run
  DecodedBlock emit(std::size_t frames);
  DecodedBlock emit_silence();
  DecodedBlock emit_end();
  void note_end();
  void compare_with_announced();
  void check_frames();
  double seconds_at(std::int64_t frame) const;  // of map_
  void note_skipped_bytes();
  double seconds() const;  // returned so far

  SharedSource source_;
  MpegMap map_;
  ByteWindow window_;
  std::size_t next_run_ = 1;         // of map_, not reached yet
  std::int64_t next_run_begin_ = 0;  // in the window
  std::int64_t silent_ = 0;          // samples per channel to return before the current frame
  Handle handle_;
  AudioInfo info_;
  MpegFrame first_;
  std::optional<MpegInfoFrame> tag_;
  std::int64_t delay_ = 0;
  std::int64_t frame_end_ = -1;  // in the window: expected place of the next frame
  bool frame_ready_ = false;
  bool ended_ = false;
  int rate_ = 0;
  int channels_ = 0;
  std::int64_t mpeg_frames_ = 0;  // decoded, or missing and replaced
  std::int64_t decoded_ = 0;      // samples per channel, with the delays
  std::int64_t given_ = 0;        // samples per channel returned
  std::size_t skip_ = 0;          // samples per channel still to drop at the start
  std::size_t hold_ = 0;  // samples per channel held back: they are padding if the stream ends now
  std::vector<float> pending_;
  std::vector<float> silence_;  // of a frame that could not be decoded
  std::vector<float> out_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
