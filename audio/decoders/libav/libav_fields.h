// Internal to audio/: the fields of FFmpeg's structures that lie elsewhere in each major version.
// The program is compiled with the headers of one version and loads what is installed, 59 (FFmpeg
// 5) to 63 (FFmpeg 9). All other fields that it uses lie at one place in these versions.
// `libav_column INCLUDE_FOLDER` beside this file prints the column of a further version, and says
// whether the other fields stayed.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
}

#include <array>
#include <cstddef>

namespace tactus {

// Majors of libavformat, in the order of the columns.
inline constexpr std::array kLibavVersions = {59, 60, 61, 62, 63};

// structure, field, its bytes from the beginning in each version.
#define TACTUS_LIBAV_FIELDS(F)                                            \
  F(AVFormatContext, io_open, 424, 424, 448, 448, 448)                    \
  F(AVFormatContext, duration, 72, 72, 104, 104, 104)                     \
  F(AVFormatContext, start_time, 64, 64, 96, 96, 96)                      \
  F(AVFormatContext, duration_estimation_method, 272, 272, 300, 300, 300) \
  F(AVStream, codecpar, 208, 16, 16, 16, 16)                              \
  F(AVStream, time_base, 16, 32, 32, 32, 32)                              \
  F(AVStream, start_time, 24, 40, 40, 40, 40)                             \
  F(AVStream, duration, 32, 48, 48, 48, 48)                               \
  F(AVStream, disposition, 48, 64, 64, 64, 64)                            \
  F(AVStream, discard, 52, 68, 68, 68, 68)                                \
  F(AVCodecParameters, initial_padding, 128, 128, 164, 164, 164)          \
  F(AVCodecContext, pkt_timebase, 724, 716, 92, 92, 92)                   \
  F(AVCodecContext, thread_count, 636, 636, 656, 656, 656)                \
  F(AVCodecContext, err_recognition, 520, 520, 528, 528, 528)             \
  F(AVCodecContext, sample_rate, 352, 352, 344, 344, 344)                 \
  F(AVCodecContext, ch_layout, 920, 912, 352, 352, 352)                   \
  F(AVFrame, sample_rate, 208, 208, 192, 180, 180)                        \
  F(AVFrame, ch_layout, 448, 448, 408, 384, 384)                          \
  F(AVFrame, best_effort_timestamp, 344, 344, 320, 304, 304)

// The column of the loaded version; libav_library.cpp sets it.
extern std::size_t libav_column;

// libav_field::time_base(stream) is stream.time_base in the loaded version.
namespace libav_field {
#define TACTUS_LIBAV_FIELD(structure, field, ...)                                         \
  inline decltype(structure::field)& field(structure& object) {                           \
    constexpr std::array<std::size_t, kLibavVersions.size()> kPlaces = {__VA_ARGS__};     \
    auto* const bytes = reinterpret_cast<std::byte*>(&object);                            \
    return *reinterpret_cast<decltype(structure::field)*>(bytes + kPlaces[libav_column]); \
  }                                                                                       \
  inline const decltype(structure::field)& field(const structure& object) {               \
    return field(const_cast<structure&>(object));                                         \
  }
TACTUS_LIBAV_FIELDS(TACTUS_LIBAV_FIELD)
#undef TACTUS_LIBAV_FIELD
}  // namespace libav_field

}  // namespace tactus
