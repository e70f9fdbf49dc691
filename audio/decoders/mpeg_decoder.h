// Internal to audio/: MPEG-1/2/2.5 audio layers I, II and III by libmpg123, frame by frame. This
// class removes the delays of encoder and decoder: sample 0 is the first input sample of the
// encoder.
#pragma once

#include <mpg123.h>

#include <vector>

#include "audio/decoders/decoder.h"
#include "audio/decoders/mpeg_frame.h"

namespace tactus {

class MpegDecoder : public Decoder {
 public:
  // `window` is on `source` and begins with a frame (find_mpeg_stream).
  MpegDecoder(SharedSource source, ByteWindow window);

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
  DecodedBlock emit(std::size_t frames);
  DecodedBlock emit_end();

  SharedSource source_;
  ByteWindow window_;
  Handle handle_;
  AudioInfo info_;
  MpegFrame first_;
  std::optional<MpegInfoFrame> tag_;
  std::int64_t delay_ = 0;
  void note_skipped_bytes();
  std::int64_t frame_end_ = -1;  // in the window: expected place of the next frame
  bool frame_ready_ = false;
  bool ended_ = false;
  int rate_ = 0;
  int channels_ = 0;
  std::int64_t mpeg_frames_ = 0;  // decoded
  std::int64_t decoded_ = 0;      // samples per channel, with the delays
  std::int64_t given_ = 0;        // samples per channel returned
  std::size_t skip_ = 0;          // samples per channel still to drop at the start
  std::size_t hold_ = 0;  // samples per channel held back: they are padding if the stream ends now
  std::vector<float> pending_;
  std::vector<float> out_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
