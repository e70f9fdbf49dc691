#include "audio/decoders/ogg/flac_decoder.h"

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

FLAC__StreamDecoderTellStatus tell(const FLAC__StreamDecoder*, FLAC__uint64* offset, void* user) {
  *offset = static_cast<FLAC__uint64>(self_of(user).window().position());
  return FLAC__STREAM_DECODER_TELL_STATUS_OK;
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

// True if nothing but zeros and tags of other programs (ID3v1, APE) lies behind `begin`.
bool ends_in_tags(ByteWindow window, std::int64_t begin) {
  constexpr std::int64_t kId3v1 = 128;
  constexpr std::int64_t kApe = 32;  // header, and footer
  std::int64_t end = window.size();
  const auto starts_with = [&](std::int64_t at, std::string_view name) {
    std::array<unsigned char, 8> head = {};
    window.seek(std::max(at, begin), SEEK_SET);
    window.read(head);
    return at >= begin && std::equal(name.begin(), name.end(), head.begin());
  };
  if (starts_with(end - kId3v1, "TAG")) end -= kId3v1;
  if (starts_with(end - kApe, "APETAGEX")) {
    std::array<unsigned char, 4> size = {};
    window.seek(end - kApe + 12, SEEK_SET);
    window.read(size);
    end -= size[0] | size[1] << 8 | size[2] << 16;
    if (starts_with(end - kApe, "APETAGEX")) end -= kApe;
  }
  constexpr std::int64_t kMostZeros = std::int64_t{1} << 20;
  if (end < begin || end - begin > kMostZeros) return false;
  std::vector<unsigned char> rest(static_cast<std::size_t>(end - begin));
  window.seek(begin, SEEK_SET);
  window.read(rest);
  return std::ranges::all_of(rest, [](unsigned char byte) { return byte == 0; });
}

}  // namespace

FlacDecoder::FlacDecoder(SharedSource source, ByteWindow window, const char* name, FlacStart start,
                         std::vector<LostFlac> lost)
    : source_(std::move(source)),
      window_(std::move(window)),
      name_(name),
      start_(start),
      lost_(std::move(lost)),
      handle_(FLAC__stream_decoder_new(), FLAC__stream_decoder_delete) {
  mark_last_metadata(*source_, window_);
  if (!handle_ || !FLAC__stream_decoder_set_md5_checking(handle_.get(), true) ||
      FLAC__stream_decoder_init_stream(handle_.get(), read_bytes, nullptr, tell, nullptr, nullptr,
                                       write_frame, read_metadata, note_error,
                                       this) != FLAC__STREAM_DECODER_INIT_STATUS_OK) {
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
  const bool even = stream_info.min_blocksize == stream_info.max_blocksize;
  block_ = even ? static_cast<int>(stream_info.max_blocksize) : 0;
  has_sum_ = std::ranges::any_of(stream_info.md5sum, [](FLAC__byte byte) { return byte != 0; });
}

// Two streams may be joined: a frame that is shorter than the others, or the announced length, ends
// the first. In Ogg this is a chain.
void FlacDecoder::begin_again() {
  if (!position_ || start_ == FlacStart::kLost) return;
  const bool complete = info_.claimed_frames && *position_ - before_ == *info_.claimed_frames;
  if (last_block_ >= block_ && !complete) return;
  before_ = *position_;
  if (start_ == FlacStart::kZero || info_.claimed_frames)
    join_problem(problem_, {"damaged", seconds(), "a second FLAC stream begins"});
}

std::int64_t FlacDecoder::number_of(const FLAC__FrameHeader& header) const {
  return before_ + static_cast<std::int64_t>(header.number.sample_number);
}

// Silence to insert before a frame with this number, in samples per channel; nullopt if the frame
// belongs to an earlier time. Notes the fault.
std::optional<std::int64_t> FlacDecoder::gap_before(const FLAC__FrameHeader& header) {
  if (header.number.sample_number == 0) begin_again();
  const auto number = number_of(header);
  const std::int64_t longest = std::int64_t{kLongestGapSeconds} * rate_;
  if (!position_) {  // a stream may begin at any number, unless its beginning is damaged
    if (start_ == FlacStart::kLost && number > 0) take_error("the first pages with sound are lost");
    first_position_ = damaged_ && number <= longest ? 0 : number;
    if (first_position_ > 0 && !info_.claimed_frames && start_ == FlacStart::kZero) {
      const double begin = static_cast<double>(number) / rate_;
      join_problem(
          problem_,
          {"damaged", 0.0,
           fmt::format("the beginning is missing: its first frame begins at {:.3f} s", begin)});
    }
    position_ = first_position_;
  }
  const std::int64_t jump = number - *position_;
  if (jump == 0) return 0;
  const double here = seconds();
  if (jump < 0) {
    if (number < first_position_)
      join_problem(problem_, {"damaged", 0.0, "frames from before the first one"});
    join_problem(problem_, {"damaged", here,
                            is_complete() ? "more frames than the header announces"
                                          : "frames from an earlier time",
                            here});
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
  note_lost(number_of(header));
  *position_ += part.silence + header.blocksize;
  last_block_ = static_cast<int>(header.blocksize);
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
  last_is_silent_ = bits == 0;
  if (damaged_) join_problem(problem_, {"damaged", seconds(), last_error_, seconds()});
  damaged_ = damaged_ && last_is_silent_;  // libFLAC fills some gaps with silent frames of its own
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
  if (is_complete() || (position_ && !damaged_ && ends_in_tags(window_, frame_end_))) return;
  damaged_ = true;
  last_error_ = reason;
  join_problem(problem_, {"damaged", seconds(), reason, seconds()});
}

bool FlacDecoder::advance() {
  taken_ = 0;
  const double before = seconds();
  const bool fine = FLAC__stream_decoder_process_single(handle_.get());
  // It read one frame of the file: those before the last are silence of its own, for lost ones.
  // libFLAC 1.4.2 silences the last one too.
  if (taken_ > 1) {
    const double last = last_is_silent_ ? 0.0 : static_cast<double>(last_block_) / rate_;
    join_problem(problem_, {"damaged", before, "missing frames", seconds() - last});
  }
  FLAC__uint64 end = 0;
  if (taken_ > 0 && FLAC__stream_decoder_get_decode_position(handle_.get(), &end))
    frame_end_ = static_cast<std::int64_t>(end);
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

// The last frame of a stream is shorter than the others: if it is there, samples are missing before
// it. Frames that were lost or doubled and then numbered again could be anywhere.
void FlacDecoder::compare_with_header() {
  const bool same_sum = FLAC__stream_decoder_finish(handle_.get());
  const std::int64_t read = position_.value_or(0) - first_position_;
  const std::int64_t claimed = info_.claimed_frames.value_or(read);
  const std::string counts = fmt::format("the file has {} of {} samples", read, claimed);
  const bool has_its_end =
      !damaged_ && (block_ == 0 || (claimed - last_block_) % std::max(1, block_) == 0);
  if (read < claimed && first_position_ > 0 && first_position_ + read == claimed) {
    join_problem(problem_, {"damaged", 0.0, "the beginning is missing: " + counts});
  } else if (read < claimed && has_its_end && !problem_) {
    join_problem(problem_, {"damaged", 0.0, "frames are missing somewhere: " + counts});
  } else if (read < claimed) {
    join_problem(problem_, {"truncated", seconds(), counts});
  } else if (read > claimed && same_sum && has_sum_ && !problem_) {
    const double end = static_cast<double>(claimed) / rate_;
    join_problem(problem_, {"damaged", end, "more samples than the header announces", end});
  } else if (read > claimed && before_ == 0) {
    join_problem(problem_, {"damaged", 0.0, "more frames than the header announces: " + counts});
  } else if (!same_sum && !problem_) {
    join_problem(problem_, {"damaged", 0.0, "the sound has another MD5 sum than the header says"});
  }
}

void FlacDecoder::finish() {
  ended_ = true;
  if (dropped_ || (damaged_ && !info_.claimed_frames))
    join_problem(problem_, {"damaged", seconds(), "the end of the stream"});
  compare_with_header();
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
