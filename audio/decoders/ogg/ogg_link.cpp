#include "audio/decoders/ogg/ogg_link.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace tactus {
namespace {

constexpr std::size_t kPageHeader = 27;
constexpr unsigned kContinued = 0x01;
constexpr unsigned kBeginsStream = 0x02;
constexpr unsigned kEndsStream = 0x04;
constexpr std::int64_t kFarthest = std::int64_t{1} << 60;  // granule
constexpr std::int64_t kLongestPageHead = kPageHeader + 255;
constexpr std::int64_t kFlacMapping = 9;  // bytes before "fLaC" in the first packet

struct Page : OggPage {
  std::int64_t head = 0;  // bytes
  std::uint32_t serial = 0;
  bool begins_stream = false;
  bool intact = false;  // the checksum is right

  std::int64_t end() const { return begin + length; }
};

std::uint64_t little_endian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

// tables[k][i]: what the byte i adds to the checksum if k bytes follow it.
using ChecksumTables = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr ChecksumTables checksum_tables() {
  constexpr std::uint32_t kPolynomial = 0x04C11DB7;
  ChecksumTables tables = {};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i << 24;
    for (std::size_t k = 0; k < tables.size(); ++k) {
      for (int bit = 0; bit < 8; ++bit) value = value << 1 ^ (value >> 31 != 0 ? kPolynomial : 0);
      tables[k][i] = value;
    }
  }
  return tables;
}

// Of RFC 3533, eight bytes at a time.
std::uint32_t ogg_checksum(std::span<const unsigned char> bytes) {
  static constexpr ChecksumTables kTables = checksum_tables();
  std::uint32_t sum = 0;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint32_t carried = k < 4 ? sum >> (24 - 8 * k) & 255 : 0;
      next ^= kTables[7 - k][bytes[k] ^ carried];
    }
    sum = next;
  }
  for (const unsigned char byte : bytes) sum = sum << 8 ^ kTables[0][(sum >> 24 ^ byte) & 255];
  return sum;
}

// The checksum counts as 0 while it is computed.
bool has_its_checksum(const ByteSource& source, const Page& page) {
  constexpr std::size_t kChecksum = 22;
  std::vector<unsigned char> bytes =
      source.bytes(page.begin, static_cast<std::size_t>(page.length));
  if (bytes.size() < kPageHeader) return false;
  const auto stated = static_cast<std::uint32_t>(little_endian(bytes.data() + kChecksum, 4));
  std::fill_n(bytes.begin() + kChecksum, 4, static_cast<unsigned char>(0));
  return ogg_checksum(bytes) == stated;
}

std::optional<Page> page_at(const ByteSource& source, std::int64_t offset) {
  std::array<unsigned char, kPageHeader + 255> head = {};
  const std::size_t got = source.read_at(offset, head);
  if (got < kPageHeader ||
      std::string_view(reinterpret_cast<char*>(head.data()), 5) != std::string_view("OggS\0", 5)) {
    return std::nullopt;
  }
  const std::size_t segments = head[26];
  if (got < kPageHeader + segments) return std::nullopt;
  const auto* lacing = head.data() + kPageHeader;
  Page page;
  page.begin = offset;
  page.head = static_cast<std::int64_t>(kPageHeader + segments);
  page.length = std::accumulate(lacing, lacing + segments, page.head);
  page.packets = static_cast<int>(
      std::count_if(lacing, lacing + segments, [](unsigned char value) { return value < 255; }));
  page.granule = static_cast<std::int64_t>(little_endian(head.data() + 6, 8));
  if (page.granule > kFarthest || page.granule < -kFarthest) page.granule = -1;
  page.serial = static_cast<std::uint32_t>(little_endian(head.data() + 14, 4));
  page.number = static_cast<std::uint32_t>(little_endian(head.data() + 18, 4));
  page.continued = (head[5] & kContinued) != 0;
  page.begins_stream = (head[5] & kBeginsStream) != 0;
  page.ends_stream = (head[5] & kEndsStream) != 0;
  if (page.end() <= source.size()) page.intact = has_its_checksum(source, page);
  return page;
}

// True if an incomplete header at `offset` could be the start of a page.
bool begins_as_page(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> head = source.bytes(offset, 4);
  return std::string_view("OggS").starts_with(
      std::string_view(reinterpret_cast<const char*>(head.data()), head.size()));
}

// The next "OggS" at or after `offset`, or the end of the file.
std::int64_t find_capture_pattern(const ByteSource& source, std::int64_t offset) {
  constexpr std::string_view kPattern = "OggS";
  std::vector<unsigned char> piece(std::size_t{1} << 16);
  while (offset < source.size()) {
    const std::size_t got = source.read_at(offset, piece);
    const std::string_view text(reinterpret_cast<char*>(piece.data()), got);
    const std::size_t at = text.find(kPattern);
    if (at != std::string_view::npos) return offset + static_cast<std::int64_t>(at);
    if (got < piece.size()) break;
    offset += static_cast<std::int64_t>(got - (kPattern.size() - 1));
  }
  return source.size();
}

// What the first page of a stream says about it.
struct Stream {
  OggLink::Codec codec = OggLink::Codec::kOther;
  int headers = 0;  // packets with headers; 0 = not known
  std::int64_t packet_samples = 0;
  std::int64_t sample_rate = 0;

  bool is_audio() const { return codec != OggLink::Codec::kOther; }
  bool is_flac() const { return codec == OggLink::Codec::kFlac; }
};

Stream stream_of(const ByteSource& source, const Page& first) {
  const std::vector<unsigned char> head = source.bytes(first.begin + first.head, 80);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.starts_with("\x7F"
                       "FLAC"))
    return {OggLink::Codec::kFlac};
  if (text.starts_with("\x01vorbis")) return {OggLink::Codec::kVorbis, 3};
  if (text.starts_with("OpusHead")) return {OggLink::Codec::kOpus, 2};
  if (text.starts_with("Speex   ") && head.size() == 80) {
    const auto field = [&](std::size_t at) {
      return static_cast<std::int64_t>(little_endian(head.data() + at, 4));
    };
    constexpr std::int64_t kMost = 1 << 16;  // samples of a frame, and frames of a packet
    const auto extra = static_cast<int>(std::min<std::int64_t>(field(68), 100));
    const std::int64_t samples = std::min(field(56), kMost) * std::min(field(64), kMost);
    return {OggLink::Codec::kSpeex, 2 + extra, samples, field(36)};
  }
  return {};
}

bool is_picture(const ByteSource& source, const Page& first) {
  const std::vector<unsigned char> head = source.bytes(first.begin + first.head, 7);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"\x80theora", "BBCD", "OVP80", "\x01video"},
      [&](std::string_view name) { return text.starts_with(name); });
}

// Collects the pages of one link in order and keeps those of the chosen stream.
class LinkCollector {
 public:
  LinkCollector(const ByteSource& source, OggLink& link) : source_(source), link_(link) {}

  // False if the page is damaged.
  bool accepts(const Page& page) const {
    return page.intact || stream_.is_flac() ||
           (page.begins_stream && page.end() <= source_.size() &&
            stream_of(source_, page).is_flac());
  }

  // Bytes that are no page, or a damaged page.
  void skip(const std::optional<Page>& page) {
    odd_ = true;
    if (page && page->begins_stream) serials_.push_back(page->serial);
  }

  void take(const Page& page) {
    if (page.begins_stream) count(page);
    if (page.begins_stream && !stream_.is_audio()) choose(page);
    if (chosen_ && page.serial != serial_) {
      const bool known = std::ranges::find(serials_, page.serial) != serials_.end();
      odd_ = odd_ || !known;
      link_.stray_end = link_.stray_end || (!known && page.intact);
      return;
    }
    if (any_ && page.number + 1 == next_number_ && page.granule == last_granule_) {
      odd_ = true;  // the same page again
      return;
    }
    link_.stray_end = false;
    take_next(page);
    any_ = true;
    ended_ = page.ends_stream;
    next_number_ = page.number + 1;
    last_granule_ = page.granule;
  }

  bool ended() const { return ended_; }  // the last page has the mark of the end

  bool is_begun_by(const Page& page) const {
    return page.begins_stream && chosen_ && page.serial == serial_;
  }

  // A stream ends with a mark, or else at a page that is not yet full: by far the shortest of all.
  bool looks_cut() const { return !ended_ && steps_ > 2 && last_step_ * 4 >= shortest_step_ * 3; }

 private:
  void count(const Page& page) {
    serials_.push_back(page.serial);
    link_.sounds += stream_of(source_, page).is_audio() ? 1 : 0;
    link_.has_picture = link_.has_picture || is_picture(source_, page);
  }

  void choose(const Page& page) {
    const Stream stream = stream_of(source_, page);
    if (!stream.is_audio() && chosen_) return;
    chosen_ = true;
    serial_ = page.serial;
    stream_ = stream;
    header_packets_ = 0;
    any_ = false;
    link_.headers.clear();
    link_.pages.clear();
    link_.lost.clear();
    link_.codec = stream.codec;
    link_.packet_samples = stream.packet_samples;
    link_.sample_rate = stream.sample_rate;
  }

  void take_next(const Page& page) {
    if (stream_.is_flac()) {
      take_flac(page);
    } else if (header_packets_ < stream_.headers && page.granule <= 0) {  // sound has a time
      header_packets_ += page.packets;
      link_.headers.push_back(page);
    } else {
      if (link_.pages.empty()) link_.late = stream_.headers > 0 && page.number != next_number_;
      link_.pages.push_back(page);
      link_.pages.back().odd = std::exchange(odd_, false);
    }
    step_to(page.granule);
  }

  void take_flac(const Page& page) {
    const bool first = link_.flac.empty();
    const std::int64_t mapping = first ? kFlacMapping : 0;
    const bool goes_back = page.granule >= 0 && page.granule < granule_;
    link_.late =
        link_.late || goes_back || (!first && granule_ == 0 && page.number != next_number_);
    if (granule_ > 0 && (page.number != next_number_ || std::exchange(odd_, false)))
      link_.lost.push_back({granule_, std::max(granule_, page.granule)});
    append(link_.flac, page.begin + page.head + mapping, page.end());
  }

  // Pages with headers have the granule 0.
  void step_to(std::int64_t granule) {
    if (granule <= granule_) return;
    if (granule_ > 0 && ++steps_ > 1)
      shortest_step_ = steps_ == 2 ? last_step_ : std::min(shortest_step_, last_step_);
    if (granule_ > 0) last_step_ = granule - granule_;
    granule_ = granule;
  }

  static void append(std::vector<ByteExtent>& extents, std::int64_t begin, std::int64_t end) {
    if (!extents.empty() && extents.back().begin + extents.back().length == begin) {
      extents.back().length += end - begin;
    } else {
      extents.push_back({begin, end - begin});
    }
  }

  const ByteSource& source_;
  OggLink& link_;
  std::vector<std::uint32_t> serials_;  // of all streams of the link
  bool chosen_ = false;
  std::uint32_t serial_ = 0;  // of the chosen stream
  Stream stream_;
  int header_packets_ = 0;
  bool any_ = false;  // page of the chosen stream
  std::uint32_t next_number_ = 0;
  std::int64_t last_granule_ = -1;
  std::int64_t granule_ = 0;  // the largest
  int steps_ = 0;             // from one granule to the next
  std::int64_t last_step_ = 0;
  std::int64_t shortest_step_ = 0;  // of those before the last
  bool odd_ = false;                // since the page before
  bool ended_ = false;
};

}  // namespace

OggLink find_ogg_link(const ByteSource& source, std::int64_t begin) {
  OggLink link;
  LinkCollector collector(source, link);
  bool only_beginnings = true;
  bool loose = false;
  std::int64_t offset = begin;
  while (offset < source.size()) {
    const std::optional<Page> page = page_at(source, offset);
    if (!page || !collector.accepts(*page)) {
      const bool begun = page || begins_as_page(source, offset);
      link.cut_off =
          begun && (page ? page->end() > source.size() : source.size() - offset < kLongestPageHead);
      loose = true;
      collector.skip(page);
      offset = find_capture_pattern(source, offset + 1);
      continue;
    }
    if (page->begins_stream && !only_beginnings) {
      link.begins_again = !collector.ended() && collector.is_begun_by(*page);
      break;
    }
    only_beginnings = only_beginnings && page->begins_stream;
    collector.take(*page);
    link.cut_off = page->end() > source.size();
    loose = false;
    offset = page->end();
  }
  link.loose_end = loose && !collector.ended();
  link.looks_cut = collector.looks_cut();
  link.end = std::min(offset, source.size());
  constexpr std::int64_t kEnough = 16384;
  const auto compared = static_cast<std::size_t>(std::min(link.end - begin, kEnough));
  link.stands_twice =
      link.begins_again && source.bytes(begin, compared) == source.bytes(link.end, compared);
  return link;
}

bool is_damaged(const OggLink& link) {
  if (link.late || link.cut_off || link.loose_end || link.looks_cut || link.stray_end) return true;
  for (std::size_t n = 1; n < link.pages.size(); ++n) {
    const OggPage& page = link.pages[n];
    if (page.odd || (page.has_granule() && page.granule < link.pages[n - 1].granule)) return true;
  }
  return false;
}

std::optional<double> damaged_from(const OggLink& link) {
  if (link.late) return 0.0;
  if (link.pages.empty() || link.sample_rate <= 0) return std::nullopt;
  const OggPage& first = link.pages.front();
  const std::int64_t begin = first.granule - first.packets * link.packet_samples;
  for (std::size_t n = 1; n < link.pages.size(); ++n) {
    const OggPage& page = link.pages[n];
    const OggPage& before = link.pages[n - 1];
    const std::int64_t samples = page.granule - before.granule;
    const std::int64_t stated = page.packets * link.packet_samples;
    const bool last = n + 1 == link.pages.size();
    if (!page.odd && page.number == before.number + 1 && samples >= 0 && samples <= stated &&
        (last || samples == stated))
      continue;
    const std::int64_t sure = std::min(before.granule, page.granule - stated) - begin;
    return static_cast<double>(std::max<std::int64_t>(0, sure)) /
           static_cast<double>(link.sample_rate);
  }
  return std::nullopt;
}

}  // namespace tactus
