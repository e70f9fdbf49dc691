// Sound files in the kinds that libsndfile does not write, made by FFmpeg's encoders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
}

namespace tactus::test {

inline void put_sample(AVFrame& frame, int channel, int n, float value) {
  const auto format = static_cast<AVSampleFormat>(frame.format);
  const bool planar = av_sample_fmt_is_planar(format) != 0;
  const int channels = frame.ch_layout.nb_channels;
  std::uint8_t* plane = frame.extended_data[planar ? channel : 0];
  const std::ptrdiff_t at = planar ? n : static_cast<std::ptrdiff_t>(n) * channels + channel;
  switch (av_get_packed_sample_fmt(format)) {
    case AV_SAMPLE_FMT_S16:
      reinterpret_cast<std::int16_t*>(plane)[at] =
          static_cast<std::int16_t>(std::lround(std::clamp(value * 32768.0F, -32768.0F, 32767.0F)));
      break;
    case AV_SAMPLE_FMT_S32:
      reinterpret_cast<std::int32_t*>(plane)[at] = static_cast<std::int32_t>(
          std::lround(std::clamp(value * 2147483648.0, -2147483648.0, 2147483392.0)));
      break;
    case AV_SAMPLE_FMT_U8:
      plane[at] =
          static_cast<std::uint8_t>(std::clamp(std::lround(value * 128.0F) + 128L, 0L, 255L));
      break;
    case AV_SAMPLE_FMT_DBL:
      reinterpret_cast<double*>(plane)[at] = value;
      break;
    default:
      reinterpret_cast<float*>(plane)[at] = value;
  }
}

// Stamps are `late` samples late for packets of kBetweenBlocks.
inline void write_packets(AVCodecContext* codec, AVFormatContext* file, const AVFrame* frame,
                          int late) {
  constexpr int kBetweenBlocks = 576;  // samples, between a long and a short block of libvorbis
  avcodec_send_frame(codec, frame);
  AVPacket* packet = av_packet_alloc();
  while (avcodec_receive_packet(codec, packet) == 0) {
    if (packet->duration == kBetweenBlocks) packet->pts += late;
    av_packet_rescale_ts(packet, codec->time_base, file->streams[0]->time_base);
    packet->stream_index = 0;
    av_interleaved_write_frame(file, packet);
  }
  av_packet_free(&packet);
}

struct LibavFormat {
  const char* muxer;
  const char* encoder;
  AVSampleFormat samples = AV_SAMPLE_FMT_NONE;  // the encoder's first
  const char* movflags = nullptr;
  int start = 0;     // the time of the first sample, in samples, as `ffmpeg -itsoffset` sets it
  int late = 0;      // see write_packets(), as `ffmpeg -c copy` makes WebM of Ogg
  bool xing = true;  // of the muxer mp3: a first frame that gives the delay
};

// Interleaved samples; false when this build of the libraries has no such encoder or muxer.
inline bool write_libav(const std::filesystem::path& path, const LibavFormat& format, int rate,
                        int channels, const std::vector<float>& samples) {
  av_log_set_level(AV_LOG_QUIET);
  const AVCodec* encoder = avcodec_find_encoder_by_name(format.encoder);
  AVFormatContext* file = nullptr;
  if (!encoder || avformat_alloc_output_context2(&file, nullptr, format.muxer, path.c_str()) < 0) {
    return false;
  }
  AVCodecContext* codec = avcodec_alloc_context3(encoder);
  codec->sample_fmt =
      format.samples == AV_SAMPLE_FMT_NONE ? encoder->sample_fmts[0] : format.samples;
  codec->sample_rate = rate;
  codec->bit_rate = 128'000;
  codec->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  codec->time_base = {1, rate};
  av_channel_layout_default(&codec->ch_layout, channels);
  if ((file->oformat->flags & AVFMT_GLOBALHEADER) != 0) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  bool good = avcodec_open2(codec, encoder, nullptr) >= 0;
  AVStream* stream = avformat_new_stream(file, nullptr);
  good = good && avcodec_parameters_from_context(stream->codecpar, codec) >= 0;
  stream->time_base = codec->time_base;
  good = good && avio_open(&file->pb, path.c_str(), AVIO_FLAG_WRITE) >= 0;
  if (!format.xing) av_opt_set_int(file->priv_data, "write_xing", 0, 0);
  if (format.movflags) av_opt_set(file->priv_data, "movflags", format.movflags, 0);
  good = good && avformat_write_header(file, nullptr) >= 0;
  const int total = static_cast<int>(samples.size()) / channels;
  const int most = codec->frame_size > 0 ? codec->frame_size : 1024;
  for (int begin = 0; good && begin < total; begin += most) {
    AVFrame* frame = av_frame_alloc();
    frame->nb_samples = std::min(most, total - begin);
    frame->format = codec->sample_fmt;
    frame->sample_rate = rate;
    frame->pts = format.start + begin;
    av_channel_layout_copy(&frame->ch_layout, &codec->ch_layout);
    av_frame_get_buffer(frame, 0);
    for (int n = 0; n < frame->nb_samples; ++n) {
      for (int c = 0; c < channels; ++c) {
        put_sample(*frame, c, n, samples[static_cast<std::size_t>(begin + n) * channels + c]);
      }
    }
    write_packets(codec, file, frame, format.late);
    av_frame_free(&frame);
  }
  if (good) {
    write_packets(codec, file, nullptr, format.late);
    av_write_trailer(file);
  }
  if (file->pb) avio_closep(&file->pb);
  avcodec_free_context(&codec);
  avformat_free_context(file);
  return good;
}

}  // namespace tactus::test
