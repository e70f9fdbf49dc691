#include "audio/decoders/flac_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "audio/counted.h"

namespace tactus {
namespace {

// A larger jump of the frame numbers is a damaged number, not missing music.
constexpr int kLongestGapSeconds = 600;
constexpr std::int64_t kSilenceFrames = 4096;

FlacDecoder& self_of(void* user) {
  return *static_cast<FlacDecoder*>(user);
}

FLAC__StreamDecoderReadStatus read_bytes(const FLAC__StreamDecoder*, FLAC__byte buffer[],
                                         std::size_t* bytes, void* user) {
  *bytes = self_of(user).window().read({buffer, *bytes});
  return *bytes > 0 ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
                    : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM;
}

FLAC__StreamDecoderWriteStatus write_frame(const FLAC__StreamDecoder*, const FLAC__Frame* frame,
                                           const FLAC__int32* const buffer[], void* user) {
  self_of(user).take_frame(*frame, buffer);
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE;
}

void read_metadata(const FLAC__StreamDecoder*, const FLAC__StreamMetadata* metadata, void* user) {
  if (metadata->type == FLAC__METADATA_TYPE_STREAMINFO) {
    self_of(user).take_stream_info(metadata->data.stream_info);
  }
}

void note_error(const FLAC__StreamDecoder*, FLAC__StreamDecoderErrorStatus status, void* user) {
  constexpr const char* kReasons[] = {"lost synchronisation", "a bad frame header",
                                      "a frame with a wrong checksum", "an unparseable frame"};
  const auto index = static_cast<std::size_t>(status);
  self_of(user).take_error(index < std::size(kReasons) ? kReasons[index] : "bad metadata");
}

// Some files (libavformat's FLAC in Ogg of about 2019) do not mark their last metadata block, so
// libFLAC would skip the music as metadata. A block of type 127 does not exist, so the first byte
// of a frame shows the end of the metadata.
void mark_last_metadata(ByteSource& source, ByteWindow window) {
  constexpr int kLast = 0x80;
  constexpr std::int64_t kBlockHead = 4;
  constexpr int kMostBlocks = 1000;
  std::int64_t at = kBlockHead;  // behind "fLaC"
  std::int64_t previous = -1;
  std::array<unsigned char, kBlockHead> head = {};
  for (int block = 0; block < kMostBlocks; ++block) {
    window.seek(at, SEEK_SET);
    if (window.read(head) < head.size()) return;
    if (head[0] == 0xFF && (head[1] & 0xFC) == 0xF8 && previous >= 0) {
      const std::int64_t offset = window.source_offset(previous);
      const std::vector<unsigned char> type = source.bytes(offset, 1);
      source.overlay(offset, {static_cast<unsigned char>(type.at(0) | kLast)});
      return;
    }
    if ((head[0] & kLast) != 0) return;
    previous = at;
    at += kBlockHead + (head[1] << 16 | head[2] << 8 | head[3]);
  }
}

}  // namespace

FlacDecoder::FlacDecoder(SharedSource source, ByteWindow window, const char* name, bool late,
                         std::vector<LostFlac> lost)
    : source_(std::move(source)),
      window_(std::move(window)),
      name_(name),
      late_(late),
      lost_(std::move(lost)),
      handle_(FLAC__stream_decoder_new(), FLAC__stream_decoder_delete) {
  mark_last_metadata(*source_, window_);
  if (!handle_ || FLAC__stream_decoder_init_stream(
                      handle_.get(), read_bytes, nullptr, nullptr, nullptr, nullptr, write_frame,
                      read_metadata, note_error, this) != FLAC__STREAM_DECODER_INIT_STATUS_OK) {
    throw source_->error("libFLAC cannot be started");
  }
  while (parts_.empty() && advance()) {
  }
  if (info_.sample_rate == 0) {
    throw source_->error("cannot be decoded: this FLAC file has no stream information" +
                         (last_error_.empty() ? "" : " (" + last_error_ + ")"));
  }
  check_format(*source_, info_.sample_rate, info_.channels);
}

void FlacDecoder::take_stream_info(const FLAC__StreamMetadata_StreamInfo& stream_info) {
  info_.format = fmt::format("{}, {} bit", name_, stream_info.bits_per_sample);
  info_.sample_rate = static_cast<int>(stream_info.sample_rate);
  rate_ = std::max(1, info_.sample_rate);
  info_.channels = static_cast<int>(stream_info.channels);
  if (stream_info.total_samples > 0) {
    info_.claimed_frames = static_cast<std::int64_t>(stream_info.total_samples);
  }
}

// Silence to insert before a frame with this number, in samples per channel; nullopt if the frame
// belongs to an earlier time. Notes the fault.
std::optional<std::int64_t> FlacDecoder::gap_before(const FLAC__FrameHeader& header) {
  const auto number = static_cast<std::int64_t>(header.number.sample_number);
  const std::int64_t longest = std::int64_t{kLongestGapSeconds} * rate_;
  if (!position_) {  // a stream may begin at any number, unless its beginning is damaged
    if (late_ && number > 0) take_error("the first pages with sound are lost");
    first_position_ = damaged_ && number <= longest ? 0 : number;
    position_ = first_position_;
  }
  const std::int64_t jump = number - *position_;
  if (jump == 0) return 0;
  const double here = seconds();
  if (jump < 0) {
    join_problem(problem_, {"damaged", here, "frames from an earlier time", here});
    return std::nullopt;
  }
  if (jump > longest) {
    join_problem(problem_, {"damaged", here, "the numbers of its frames jump"});
    return 0;
  }
  const double end = here + static_cast<double>(jump) / rate_;
  join_problem(problem_, {"damaged", here,
                          counted(static_cast<std::size_t>(jump), "sample") + " missing", end});
  return jump;
}

void FlacDecoder::take_frame(const FLAC__Frame& frame, const FLAC__int32* const channels[]) {
  const FLAC__FrameHeader& header = frame.header;
  ++taken_;
  Part part = {static_cast<int>(header.sample_rate), static_cast<int>(header.channels), 0, {}};
  rate_ = std::max(1, part.sample_rate);
  if (info_.sample_rate == 0) {  // the header block was lost: each frame has the format too
    info_.format = fmt::format("{}, {} bit", name_, header.bits_per_sample);
    info_.sample_rate = part.sample_rate;
    info_.channels = part.channels;
  }
  const std::optional<std::int64_t> gap = gap_before(header);
  dropped_ = !gap;
  if (dropped_) return;
  part.silence = *gap;
  note_lost(static_cast<std::int64_t>(header.number.sample_number));
  *position_ += part.silence + header.blocksize;
  last_block_seconds_ = static_cast<double>(header.blocksize) / rate_;
  const float scale = std::ldexp(1.0F, 1 - static_cast<int>(header.bits_per_sample));
  const std::size_t count = header.blocksize, width = header.channels;
  part.samples.resize(count * width);
  FLAC__int32 bits = 0;
  for (std::size_t c = 0; c < width; ++c) {
    float* const out = part.samples.data() + c;
    for (std::size_t n = 0; n < count; ++n) {
      out[n * width] = static_cast<float>(channels[c][n]) * scale;
      bits |= channels[c][n];
    }
  }
  const bool silent = bits == 0;
  if (damaged_) join_problem(problem_, {"damaged", seconds(), last_error_, seconds()});
  damaged_ = damaged_ && silent;  // libFLAC fills some gaps with silent frames of its own
  parts_.push_back(std::move(part));
}

// Of the stretches before the sample with this number.
void FlacDecoder::note_lost(std::int64_t number) {
  const auto seconds_at = [&](std::int64_t sample) {
    return static_cast<double>(sample - first_position_) / rate_;
  };
  for (; next_lost_ < lost_.size() && lost_[next_lost_].begin <= number; ++next_lost_) {
    const LostFlac& lost = lost_[next_lost_];
    if (lost.begin < first_position_) continue;
    join_problem(problem_, {"damaged", seconds_at(lost.begin), "a missing Ogg page",
                            seconds_at(std::max(lost.end, lost.begin))});
  }
}

double FlacDecoder::seconds() const {
  const std::int64_t samples = position_.value_or(0) - first_position_;
  return static_cast<double>(samples) / std::max(1, rate_);
}

// What lies behind the last sample that the header announces is no sound: tags of other programs,
// zeros.
bool FlacDecoder::is_complete() const {
  return position_ && info_.claimed_frames == *position_ - first_position_ && !problem_;
}

void FlacDecoder::take_error(const char* reason) {
  if (is_complete()) return;
  damaged_ = true;
  last_error_ = reason;
  join_problem(problem_, {"damaged", seconds(), reason, seconds()});
}

bool FlacDecoder::advance() {
  taken_ = 0;
  const double before = seconds();
  const bool fine = FLAC__stream_decoder_process_single(handle_.get());
  // It read one frame of the file: those before the last are silence of its own, for lost ones.
  if (taken_ > 1)
    join_problem(problem_, {"damaged", before, "missing frames", seconds() - last_block_seconds_});
  if (source_->fault()) throw source_->error("cannot be read: " + *source_->fault());
  const FLAC__StreamDecoderState state = FLAC__stream_decoder_get_state(handle_.get());
  if (fine && state < FLAC__STREAM_DECODER_END_OF_STREAM) return true;
  if (!fine) {
    join_problem(problem_, {"truncated", seconds(), FLAC__StreamDecoderStateString[state]});
  }
  return false;
}

DecodedBlock FlacDecoder::silence(Part& part) {
  const std::int64_t frames = std::min(part.silence, kSilenceFrames);
  part.silence -= frames;
  out_.assign(static_cast<std::size_t>(frames) * part.channels, 0.0F);
  return {part.sample_rate, part.channels, out_};
}

void FlacDecoder::finish() {
  ended_ = true;
  const std::int64_t read = position_.value_or(0) - first_position_;
  if (info_.claimed_frames && read < *info_.claimed_frames) {
    join_problem(problem_,
                 {"truncated", seconds(),
                  fmt::format("the file has {} of {} samples", read, *info_.claimed_frames)});
  } else if (dropped_ || (damaged_ && !info_.claimed_frames)) {
    join_problem(problem_, {"damaged", seconds(), "the end of the stream"});
  }
}

DecodedBlock FlacDecoder::next() {
  while (parts_.empty() && !ended_) {
    if (!advance() && parts_.empty()) finish();
  }
  if (parts_.empty()) return {};
  Part& part = parts_.front();
  check_format(*source_, part.sample_rate, part.channels);
  if (part.silence > 0) return silence(part);
  out_.swap(part.samples);
  const DecodedBlock block = {part.sample_rate, part.channels, out_};
  parts_.pop_front();
  return block;
}

}  // namespace tactus
