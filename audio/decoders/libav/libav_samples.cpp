#include "audio/decoders/libav/libav_samples.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "audio/decoders/libav/libav_fields.h"
#include "audio/decoders/libav/libav_library.h"

namespace tactus {
namespace {

float as_float(std::uint8_t value) {
  return (static_cast<float>(value) - 128.0F) / 128.0F;
}
float as_float(std::int16_t value) {
  return static_cast<float>(value) / 32768.0F;
}
float as_float(std::int32_t value) {
  return static_cast<float>(static_cast<double>(value) / 2147483648.0);
}
float as_float(std::int64_t value) {
  return static_cast<float>(static_cast<double>(value) / 9223372036854775808.0);
}
float as_float(float value) {
  return value;
}
float as_float(double value) {
  return static_cast<float>(value);
}

template <class Sample>
void interleave_as(const AVFrame& frame, std::vector<float>& out) {
  const int channels = libav_field::ch_layout(frame).nb_channels;
  const bool planar =
      libav().av_sample_fmt_is_planar(static_cast<AVSampleFormat>(frame.format)) != 0;
  out.resize(static_cast<std::size_t>(frame.nb_samples) * channels);
  for (int c = 0; c < channels; ++c) {
    const auto* plane = reinterpret_cast<const Sample*>(frame.extended_data[planar ? c : 0]);
    const int stride = planar ? 1 : channels;
    if (!planar) plane += c;
    for (int n = 0; n < frame.nb_samples; ++n) {
      out[static_cast<std::size_t>(n) * channels + c] =
          as_float(plane[static_cast<std::ptrdiff_t>(n) * stride]);
    }
  }
}

}  // namespace

bool interleave(const AVFrame& frame, std::vector<float>& out) {
  switch (libav().av_get_packed_sample_fmt(static_cast<AVSampleFormat>(frame.format))) {
    case AV_SAMPLE_FMT_U8:
      interleave_as<std::uint8_t>(frame, out);
      return true;
    case AV_SAMPLE_FMT_S16:
      interleave_as<std::int16_t>(frame, out);
      return true;
    case AV_SAMPLE_FMT_S32:
      interleave_as<std::int32_t>(frame, out);
      return true;
    case AV_SAMPLE_FMT_S64:
      interleave_as<std::int64_t>(frame, out);
      return true;
    case AV_SAMPLE_FMT_FLT:
      interleave_as<float>(frame, out);
      return true;
    case AV_SAMPLE_FMT_DBL:
      interleave_as<double>(frame, out);
      return true;
    default:
      return false;
  }
}

int long_vorbis_frame(const AVCodecParameters& stream) {
  constexpr std::size_t kBlockSizes = 28;  // place in the header
  if (stream.codec_id != AV_CODEC_ID_VORBIS) return 0;
  const std::string_view headers(reinterpret_cast<const char*>(stream.extradata),
                                 static_cast<std::size_t>(stream.extradata_size));
  const std::size_t first = headers.find("\x01vorbis");
  if (first == std::string_view::npos || first + kBlockSizes >= headers.size()) return 0;
  return (1 << (static_cast<unsigned char>(headers[first + kBlockSizes]) >> 4)) / 2;
}

}  // namespace tactus
