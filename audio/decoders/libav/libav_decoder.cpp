#include "audio/decoders/libav/libav_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <new>
#include <string_view>
#include <utility>

#include "audio/counted.h"
#include "audio/decoders/libav/libav_fields.h"
#include "audio/decoders/libav/libav_library.h"
#include "audio/decoders/libav/libav_samples.h"

namespace tactus {
namespace {

constexpr std::string_view kBareAac = "aac";
constexpr std::string_view kCaf = "caf";  // counts packets; one may be shorter than the others
constexpr int kReadBytes = 1 << 16;
constexpr std::int64_t kSilentBlock = 4096;  // frames
constexpr double kFrameGap = 0.005;          // seconds; shorter than any lost frame
constexpr double kFrameShare = 0.7;          // of a frame; stamps may vary by less
constexpr double kAfterFault = 0.1;          // seconds that a fault may spoil
constexpr double kShortBy = 0.1;             // seconds; headers round, and include the padding
constexpr double kLateBy = 1.0;              // seconds; no stamp is so far behind the end
constexpr double kUnsure = 1e9;              // seconds: until the end of the file
constexpr double kLongestDelay = 0.07;       // seconds that an encoder puts before its music
constexpr double kShortestPart = 1.0;        // seconds between two joints
constexpr int kManyFaults = 30;              // packets; then those that decode are hardly right

std::string reason_of(int code) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  if (code == -1) return "damaged data";  // as many decoders say it; not "not permitted"
  libav().av_strerror(code, text, sizeof text);
  return text;
}

int read_window(void* user, std::uint8_t* out, int count) {
  auto& window = *static_cast<ByteWindow*>(user);
  const std::size_t got = window.read({out, static_cast<std::size_t>(count)});
  return got > 0 ? static_cast<int>(got) : AVERROR_EOF;
}

std::int64_t seek_window(void* user, std::int64_t offset, int whence) {
  auto& window = *static_cast<ByteWindow*>(user);
  if ((whence & AVSEEK_SIZE) != 0) return window.size();
  return window.seek(offset, whence & ~AVSEEK_FORCE);
}

// Refuses further files that a file refers to; the file is read without them.
int refuse_to_open(AVFormatContext* /*format*/, AVIOContext** /*io*/, const char* /*url*/,
                   int /*flags*/, AVDictionary** /*options*/) {
  return AVERROR(EACCES);
}

// True if the decoder gives the delay of its encoder as sound; those of Opus and Vorbis do not.
bool gives_delay(AVCodecID id) {
  return id == AV_CODEC_ID_AAC || id == AV_CODEC_ID_MP1 || id == AV_CODEC_ID_MP2 ||
         id == AV_CODEC_ID_MP3;
}

}  // namespace

void LibavDecoder::Free::operator()(AVIOContext* io) const {
  libav().av_freep(&io->buffer);
  libav().avio_context_free(&io);
}
void LibavDecoder::Free::operator()(AVFormatContext* format) const {
  libav().avformat_close_input(&format);
}
void LibavDecoder::Free::operator()(AVCodecContext* codec) const {
  libav().avcodec_free_context(&codec);
}
void LibavDecoder::Free::operator()(AVPacket* packet) const {
  libav().av_packet_free(&packet);
}
void LibavDecoder::Free::operator()(AVFrame* frame) const {
  libav().av_frame_free(&frame);
}

LibavDecoder::LibavDecoder(SharedSource source, ByteWindow window, std::string_view demuxer,
                           const std::string& container, std::optional<std::string> shortfall)
    : source_(std::move(source)), window_(std::move(window)), shortfall_(std::move(shortfall)) {
  if (!libav().fault.empty()) {
    throw source_->error(
        fmt::format("{} needs FFmpeg's libraries: {}: install them, or "
                    "convert the file to FLAC or WAV first",
                    container, libav().fault));
  }
  counts_stamps_ = demuxer == kBareAac || demuxer.starts_with("mpc") || demuxer == kCaf;
  open_container(demuxer, container);
  open_codec();
  frame_ready_ = decode_frame();
  if (!frame_ready_ && problem_) {
    throw source_->error("cannot be decoded: " + problem_->reason);
  }
  describe(container);
}

LibavDecoder::~LibavDecoder() = default;

void LibavDecoder::open_container(std::string_view demuxer, const std::string& container) {
  const AVInputFormat* kind = libav().av_find_input_format(std::string(demuxer).c_str());
  if (kind == nullptr)
    throw source_->error("the installed FFmpeg libraries cannot read " + container);
  packet_.reset(libav().av_packet_alloc());
  frame_.reset(libav().av_frame_alloc());
  auto* buffer = static_cast<unsigned char*>(libav().av_malloc(kReadBytes));
  if (buffer == nullptr || !packet_ || !frame_) throw std::bad_alloc();
  io_.reset(libav().avio_alloc_context(buffer, kReadBytes, 0, &window_, read_window, nullptr,
                                       seek_window));
  AVFormatContext* format = libav().avformat_alloc_context();
  if (!io_ || format == nullptr) throw std::bad_alloc();
  format->pb = io_.get();
  libav_field::io_open(*format) = refuse_to_open;
  int code = libav().avformat_open_input(&format, "", kind, nullptr);
  if (code >= 0) {  // on failure the library has freed it
    format_.reset(format);
    code = libav().avformat_find_stream_info(format, nullptr);
  }
  if (code == AVERROR(ENOMEM)) throw std::bad_alloc();
  check_fault();
  if (code < 0) {
    throw source_->error(fmt::format("cannot be decoded: this {} file is cut off or damaged: {}",
                                     container, reason_of(code)));
  }
  stream_ = libav().av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
  if (stream_ < 0) throw source_->error("this " + container + " file contains no sound");
  for (unsigned s = 0; s < format->nb_streams; ++s) {
    if (static_cast<int>(s) != stream_) libav_field::discard(*format->streams[s]) = AVDISCARD_ALL;
  }
}

void LibavDecoder::open_codec() {
  const AVStream& stream = *format_->streams[stream_];
  const AVCodec* decoder = libav().avcodec_find_decoder(libav_field::codecpar(stream)->codec_id);
  if (decoder == nullptr) {
    throw source_->error(fmt::format(
        "no installed library decodes its audio format {}: convert it to FLAC or WAV first",
        libav().avcodec_get_name(libav_field::codecpar(stream)->codec_id)));
  }
  codec_.reset(libav().avcodec_alloc_context3(decoder));
  if (!codec_) throw std::bad_alloc();
  int code = libav().avcodec_parameters_to_context(codec_.get(), libav_field::codecpar(stream));
  long_frame_ = long_vorbis_frame(*libav_field::codecpar(stream));
  libav_field::pkt_timebase(*codec_) =
      libav_field::time_base(stream);  // unit of the frames' time stamps
  libav_field::thread_count(*codec_) = 1;
  const AVCodecDescriptor* kind = libav().avcodec_descriptor_get(decoder->id);
  if (kind && (kind->props & AV_CODEC_PROP_LOSSLESS) != 0) {  // otherwise wrong bits become noise
    libav_field::err_recognition(*codec_) |= AV_EF_CRCCHECK | AV_EF_EXPLODE;
  }
  if (code >= 0) code = libav().avcodec_open2(codec_.get(), decoder, nullptr);
  if (code < 0) throw source_->error("cannot be decoded: " + reason_of(code));
}

void LibavDecoder::describe(const std::string& container) {
  const AVCodecDescriptor* descriptor = libav().avcodec_descriptor_get(codec_->codec_id);
  const std::string codec = descriptor && descriptor->long_name
                                ? descriptor->long_name
                                : libav().avcodec_get_name(codec_->codec_id);
  info_.format = codec == container ? container : container + ", " + codec;
  info_.sample_rate =
      frame_ready_ ? libav_field::sample_rate(*frame_) : libav_field::sample_rate(*codec_);
  info_.channels = frame_ready_ ? libav_field::ch_layout(*frame_).nb_channels
                                : libav_field::ch_layout(*codec_).nb_channels;
  check_format(*source_, info_.sample_rate, info_.channels);
  take_duration();
  if (frame_ready_) take_start();
  note_streams();
  if (duration_ > 0.0) info_.claimed_frames = std::llround((late_ + duration_) * info_.sample_rate);
}

// Times of a film count from its picture.
void LibavDecoder::take_start() {
  constexpr double kLeast = 0.05;  // seconds
  const double unit = av_q2d(libav_field::time_base(*format_->streams[stream_]));
  double picture = kUnsure;
  for (unsigned s = 0; s < format_->nb_streams; ++s) {
    const AVStream& other = *format_->streams[s];
    const bool moves = libav_field::codecpar(other)->codec_type == AVMEDIA_TYPE_VIDEO &&
                       (libav_field::disposition(other) & AV_DISPOSITION_ATTACHED_PIC) == 0;
    if (moves && libav_field::start_time(other) != AV_NOPTS_VALUE)
      picture = std::min(picture, static_cast<double>(libav_field::start_time(other)) *
                                      av_q2d(libav_field::time_base(other)));
  }
  const std::int64_t start = libav_field::start_time(*format_->streams[stream_]);
  if (picture == kUnsure || start == AV_NOPTS_VALUE) return;
  const double late = static_cast<double>(start) * unit - picture;
  if (late < kLeast || late > silence_left_) return;
  late_ = late;
  silent_frames_ = std::llround(late * info_.sample_rate);
  note_ =
      fmt::format("its sound begins {:.3f} s after the picture: silence stands before it", late);
}

void LibavDecoder::note_streams() {
  int sounds = 0, taken = 0;
  for (unsigned s = 0; s < format_->nb_streams; ++s) {
    if (libav_field::codecpar(*format_->streams[s])->codec_type == AVMEDIA_TYPE_AUDIO) ++sounds;
    if (static_cast<int>(s) == stream_) taken = sounds;
  }
  if (sounds > 1)
    note_ = joined_notes(note_,
                         fmt::format("it has {} sound streams: number {} was read", sounds, taken));
}

// Uses the duration only if it belongs to the sound. Matroska and Windows Media give the duration
// of the whole file; a picture in it may begin earlier and last longer.
void LibavDecoder::take_duration() {
  const AVStream& stream = *format_->streams[stream_];
  const double unit = av_q2d(libav_field::time_base(stream));
  if (libav_field::start_time(stream) != AV_NOPTS_VALUE)
    expected_ = static_cast<double>(libav_field::start_time(stream)) * unit;
  if (libav_field::duration_estimation_method(*format_) == AVFMT_DURATION_FROM_BITRATE)
    return;  // a guess
  const std::string_view kind = format_->iformat->name;
  const bool of_all = kind.starts_with("matroska") || kind == "asf";
  if (!of_all && libav_field::duration(stream) != AV_NOPTS_VALUE) {
    duration_ = static_cast<double>(libav_field::duration(stream)) * unit;
  } else if (format_->nb_streams == 1 && libav_field::duration(*format_) != AV_NOPTS_VALUE) {
    duration_ = static_cast<double>(libav_field::duration(*format_)) / AV_TIME_BASE;
    if (of_all) duration_ -= expected_.value_or(0.0);
  }
  if (duration_ > 0.0) latest_ = duration_ + expected_.value_or(0.0);
  constexpr double kLateStart = 1.0;  // seconds; no encoder's delay is as long
  // A whole film may have its sound later; what is cut begins late in all its streams.
  const bool all_late =
      libav_field::start_time(*format_) != AV_NOPTS_VALUE &&
      libav_field::start_time(*format_) > static_cast<std::int64_t>(kLateStart * AV_TIME_BASE);
  if (kind.starts_with("matroska") && all_late && expected_.value_or(0.0) > kLateStart) {
    note("damaged",
         fmt::format("its sound begins at {:.3f} s; everything before that is missing", *expected_),
         kUnsure);
  }
}

void LibavDecoder::check_fault() const {
  if (source_->fault()) throw source_->error("cannot be read: " + *source_->fault());
}

// The stretch begins where stamp and count agreed last.
void LibavDecoder::note(const char* kind, const std::string& reason, double until) {
  Problem problem = {kind, std::min(seconds_, agreed_), reason};
  if (until < kUnsure && !counts_stamps_) problem.until = until;
  join_problem(problem_, problem);
}

// For a packet that cannot be decoded.
void LibavDecoder::note_fault(int code) {
  note("damaged", reason_of(code), ++faults_ < kManyFaults ? seconds_ + kAfterFault : kUnsure);
  faulty_ = true;
  renew_codec_ = codec_->codec_id == AV_CODEC_ID_AAC;  // it stays silent after some wrong packets
}

// The library drops the delay that an MPEG-4 file gives, but not that of Matroska (CodecDelay).
void LibavDecoder::take_delay() {
  constexpr int kMusepackDelay = 481;  // of the decoder; libmpcdec removes it, libavcodec does not
  if (delay_taken_) return;
  delay_taken_ = true;
  const AVCodecID id = codec_->codec_id;
  if (id == AV_CODEC_ID_MUSEPACK7 || id == AV_CODEC_ID_MUSEPACK8) delay_ = kMusepackDelay;
  if (!gives_delay(id)) return;
  for (int i = 0; i < packet_->side_data_elems; ++i) {
    if (packet_->side_data[i].type == AV_PKT_DATA_SKIP_SAMPLES) return;
  }
  delay_ = libav_field::initial_padding(*libav_field::codecpar(*format_->streams[stream_]));
}

// A stream of frames without other bytes between them shows a loss by the places of its packets.
void LibavDecoder::watch_bytes() {
  if (!counts_stamps_ || packet_->pos < 0) return;
  constexpr std::int64_t kPacketHead = 16;  // of Musepack; at most
  const std::int64_t skipped = packet_->pos - next_byte_;
  if (next_byte_ >= 0 && (skipped > kPacketHead || skipped < 0)) {
    note("damaged",
         skipped < 0
             ? "its packets lie out of order"
             : counted(static_cast<std::size_t>(skipped), "byte") + " skipped between its packets",
         kUnsure);
  }
  next_byte_ = packet_->pos + packet_->size;
}

// A stream of AAC that was cut in the head of a frame: the library leaves these few bytes out.
bool LibavDecoder::ends_in_a_head() {
  constexpr std::int64_t kHead = 7;
  const std::int64_t left = window_.size() - next_byte_;
  if (next_byte_ < 0 || left <= 0 || left > kHead) return false;
  std::array<std::uint8_t, 2> head = {0, 0xF0};  // twelve bits of synchronisation
  window_.seek(next_byte_, SEEK_SET);
  return window_.read(head) > 0 && head[0] == 0xFF && (head[1] & 0xF0) == 0xF0;
}

void LibavDecoder::feed() {
  int code = libav().av_read_frame(format_.get(), packet_.get());
  check_fault();
  if (code < 0) {
    unreadable_ = code != AVERROR_EOF;
    libav().avcodec_send_packet(codec_.get(), nullptr);
    flushed_ = true;
    return;
  }
  if (packet_->stream_index == stream_) {
    take_delay();
    watch_bytes();
    if ((packet_->flags & AV_PKT_FLAG_CORRUPT) != 0) {
      note("damaged", "a packet is incomplete", seconds_ + kAfterFault);
      faulty_ = true;
    }
    const std::size_t hash = std::hash<std::string_view>{}(
        {reinterpret_cast<const char*>(packet_->data), static_cast<std::size_t>(packet_->size)});
    doubled_ = std::exchange(packet_hash_, hash) == hash;
    if (renew_codec_) open_codec();
    renew_codec_ = false;
    code = libav().avcodec_send_packet(codec_.get(), packet_.get());
    if (code == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (code < 0) note_fault(code);
  }
  libav().av_packet_unref(packet_.get());
}

bool LibavDecoder::decode_frame() {
  for (;;) {
    const int code = libav().avcodec_receive_frame(codec_.get(), frame_.get());
    if (code == 0 && frame_->nb_samples > 0) return true;
    if (code == AVERROR(ENOMEM)) throw std::bad_alloc();
    if (code == AVERROR_EOF || (code < 0 && flushed_)) return false;
    if (code < 0 && code != AVERROR(EAGAIN)) note_fault(code);
    if (code < 0) feed();
  }
}

// Stamps that are not those of the samples, so that the rate of one of both is wrong. Clocks of
// recorders differ by less.
void LibavDecoder::watch_drift(double stamp) {
  constexpr double kMost = 0.1, kShare = 0.005;  // seconds; of the time so far
  if (!drift_ || problem_) drift_ = stamp - seconds_;
  const double drift = stamp - seconds_ - *drift_;
  if (drifts_ || std::abs(drift) < kMost + kShare * seconds_) return;
  drifts_ = true;
  join_problem(problem_,
               {"damaged", 0.0,
                fmt::format("at {:.3f} s the time stamps are {:.3f} s {} the samples", seconds_,
                            std::abs(drift), drift < 0.0 ? "behind" : "before")});
}

// Stamps vary, so a small gap counts only if a frame could not be decoded. Where long and short
// blocks of Vorbis meet, stamps are wrong by up to half a long frame.
double LibavDecoder::least_gap() const {
  constexpr double kStart = 0.5, kStartGap = 0.1;  // seconds
  const std::string_view container = format_->iformat->name;
  if (faulty_) return kFrameGap;
  if (container == kCaf) return kUnsure;
  const int samples = std::max(frame_->nb_samples, long_frame_);
  const double least =
      std::max(kFrameGap, kFrameShare * samples / libav_field::sample_rate(*frame_));
  // The first packet of Windows Media gives fewer frames than its stamps say, by kStartGap at most,
  // that of Vorbis none.
  const bool asf = container == "asf";
  const AVCodecID id = codec_->codec_id;
  const bool by_codec =
      id == AV_CODEC_ID_WMAV1 || id == AV_CODEC_ID_WMAV2 || id == AV_CODEC_ID_VORBIS;
  return (asf || by_codec) && seconds_ - late_ < kStart ? std::max(least, kStartGap - allowed_)
                                                        : least;
}

// `end`: stamp of the end of the gap.
double LibavDecoder::believed_gap(double missing, double end) {
  const bool believed = missing <= silence_left_ && (latest_ == 0.0 || end <= latest_ + kLateBy);
  const bool explained = faulty_ && believed;  // packets were lost before
  note("damaged", fmt::format("{:.3f} s are missing", missing),
       explained ? seconds_ + missing + kAfterFault : kUnsure);
  if (!believed) return 0.0;
  silence_left_ -= missing;
  return missing;
}

// Where two recordings were joined without decoding, the delay of the second lies over the end of
// the first: the stamps go back by it, and it is no music.
bool LibavDecoder::is_joint(double missing) {
  if (problem_ || doubled_ || -missing > kLongestDelay) return false;
  if (seconds_ != joint_ && seconds_ - joint_ <= kShortestPart) return false;
  joint_ = seconds_;
  return true;
}

// By the time stamps and the samples since the frame before.
double LibavDecoder::missing_seconds() {
  const double length = static_cast<double>(frame_->nb_samples) / libav_field::sample_rate(*frame_);
  const std::int64_t stamp = libav_field::best_effort_timestamp(*frame_);
  // The library's parser of FLAC holds ten frames back, and gives each the stamp of a later packet.
  const bool of_parser =
      codec_->codec_id == AV_CODEC_ID_FLAC && std::string_view(format_->iformat->name) == "asf";
  const bool own_stamp = stamp != AV_NOPTS_VALUE && stamp != last_stamp_ && !of_parser;
  const double unit = av_q2d(libav_field::time_base(*format_->streams[stream_]));
  const double begin = own_stamp ? static_cast<double>(stamp) * unit : 0.0;
  if (own_stamp && !expected_) expected_ = begin;
  if (!own_stamp) {
    if (expected_) *expected_ += length;
    return 0.0;
  }
  last_stamp_ = stamp;
  const double before = seconds_;
  double missing = begin - *expected_;
  const double least = least_gap();
  if (!counts_stamps_ && std::abs(missing) < least) watch_drift(begin);
  if (missing < -least) {
    if (is_joint(missing)) return missing;
    note("damaged", fmt::format("a frame that goes back by {:.3f} s", -missing),
         missing < -kShortestPart ? kUnsure : seconds_ + kAfterFault);
    return missing;
  }
  if (missing >= least) {
    const double gap = believed_gap(missing, begin);
    expected_ = gap > 0.0 ? begin + length : *expected_ + length;
    missing = gap;
  } else {
    allowed_ += std::max(missing, 0.0);
    expected_ = begin + length;
    missing = 0.0;
  }
  faulty_ = false;
  agreed_ = before + missing;
  return missing;
}

// If the file has the length that it announces, bytes after the sound (tags) are no fault.
void LibavDecoder::note_end() {
  const double read = seconds_ - late_ + static_cast<double>(dropped_) / info_.sample_rate;
  const std::string_view container = format_->iformat->name;
  if (container.starts_with("mov") && duration_ > 0.0 &&
      read - duration_ > kShortBy + 2.0 * longest_frame_) {
    note("damaged",
         fmt::format("the file has {:.3f} s, more than the {:.3f} s announced", read, duration_),
         kUnsure);
  } else if (container != kCaf && duration_ - read > std::max(kShortBy, longest_frame_)) {
    note("truncated", fmt::format("the file has {:.3f} of {:.3f} s", read, duration_), kUnsure);
  } else if (shortfall_) {
    note("truncated", *shortfall_, kUnsure);
  } else if (container == kBareAac && ends_in_a_head()) {
    note("truncated", "the last frame is cut off", kUnsure);
  } else if (faulty_ || (unreadable_ && duration_ == 0.0)) {
    note("damaged", "the rest of the file cannot be read", kUnsure);
  }
}

DecodedBlock LibavDecoder::silence() {
  const int channels = libav_field::ch_layout(*frame_).nb_channels;
  const std::int64_t frames = std::min(silent_frames_, kSilentBlock);
  silent_frames_ -= frames;
  seconds_ += static_cast<double>(frames) / libav_field::sample_rate(*frame_);
  buffer_.assign(static_cast<std::size_t>(frames) * channels, 0.0F);
  return {libav_field::sample_rate(*frame_), channels, buffer_};
}

DecodedBlock LibavDecoder::samples() {
  frame_ready_ = false;
  placed_ = false;
  if (!interleave(*frame_, buffer_)) {
    throw source_->error("its sample format is unknown: convert it to FLAC or WAV first");
  }
  const int channels = libav_field::ch_layout(*frame_).nb_channels;
  const std::int64_t drop = std::min<std::int64_t>(delay_ - dropped_, frame_->nb_samples);
  dropped_ += drop;
  const std::int64_t frames = frame_->nb_samples - drop;
  seconds_ += static_cast<double>(frames) / libav_field::sample_rate(*frame_);
  return {libav_field::sample_rate(*frame_), channels,
          std::span<const float>(buffer_).subspan(static_cast<std::size_t>(drop * channels))};
}

// Makes frame_ the next frame that has a place, and sets silent_frames_; false at the end.
bool LibavDecoder::place_frame() {
  for (;;) {
    if (!frame_ready_ && !decode_frame()) return false;
    frame_ready_ = true;
    check_format(*source_, libav_field::sample_rate(*frame_),
                 libav_field::ch_layout(*frame_).nb_channels);
    longest_frame_ = std::max(longest_frame_, static_cast<double>(frame_->nb_samples) /
                                                  libav_field::sample_rate(*frame_));
    const double missing = missing_seconds();
    if (missing >= 0.0) {
      silent_frames_ = std::llround(missing * libav_field::sample_rate(*frame_));
      return true;
    }
    frame_ready_ = false;
  }
}

DecodedBlock LibavDecoder::next() {
  for (;;) {
    if (silent_frames_ > 0) return silence();
    if (placed_) {
      const DecodedBlock block = samples();
      if (!block.samples.empty()) return block;
    }
    placed_ = place_frame();
    if (!placed_) {
      note_end();
      return {};
    }
  }
}

}  // namespace tactus
