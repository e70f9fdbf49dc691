#include "audio/readers/mpeg_start.h"

#include "audio/decoders/checked_decoder.h"
#include "audio/decoders/mpeg/mpeg_decoder.h"

namespace tactus {

std::optional<MpegStart> mpeg_start(const std::filesystem::path& path) {
  return mpeg_start(*open_decoder(path));
}

std::optional<MpegStart> mpeg_start(const Decoder& decoder) {
  const auto* checked = dynamic_cast<const CheckedDecoder*>(&decoder);
  const auto* mpeg = checked ? dynamic_cast<const MpegDecoder*>(&checked->inner()) : nullptr;
  if (!mpeg) return std::nullopt;
  const MpegFrame& frame = mpeg->first_frame();
  return MpegStart{frame.layer, frame.sample_rate, frame.samples, mpeg->delay(),
                   mpeg->has_information_frame()};
}

double serato_shift(const MpegStart& start) {
  const double mixxx_shift =  // seconds
      start.sample_rate == 44100   ? 0.026
      : start.sample_rate == 48000 ? 0.024
                                   : 0.0;
  const std::int64_t lost = start.information_frame ? 0 : start.frame;
  return static_cast<double>(start.delay - lost) / start.sample_rate + mixxx_shift;
}

}  // namespace tactus
