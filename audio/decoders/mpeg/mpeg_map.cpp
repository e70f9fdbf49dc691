#include "audio/decoders/mpeg/mpeg_map.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "audio/decoders/mpeg/bit_reservoir.h"
#include "audio/decoders/sizes/chunks.h"

namespace tactus {
namespace {

bool same_kind(const MpegFrame& a, const MpegFrame& b) {
  return a.version == b.version && a.layer == b.layer && a.sample_rate == b.sample_rate;
}

bool is_tag(std::span<const unsigned char> head) {
  for (const char* name : {"TAG", "ID3", "APET", "LYRI", "LIST"}) {
    if (starts_with(head, name)) return true;
  }
  return false;
}

// Bytes that a frame is longer by, from its head.
int padding_of(const MpegFrame& frame, std::span<const unsigned char> head) {
  return (head[2] >> 1 & 1) * (frame.layer == 1 ? 4 : 1);
}

// The length of frames of the "free" bit rate without their padding, by the first at `offset`:
// another follows it, and one more, a tag or the end of the file. 0 if there are none.
int free_frame_bytes(const ByteSource& source, std::int64_t offset) {
  constexpr std::size_t kReach = 8192;
  constexpr int kShortest = 40;  // less is a pattern of other bytes
  const std::vector<unsigned char> bytes = source.bytes(offset, kReach);
  const std::optional<MpegFrame> first = parse_mpeg_header(bytes);
  for (std::size_t at = 4; first && at + 4 <= bytes.size(); ++at) {
    if (bytes[at] != 0xFF) continue;
    const std::span<const unsigned char> head = std::span(bytes).subspan(at, 4);
    const std::optional<MpegFrame> second = parse_mpeg_header(head);
    if (!second || second->bytes != 0 || !same_kind(*first, *second)) continue;
    const int length = static_cast<int>(at) - padding_of(*first, bytes);
    const std::int64_t end =
        offset + static_cast<std::int64_t>(at) + length + padding_of(*second, head);
    const std::vector<unsigned char> behind = source.bytes(end, 4);
    const std::optional<MpegFrame> third = parse_mpeg_header(behind);
    const bool goes_on = third && third->bytes == 0 && same_kind(*first, *third);
    if (goes_on || end == source.size() || is_tag(behind)) return length < kShortest ? 0 : length;
  }
  return 0;
}

// True if a run of frames begins at `offset`.
bool run_begins(const ByteSource& source, std::int64_t offset) {
  constexpr int kRun = 4, kFreeRun = 12;  // heads of the "free" bit rate are more likely by chance
  constexpr int kShortestRun = 2;
  std::optional<MpegFrame> first;
  int free_bytes = 0;
  for (int i = 0; i < (free_bytes > 0 ? kFreeRun : kRun); ++i) {
    const std::vector<unsigned char> head = source.bytes(offset, 4);
    const bool enough = i >= kShortestRun && free_bytes == 0;
    if (enough && (head.size() < 4 || is_tag(head))) return true;
    std::optional<MpegFrame> frame = parse_mpeg_header(head);
    if (!frame || (first && !same_kind(*frame, *first))) return false;
    if (frame->bytes == 0) {
      if (i == 0) free_bytes = free_frame_bytes(source, offset);
      if (free_bytes == 0) return false;
      frame->bytes = free_bytes + padding_of(*frame, head);
    }
    if (!first) first = frame;
    if (offset + frame->bytes > source.size()) return enough;
    offset += frame->bytes;
  }
  return true;
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
    map_.is_free = free_bytes_ > 0;
    return map_;
  }

 private:
  // A frame of the kind of the stream. A frame of another kind needs others like it.
  std::optional<MpegFrame> frame_at(std::int64_t offset) {
    std::optional<MpegFrame> frame = parse_mpeg_header(heads_.at(offset));
    if (!frame) return std::nullopt;
    if (frame->bytes == 0) {
      if (!kind_) free_bytes_ = free_frame_bytes(source_, offset);
      if (free_bytes_ == 0) return std::nullopt;
      frame->bytes = free_bytes_ + padding_of(*frame, heads_.at(offset));
    }
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
    const bool information = is_mpeg_information(frame, heads_.at(offset_));
    if (before > 0 && !map_.joint && information) note_joint(frame, before);
    if (information) {
      reservoir_.restart();
    } else if (!reservoir_.takes(frame, heads_.at(offset_)) && !map_.overlap) {
      map_.overlap = before;
    }
    if (before == 0) map_.first_bytes = frame.bytes;
    kind_ = frame;
    ++frames_;
    offset_ += frame.bytes;
    if (map_.frames + frames_ == 1) return;  // the first may be an information frame
    const int bits = bits_of(frame);
    if (bits_per_second_ == 0) bits_per_second_ = bits;
    if (bits_per_second_ != bits) bits_per_second_ = -1;
  }

  void note_joint(const MpegFrame& frame, std::int64_t before) {
    const auto bytes = source_.bytes(offset_, static_cast<std::size_t>(frame.bytes));
    const std::optional<MpegInfoFrame> info = parse_mpeg_info_frame(frame, bytes);
    map_.joint = {offset_, before, info ? info->frames.value_or(0) : 0};
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
    reservoir_.restart();
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
  int free_bytes_ = 0;  // of frames of the "free" bit rate; 0 = the first is of another
  BitReservoir reservoir_;
  MpegMap map_;
  MpegRun run_;
  std::int64_t frames_ = 0;  // of run_
  int bits_per_second_ = 0;  // 0 = no frame yet, -1 = it changes
};

}  // namespace

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

}  // namespace tactus
