// Internal to audio/: formats that libsndfile does not read (AAC and ALAC in MPEG-4, WMA, WavPack,
// Monkey's Audio, Musepack, the sound of Matroska, ...), by FFmpeg's libavformat and libavcodec.
// Sample 0 is the first input sample of the encoder, if the file gives the delay (edit lists, codec
// delays). Without it sample 0 is the first that libavcodec delivers; Musepack loses that of its
// decoder. Windows Media stays where libavcodec places it, up to 46 ms early. In a film sample 0 is
// the start of the picture, if the sound begins later: silence stands before it.
//
// Time is the count of samples. The time stamps of packets only show where sound is missing: a
// packet that cannot be decoded and a jump of the stamps become silence of their length, frames of
// an earlier time are left out, and a jump beyond the end of the file is not believed. Frames
// without a stamp of their own follow the frame before. Where stamps are counts of the reader
// itself (bare AAC, Musepack), nothing after damage is on a sure time. The container's reader must
// be able to continue after the damage; that of WavPack stops there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audio/decoders/interface/decoder.h"

struct AVCodecContext;
struct AVFormatContext;
struct AVFrame;
struct AVIOContext;
struct AVPacket;

namespace tactus {

class LibavDecoder : public Decoder {
 public:
  // `window` is on `source`. `demuxer` is libavformat's name of the only container to try; it must
  // not open further files or addresses. `container` is its name for people. `shortfall`: why
  // sound is missing at the end, if the header shows it. Throws AudioError if nothing can be
  // decoded.
  LibavDecoder(SharedSource source, ByteWindow window, std::string_view demuxer,
               const std::string& container, std::optional<std::string> shortfall = {});
  ~LibavDecoder() override;

  const AudioInfo& info() const override { return info_; }
  DecodedBlock next() override;
  const std::optional<Problem>& problem() const override { return problem_; }
  std::string note() const override { return note_; }

 private:
  struct Free {
    void operator()(AVIOContext* io) const;
    void operator()(AVFormatContext* format) const;
    void operator()(AVCodecContext* codec) const;
    void operator()(AVPacket* packet) const;
    void operator()(AVFrame* frame) const;
  };

  void open_container(std::string_view demuxer, const std::string& container);
  void open_codec();
  void describe(const std::string& container);
  bool decode_frame();  // reads the next one into frame_; false at the end
  void feed();          // sends the next packet to the codec, after the last one the end of the
                        // stream
  void take_duration();
  void take_start();
  void note_streams();
  void watch_drift(double stamp);
  void take_delay();  // from the first packet
  void watch_bytes();
  bool ends_in_a_head();
  void note_fault(int code);
  double missing_seconds();  // silence before frame_; negative: frame_ is of an earlier time
  bool is_joint(double missing);
  double believed_gap(double missing, double end);
  double least_gap() const;
  void note_end();
  void note(const char* kind, const std::string& reason, double until);
  bool place_frame();
  void check_fault() const;  // of the operating system; throws AudioError
  DecodedBlock silence();
  DecodedBlock samples();

  SharedSource source_;
  ByteWindow window_;
  std::optional<std::string> shortfall_;
  std::unique_ptr<AVIOContext, Free> io_;
  std::unique_ptr<AVFormatContext, Free> format_;
  std::unique_ptr<AVCodecContext, Free> codec_;
  std::unique_ptr<AVPacket, Free> packet_;
  std::unique_ptr<AVFrame, Free> frame_;
  AudioInfo info_;
  int stream_ = -1;
  bool frame_ready_ = false;
  bool flushed_ = false;
  bool placed_ = false;      // the silence before frame_ has been returned
  bool unreadable_ = false;  // reading failed before the end of the file
  bool faulty_ = false;      // a packet before frame_ was lost or could not be decoded
  int faults_ = 0;           // packets that could not be decoded
  bool renew_codec_ = false;
  bool counts_stamps_ = false;  // the container has no time stamps, its reader counts
  bool delay_taken_ = false;
  std::int64_t delay_ = 0;          // samples per channel to drop at the start
  std::int64_t dropped_ = 0;        // of them
  std::int64_t next_byte_ = -1;     // in the window: end of the last packet
  double silence_left_ = 600.0;     // seconds that may still be inserted, because time stamps can
                                    // be wrong
  double duration_ = 0.0;           // seconds, from the file; 0 = unknown
  std::optional<double> expected_;  // time stamp of the next frame, seconds
  int long_frame_ = 0;              // samples, of Vorbis
  std::size_t packet_hash_ = 0;     // of the last packet
  bool doubled_ = false;            // the last packet is equal to the one before
  double joint_ = 0.0;              // returned before the last joint, seconds
  double allowed_ = 0.0;            // small gaps of the stamps so far, seconds
  double agreed_ = 0.0;             // returned when the last stamp was as expected, seconds
  std::int64_t last_stamp_ = INT64_MIN;
  double latest_ = 0.0;             // stamp of the end of the file, seconds; 0 = unknown
  double seconds_ = 0.0;            // returned so far
  double late_ = 0.0;               // seconds of silence before the sound of a film
  double longest_frame_ = 0.0;      // seconds
  std::optional<double> drift_;     // stamp less seconds_, at the first frame
  bool drifts_ = false;             // noted
  std::int64_t silent_frames_ = 0;  // still to return, before frame_
  std::vector<float> buffer_;
  std::optional<Problem> problem_;
  std::string note_;
};

}  // namespace tactus
