#include "audio/decoders/mpeg_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "audio/decoders/chunks.h"

namespace tactus {
namespace {

// kbit/s by [row][index]: MPEG-1 layers I, II, III; MPEG-2/2.5 layer I; MPEG-2/2.5 layers II and
// III.
constexpr std::array<std::array<int, 15>, 5> kBitRates = {{
    {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
    {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
    {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}};
constexpr std::array<int, 3> kSampleRates = {44100, 48000, 32000};

std::uint32_t big_endian(std::span<const unsigned char> bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 |
         std::uint32_t{bytes[at + 2]} << 8 | std::uint32_t{bytes[at + 3]};
}

bool same_kind(const MpegFrame& a, const MpegFrame& b) {
  return a.version == b.version && a.layer == b.layer && a.sample_rate == b.sample_rate;
}

bool starts_with(std::span<const unsigned char> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin());
}

// True if a run of frames begins at `offset`.
bool run_begins(const ByteSource& source, std::int64_t offset) {
  constexpr int kRun = 4;
  constexpr int kShortestRun = 2;
  std::optional<MpegFrame> first;
  for (int i = 0; i < kRun; ++i) {
    const std::vector<unsigned char> head = source.bytes(offset, 4);
    const bool ends = i >= kShortestRun && (head.size() < 4 || starts_with(head, "TAG") ||
                                            starts_with(head, "ID3") || starts_with(head, "APET"));
    if (ends) return true;
    const std::optional<MpegFrame> frame = parse_mpeg_header(head);
    if (!frame || frame->bytes == 0 || (first && !same_kind(*frame, *first))) return false;
    if (!first) first = frame;
    if (offset + frame->bytes > source.size()) return i >= kShortestRun;
    offset += frame->bytes;
  }
  return true;
}

}  // namespace

int parse_mpeg_bit_rate(std::span<const unsigned char> bytes) {
  const std::optional<MpegFrame> frame = parse_mpeg_header(bytes);
  if (!frame) return 0;
  const int row = frame->version == 10 ? frame->layer - 1 : frame->layer == 1 ? 3 : 4;
  return kBitRates[static_cast<std::size_t>(row)][big_endian(bytes, 0) >> 12 & 15] * 1000;
}

std::optional<MpegFrame> parse_mpeg_header(std::span<const unsigned char> bytes) {
  if (bytes.size() < 4) return std::nullopt;
  const std::uint32_t head = big_endian(bytes, 0);
  const std::uint32_t version_bits = head >> 19 & 3;
  const std::uint32_t layer_bits = head >> 17 & 3;
  const std::uint32_t rate_index = head >> 12 & 15;
  const std::uint32_t frequency = head >> 10 & 3;
  const bool synchronous = head >> 21 == 0x7FF;
  if (!synchronous || version_bits == 1 || layer_bits == 0 || rate_index == 15 || frequency == 3) {
    return std::nullopt;
  }
  MpegFrame frame;
  frame.version = version_bits == 3 ? 10 : version_bits == 2 ? 20 : 25;
  frame.layer = 4 - static_cast<int>(layer_bits);
  frame.sample_rate = kSampleRates[frequency] / (version_bits == 3 ? 1 : version_bits == 2 ? 2 : 4);
  frame.channels = (head >> 6 & 3) == 3 ? 1 : 2;
  const bool short_frame = frame.layer == 3 && frame.version != 10;
  frame.samples = frame.layer == 1 ? 384 : short_frame ? 576 : 1152;
  const int row = frame.version == 10 ? frame.layer - 1 : frame.layer == 1 ? 3 : 4;
  const int bits_per_second = kBitRates[static_cast<std::size_t>(row)][rate_index] * 1000;
  const int padding = static_cast<int>(head >> 9 & 1);
  if (bits_per_second > 0) {
    frame.bytes = frame.layer == 1
                      ? (frame.samples / 32 * bits_per_second / frame.sample_rate + padding) * 4
                      : frame.samples / 8 * bits_per_second / frame.sample_rate + padding;
  }
  return frame;
}

std::optional<std::int64_t> find_mpeg_stream(const ByteSource& source, std::int64_t begin,
                                             std::int64_t reach) {
  const std::vector<unsigned char> head =
      source.bytes(begin, static_cast<std::size_t>(std::max<std::int64_t>(reach, 4)));
  for (std::size_t i = 0; i + 4 <= head.size(); ++i) {
    if (head[i] != 0xFF || !parse_mpeg_header(std::span(head).subspan(i, 4))) continue;
    const std::int64_t offset = begin + static_cast<std::int64_t>(i);
    if (run_begins(source, offset)) return offset;
  }
  return std::nullopt;
}

bool holds_mpeg_frames(const ByteSource& source, std::int64_t begin, std::int64_t end) {
  const std::vector<unsigned char> bytes =
      source.bytes(begin, static_cast<std::size_t>(end - begin));
  const auto frame_at = [&](std::size_t at) {
    return at < bytes.size() ? parse_mpeg_header(std::span(bytes).subspan(at)) : std::nullopt;
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::optional<MpegFrame> first = bytes[i] == 0xFF ? frame_at(i) : std::nullopt;
    if (!first || first->bytes == 0) continue;
    const std::optional<MpegFrame> second = frame_at(i + static_cast<std::size_t>(first->bytes));
    if (second && same_kind(*first, *second)) return true;
  }
  return false;
}

namespace {

constexpr std::size_t kVbriPlace = 4 + 32;  // of Fraunhofer's encoders, in every kind of frame

std::size_t xing_place(const MpegFrame& frame) {
  const bool mono = frame.channels == 1;
  return 4U + (frame.version == 10 ? (mono ? 17U : 32U) : (mono ? 9U : 17U));
}

// `bytes`: of the frame, from its start.
bool is_information(const MpegFrame& frame, std::span<const unsigned char> bytes) {
  const auto stands = [&](std::size_t at, std::string_view name) {
    return starts_with(bytes.subspan(std::min(at, bytes.size())), name);
  };
  const std::size_t place = xing_place(frame);
  return frame.layer == 3 &&
         (stands(place, "Xing") || stands(place, "Info") || stands(kVbriPlace, "VBRI"));
}

// The first bytes at each place of a file that is read forwards, up to the name of an information
// frame.
class HeadReader {
 public:
  explicit HeadReader(const ByteSource& source) : source_(source) {}

  std::span<const unsigned char> at(std::int64_t offset) {
    const std::int64_t end = begin_ + static_cast<std::int64_t>(piece_.size());
    if (offset < begin_ || offset + kHead > end) {
      piece_ = source_.bytes(offset, std::size_t{1} << 16);
      begin_ = offset;
    }
    return std::span(piece_)
        .subspan(static_cast<std::size_t>(offset - begin_))
        .first(std::min<std::size_t>(kHead,
                                     piece_.size() - static_cast<std::size_t>(offset - begin_)));
  }

 private:
  static constexpr std::int64_t kHead = 4 + 32 + 4;
  const ByteSource& source_;
  std::int64_t begin_ = 0;
  std::vector<unsigned char> piece_;
};

bool is_tag(std::span<const unsigned char> head) {
  for (const char* name : {"TAG", "ID3", "APET", "LYRI", "LIST"}) {
    if (starts_with(head, name)) return true;
  }
  return false;
}

// Less than a head of a frame, but its first bits.
bool begins_a_head(std::span<const unsigned char> bytes) {
  return bytes.size() < 4 && bytes[0] == 0xFF && (bytes.size() == 1 || bytes[1] >= 0xE0);
}

class MpegMapper {
 public:
  MpegMapper(const ByteSource& source, std::int64_t begin)
      : source_(source), heads_(source), offset_(begin) {}

  MpegMap map() {
    begin_run(offset_);
    while (offset_ < source_.size()) {
      const std::optional<MpegFrame> frame = frame_at(offset_);
      if (frame && leads_on(*frame)) {
        take(*frame);
      } else if (!skip(frame)) {
        break;
      }
    }
    end_run();
    map_.bits_per_second = std::max(0, bits_per_second_);
    return map_;
  }

 private:
  // A frame of the kind of the stream. A frame of another kind needs others like it.
  std::optional<MpegFrame> frame_at(std::int64_t offset) {
    const std::optional<MpegFrame> frame = parse_mpeg_header(heads_.at(offset));
    if (!frame || frame->bytes == 0) return std::nullopt;
    if (kind_ && !same_kind(*frame, *kind_) && !run_begins(source_, offset)) return std::nullopt;
    return frame;
  }

  bool leads_on(const MpegFrame& frame) {
    const std::int64_t next = offset_ + frame.bytes;
    if (hides_a_frame(frame)) return false;
    if (next >= source_.size()) return next == source_.size();
    const std::span<const unsigned char> head = heads_.at(next);
    return is_tag(head) || (head.size() < 4 && head[0] == 0xFF) || parse_mpeg_header(head);
  }

  // True if the frame has another bit rate than the one before, and others follow where it would
  // end with the same: a wrong bit doubled its length.
  bool hides_a_frame(const MpegFrame& frame) {
    if (!kind_ || map_.frames + frames_ < 2 || frame.bytes <= kind_->bytes + 1) return false;
    for (int bytes = kind_->bytes - 1; bytes <= kind_->bytes + 1; ++bytes) {
      const std::int64_t place = offset_ + bytes;
      if (place < source_.size() && frame_at(place) && run_begins(source_, place)) return true;
    }
    return false;
  }

  void take(const MpegFrame& frame) {
    const std::int64_t before = map_.frames + frames_;
    if (before > 0 && !map_.joint && is_information(frame, heads_.at(offset_)))
      map_.joint = {offset_, before};
    kind_ = frame;
    ++frames_;
    offset_ += frame.bytes;
    if (map_.frames + frames_ == 1) return;  // the first may be an information frame
    const int bits = bits_of(frame);
    if (bits_per_second_ == 0) bits_per_second_ = bits;
    if (bits_per_second_ != bits) bits_per_second_ = -1;
  }

  int bits_of(const MpegFrame& frame) {
    return parse_mpeg_bit_rate(heads_.at(offset_ - frame.bytes));
  }

  // Continues at the next frame after bytes that are none; false if there is no further one.
  bool skip(const std::optional<MpegFrame>& frame) {
    std::int64_t next = offset_ + 1;
    while (next < source_.size() &&
           (heads_.at(next)[0] != 0xFF || !frame_at(next) || !run_begins(source_, next))) {
      ++next;
    }
    const bool found = next < source_.size();
    const std::int64_t end = frame ? offset_ + frame->bytes : offset_;
    if (frame && end <= next && end <= source_.size()) take(*frame);  // damage behind its head
    const bool tag = is_tag(heads_.at(offset_));
    if (!found) {
      const std::span<const unsigned char> rest = heads_.at(offset_);
      map_.cut_off = frame ? end > source_.size() : begins_a_head(rest);
      map_.skipped_after = tag || only_padding_follows() ? 0 : source_.size() - offset_;
      return false;
    }
    end_run();
    begin_run(next);
    run_.skipped_before = tag ? 0 : next - offset_;
    offset_ = next;
    return true;
  }

  // Zeros from here on, and not over the end of the last frame.
  bool only_padding_follows() const {
    constexpr std::int64_t kLast = 8;
    const auto is_zero = [](unsigned char byte) { return byte == 0; };
    return rest_from(source_, nullptr, offset_).kind == RestKind::kZeros &&
           !std::ranges::all_of(source_.bytes(offset_ - kLast, kLast), is_zero);
  }

  void begin_run(std::int64_t offset) {
    run_ = MpegRun{{offset, 0}};
    frames_ = 0;
  }

  void end_run() {
    run_.bytes.length = offset_ - run_.bytes.begin;
    run_.frames = frames_;
    map_.frames += frames_;
    map_.runs.push_back(run_);
    frames_ = 0;
  }

  const ByteSource& source_;
  HeadReader heads_;
  std::int64_t offset_;
  std::optional<MpegFrame> kind_;
  MpegMap map_;
  MpegRun run_;
  std::int64_t frames_ = 0;  // of run_
  int bits_per_second_ = 0;  // 0 = no frame yet, -1 = it changes
};

// The numbers are big-endian. From "VBRI" on: version, delay and quality of 2 bytes each, the bytes
// and the frames of the file of 4 each, a table of places.
MpegInfoFrame parse_vbri(std::span<const unsigned char> tag) {
  constexpr std::size_t kFrames = 14;
  MpegInfoFrame info;
  info.may_count_itself = true;
  const std::int64_t frames = tag.size() >= kFrames + 4 ? big_endian(tag, kFrames) : 0;
  if (frames > 0) info.frames = frames;
  return info;
}

}  // namespace

MpegMap map_mpeg_stream(const ByteSource& source, std::int64_t begin) {
  return MpegMapper(source, begin).map();
}

void count_missing_frames(MpegMap& map, const MpegFrame& like,
                          std::optional<std::int64_t> expected) {
  std::int64_t bytes = 0;
  std::int64_t skipped = 0;
  for (const MpegRun& run : map.runs) {
    bytes += run.bytes.length;
    skipped += run.skipped_before;
  }
  if (skipped == 0 || map.frames == 0) return;
  const double frame_bytes =
      map.bits_per_second > 0
          ? static_cast<double>(map.bits_per_second) / 8.0 * like.samples / like.sample_rate
          : static_cast<double>(bytes) / static_cast<double>(map.frames);
  bool whole = true;  // each gap has the length of whole frames
  std::int64_t missing = 0;
  for (MpegRun& run : map.runs) {
    const double frames = static_cast<double>(run.skipped_before) / frame_bytes;
    run.missing_before = std::llround(frames);
    whole = whole && std::abs(frames - std::round(frames)) < 0.02;
    missing += run.missing_before;
  }
  const bool complete = expected && !map.cut_off && map.skipped_after == 0;
  const std::int64_t lost = complete ? *expected - map.frames : missing;
  constexpr std::int64_t kShortestFrame = 24;  // bytes
  if (lost < 0 || lost > skipped / kShortestFrame + 1) {
    map.times_are_sure = false;
    return;
  }
  map.times_are_sure = complete || (map.bits_per_second > 0 && whole);
  if (lost == missing) return;
  std::int64_t bytes_before = 0;  // in proportion to the bytes; rounding errors do not add up
  std::int64_t frames_before = 0;
  for (MpegRun& run : map.runs) {
    bytes_before += run.skipped_before;
    const auto share = static_cast<double>(bytes_before) / static_cast<double>(skipped);
    const std::int64_t frames = std::llround(share * static_cast<double>(lost));
    run.missing_before = frames - frames_before;
    frames_before = frames;
  }
}

std::optional<MpegInfoFrame> parse_mpeg_info_frame(const MpegFrame& frame,
                                                   std::span<const unsigned char> bytes) {
  constexpr std::size_t kTagBytes = 120 + 36;  // from "Xing" to the end of the LAME part
  const std::size_t tag = xing_place(frame);
  if (frame.layer != 3 || bytes.size() < tag + 8) return std::nullopt;
  const auto at_vbri = bytes.subspan(std::min(kVbriPlace, bytes.size()));
  if (starts_with(at_vbri, "VBRI")) return parse_vbri(at_vbri);
  const auto at_tag = bytes.subspan(tag);
  if (!starts_with(at_tag, "Xing") && !starts_with(at_tag, "Info")) return std::nullopt;
  std::vector<unsigned char> body(at_tag.begin(), at_tag.end());
  body.resize(std::max(body.size(), kTagBytes), 0);
  MpegInfoFrame info;
  const std::uint32_t flags = big_endian(body, 4);
  std::size_t at = 8;
  if (flags & 1) {
    info.frames = big_endian(body, at);
    at += 4;
  }
  if (flags & 2) info.bytes = big_endian(body, at);
  at += (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  info.has_delay = body[at] != 0;  // the encoder's name
  const unsigned char* fields = body.data() + at + 21;
  if (info.has_delay) {
    info.delay = fields[0] << 4 | fields[1] >> 4;
    info.padding = (fields[1] & 15) << 8 | fields[2];
  }
  return info;
}

}  // namespace tactus
