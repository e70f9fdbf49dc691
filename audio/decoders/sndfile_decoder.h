// Internal to audio/: formats that libsndfile reads, from a part of a file.
#pragma once

#include <sndfile.h>

#include <vector>

#include "audio/decoders/interface/decoder.h"

namespace tactus {

class SndfileDecoder : public Decoder {
 public:
  static constexpr std::int64_t kBlockFrames = 4096;
  // `window` is on `source`. Throws AudioError with the reason from libsndfile. libsndfile guesses
  // raw formats from the name of a file; here it gets no name, so it never does. `shortfall`: why
  // the sound ends early, if known beforehand.
  SndfileDecoder(SharedSource source, ByteWindow window,
                 std::optional<std::string> shortfall = std::nullopt);
  // Bytes without a header, in the format of `like`. Throws AudioError if `like` is packed in
  // blocks.
  SndfileDecoder(SharedSource source, ByteWindow window, const SndfileDecoder& like);
  ~SndfileDecoder() override;
  SndfileDecoder(const SndfileDecoder&) = delete;
  SndfileDecoder& operator=(const SndfileDecoder&) = delete;

  const AudioInfo& info() const override { return info_; }
  DecodedBlock next() override { return next(kBlockFrames); }
  DecodedBlock next(std::int64_t most_frames);  // up to kBlockFrames
  const std::optional<Problem>& problem() const override { return problem_; }
  // next() continues from that frame. False if the format cannot seek there.
  bool seek(std::int64_t frame);

 private:
  void open(SF_INFO& found);
  void note_end();
  SharedSource source_;
  ByteWindow window_;
  SNDFILE* file_ = nullptr;
  AudioInfo info_;
  int format_ = 0;  // libsndfile's number
  std::vector<float> buffer_;
  bool total_is_sure_ = false;  // claimed_frames is from the end of the stream (Ogg)
  std::int64_t frames_ = 0;     // read so far
  std::optional<std::string> shortfall_;
  std::optional<Problem> problem_;
};

}  // namespace tactus
