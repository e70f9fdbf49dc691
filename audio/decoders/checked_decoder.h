// Internal to audio/: the sound of another decoder, with the checks that hold for every format.
// NaN, infinities and values beyond +-1e18 become 0 and are reported; so are a sound that is one
// constant value throughout, and a sound that is longer than its file can hold.
#pragma once

#include <limits>
#include <vector>

#include "audio/decoders/interface/decoder.h"

namespace tactus {

class CheckedDecoder : public Decoder {
 public:
  static constexpr double kAtTheEnd = std::numeric_limits<double>::infinity();
  // `bytes`: size of the file. `doubt`: a fault that was found in the header, if any; at kAtTheEnd,
  // it is placed behind the sound. `note`: see Decoder::note().
  CheckedDecoder(std::unique_ptr<Decoder> decoder, std::int64_t bytes,
                 std::optional<Problem> doubt = std::nullopt, std::string note = {});

  const AudioInfo& info() const override { return decoder_->info(); }
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }
  std::string note() const override { return joined_notes(note_, decoder_->note()); }
  // The other decoder.
  const Decoder& inner() const { return *decoder_; }

 private:
  bool remove_invalid(const DecodedBlock& block);  // into clean_; false if all values are valid
  void compare_with_first(const DecodedBlock& block);
  void note_end();

  std::unique_ptr<Decoder> decoder_;
  double longest_;  // seconds that a file of this size can hold
  double seconds_ = 0.0;
  bool ended_ = false;
  std::vector<float> first_;  // the first sample of each channel
  bool constant_ = true;      // all samples so far are equal to the first
  std::vector<float> clean_;
  std::optional<Problem> problem_;
  std::string note_;
};

}  // namespace tactus
