// Internal to audio/: FLAC by libFLAC. libsndfile trusts the number of samples in the header and
// stops at the first damaged frame. This decoder reads the stream to its end. A missing or broken
// frame becomes silence of its length, so that the music after it keeps its time; a frame of an
// earlier time is left out. At the end it compares the sound with the number of samples and the MD5
// sum of the header.
#pragma once

#include <FLAC/stream_decoder.h>

#include <deque>
#include <vector>

#include "audio/decoders/interface/decoder.h"
#include "audio/decoders/ogg/ogg_link.h"

namespace tactus {

// The number of the first frame: from 0 on; any, as in Ogg that was cut out of another file; or as
// it is, since pages were lost before it.
enum class FlacStart { kZero, kAny, kLost };

class FlacDecoder : public Decoder {
 public:
  // `window` is on `source` and begins with "fLaC"; `name` is the name of the format for people.
  // `lost`: stretches with frames that are missing, in order. libFLAC fills short ones with silence
  // and says nothing.
  FlacDecoder(SharedSource source, ByteWindow window, const char* name,
              FlacStart start = FlacStart::kZero, std::vector<LostFlac> lost = {});

  const AudioInfo& info() const override { return info_; }
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }

  // Called from the callbacks of libFLAC.
  void take_stream_info(const FLAC__StreamMetadata_StreamInfo& stream_info);
  void take_frame(const FLAC__Frame& frame, const FLAC__int32* const channels[]);
  void take_error(const char* reason);
  ByteWindow& window() { return window_; }

 private:
  using Handle = std::unique_ptr<FLAC__StreamDecoder, void (*)(FLAC__StreamDecoder*)>;
  struct Part {
    int sample_rate;
    int channels;
    std::int64_t silence;  // missing samples per channel before this part
    std::vector<float> samples;
  };
  bool advance();  // reads one frame or metadata block; false at the end
  std::optional<std::int64_t> gap_before(const FLAC__FrameHeader& header);
  void begin_again();
  std::int64_t number_of(const FLAC__FrameHeader& header) const;  // of its first sample
  void note_lost(std::int64_t number);
  DecodedBlock silence(Part& part);
  double seconds() const;
  bool is_complete() const;
  void compare_with_header();
  void finish();

  SharedSource source_;
  ByteWindow window_;
  const char* name_;
  FlacStart start_;
  std::vector<LostFlac> lost_;
  std::size_t next_lost_ = 0;
  Handle handle_;
  AudioInfo info_;
  std::optional<std::int64_t>
      position_;  // samples per channel so far, from the first frame's own number
  std::int64_t first_position_ = 0;
  std::int64_t before_ = 0;  // samples per channel of the streams before this one
  std::deque<Part> parts_;   // decoded, not yet returned: few (libFLAC fills a gap itself, within
                             // limits)
  bool damaged_ = false;     // since the last good frame
  bool dropped_ = false;     // the last frame, because it belongs to an earlier time
  bool ended_ = false;
  int rate_ = 1;        // Hz, of the last frame
  int block_ = 0;       // samples of each frame but the last; 0 = not known
  int last_block_ = 0;  // samples of the last frame
  bool last_is_silent_ = false;
  bool has_sum_ = false;        // the header has an MD5 sum
  std::int64_t frame_end_ = 0;  // of the last good frame, in the window
  int taken_ = 0;               // frames, in this step of libFLAC
  std::vector<float> out_;
  std::string last_error_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
