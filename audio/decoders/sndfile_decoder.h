// Internal to audio/: what libsndfile reads, on a part of a file.
#pragma once

#include <sndfile.h>

#include <vector>

#include "audio/decoders/decoder.h"

namespace tactus {

class SndfileDecoder : public Decoder {
 public:
  static constexpr std::int64_t kBlockFrames = 4096;
  // `window` is on `source`. Throws AudioError with libsndfile's reason. libsndfile guesses raw
  // formats from a file's name; here it sees no name, so it never does. `shortfall` is why the
  // sound ends before its end, when that is known beforehand.
  SndfileDecoder(SharedSource source, ByteWindow window,
                 std::optional<std::string> shortfall = std::nullopt);
  ~SndfileDecoder() override;
  SndfileDecoder(const SndfileDecoder&) = delete;
  SndfileDecoder& operator=(const SndfileDecoder&) = delete;

  const AudioInfo& info() const override { return info_; }
  DecodedBlock next() override { return next(kBlockFrames); }
  DecodedBlock next(std::int64_t most_frames);  // up to kBlockFrames
  const std::optional<Problem>& problem() const override { return problem_; }
  // next() goes on from that frame. False where the format cannot go there.
  bool seek(std::int64_t frame);

 private:
  void note_end();
  SharedSource source_;
  ByteWindow window_;
  SNDFILE* file_ = nullptr;
  AudioInfo info_;
  std::vector<float> buffer_;
  bool total_is_sure_ = false;  // claimed_frames is what the stream's end says (Ogg)
  std::int64_t frames_ = 0;     // read so far
  std::optional<std::string> shortfall_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
