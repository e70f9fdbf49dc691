// Internal to audio/: FFmpeg's libavformat and libavcodec, loaded for the first file that needs
// them. Their hundred dependencies would cost 50 ms at each start, and each song has its own
// process.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/log.h>
}

#include <exception>
#include <string>

namespace tactus {

#define TACTUS_LIBAV_FUNCTIONS(F)  \
  F(av_find_best_stream)           \
  F(av_find_input_format)          \
  F(av_frame_alloc)                \
  F(av_frame_free)                 \
  F(av_freep)                      \
  F(av_get_packed_sample_fmt)      \
  F(av_log_set_level)              \
  F(av_malloc)                     \
  F(av_packet_alloc)               \
  F(av_packet_free)                \
  F(av_packet_unref)               \
  F(av_read_frame)                 \
  F(av_sample_fmt_is_planar)       \
  F(av_strerror)                   \
  F(avcodec_alloc_context3)        \
  F(avcodec_descriptor_get)        \
  F(avcodec_find_decoder)          \
  F(avcodec_free_context)          \
  F(avcodec_get_name)              \
  F(avcodec_open2)                 \
  F(avcodec_parameters_to_context) \
  F(avcodec_receive_frame)         \
  F(avcodec_send_packet)           \
  F(avformat_alloc_context)        \
  F(avformat_close_input)          \
  F(avformat_find_stream_info)     \
  F(avformat_open_input)           \
  F(avio_alloc_context)            \
  F(avio_context_free)

// The functions of the libraries, under their own names.
struct LibavLibrary {
#define TACTUS_LIBAV_MEMBER(name) decltype(&::name) name = nullptr;
  TACTUS_LIBAV_FUNCTIONS(TACTUS_LIBAV_MEMBER)
#undef TACTUS_LIBAV_MEMBER
  std::string fault;  // why they could not be loaded; "" = they are loaded
};

// Stays loaded; safe from several threads. Throws LibavRefused instead of loading the libraries
// after refuse_to_load_libav().
const LibavLibrary& libav();

// For a process that will not be able to open files: call it before its threads start.
void refuse_to_load_libav();
class LibavRefused : public std::exception {
 public:
  const char* what() const noexcept override { return "FFmpeg's libraries are not loaded"; }
};

}  // namespace tactus
