#include "audio/decoders/ogg_link.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>

namespace tactus {
namespace {

constexpr std::size_t kPageHeader = 27;
constexpr unsigned kBeginsStream = 0x02;
constexpr unsigned kEndsStream = 0x04;
constexpr std::int64_t kLongestPageHead = kPageHeader + 255;
constexpr std::int64_t kFlacMapping = 9;  // bytes before "fLaC" in the first packet

struct Page {
  std::int64_t begin = 0;
  std::int64_t head = 0;  // bytes
  std::int64_t body = 0;  // bytes
  std::uint32_t serial = 0;
  std::uint32_t number = 0;
  std::int64_t granule = -1;  // position at the end of the last packet that ends here; -1 = none
  int packets = 0;            // that end here
  bool begins_stream = false;
  bool ends_stream = false;
  bool intact = false;  // the checksum is right

  std::int64_t end() const { return begin + head + body; }
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
      source.bytes(page.begin, static_cast<std::size_t>(page.end() - page.begin));
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
  page.body = std::accumulate(lacing, lacing + segments, std::int64_t{0});
  page.packets = static_cast<int>(
      std::count_if(lacing, lacing + segments, [](unsigned char value) { return value < 255; }));
  page.granule = static_cast<std::int64_t>(little_endian(head.data() + 6, 8));
  page.serial = static_cast<std::uint32_t>(little_endian(head.data() + 14, 4));
  page.number = static_cast<std::uint32_t>(little_endian(head.data() + 18, 4));
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

// Collects what is known about a bare codec from the first page of its stream.
struct Codec {
  bool audio = false;
  bool flac = false;
  bool opus = false;
  std::int64_t pre_skip = 0;
  int headers = 0;  // packets with headers; 0 = not known
};

Codec codec_of(const ByteSource& source, const Page& first) {
  constexpr std::size_t kSpeexExtraHeaders = 68;
  const std::vector<unsigned char> head = source.bytes(first.begin + first.head, 80);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.starts_with("\x7F"
                       "FLAC"))
    return {.audio = true, .flac = true};
  if (text.starts_with("\x01vorbis")) return {.audio = true, .headers = 3};
  if (text.starts_with("OpusHead") && head.size() > 12) {
    const auto pre_skip = static_cast<std::int64_t>(little_endian(head.data() + 10, 2));
    return {.audio = true, .opus = true, .pre_skip = pre_skip, .headers = 2};
  }
  if (text.starts_with("Speex   ") && head.size() == 80) {
    const auto extra = little_endian(head.data() + kSpeexExtraHeaders, 4);
    return {.audio = true, .headers = 2 + static_cast<int>(std::min<std::uint64_t>(extra, 100))};
  }
  return {};
}

// Collects the pages of one link in order and keeps those of the chosen stream.
class LinkCollector {
 public:
  LinkCollector(const ByteSource& source, OggLink& link) : source_(source), link_(link) {}

  // False if the page is damaged.
  bool accepts(const Page& page) const {
    return page.intact || codec_.flac ||
           (page.begins_stream && page.end() <= source_.size() && codec_of(source_, page).flac);
  }

  void take(const Page& page) {
    if (page.begins_stream && !codec_.audio) choose(page);
    if (chosen_ && page.serial != serial_) return;
    ended_ = page.ends_stream;
    if (codec_.flac) {
      take_flac(page);
    } else if (header_packets_ < codec_.headers && page.granule <= 0) {  // sound has a time
      header_packets_ += page.packets;
      append(link_.headers, page.begin, page.end());
    } else {
      take_sound(page);
    }
    next_number_ = page.number + 1;
  }

  bool ended() const { return ended_; }  // the last page has the mark of the end

 private:
  void choose(const Page& page) {
    const Codec codec = codec_of(source_, page);
    if (!codec.audio && chosen_) return;
    chosen_ = true;
    serial_ = page.serial;
    codec_ = codec;
    header_packets_ = 0;
    link_.headers.clear();
    link_.segments.clear();
    link_.lost.clear();
    link_.flac = codec.flac;
    link_.opus = codec.opus;
    link_.pre_skip = codec.pre_skip;
  }

  void take_flac(const Page& page) {
    const bool first = link_.segments.empty();
    const std::int64_t mapping = first ? kFlacMapping : 0;
    if (first) link_.segments.emplace_back();
    link_.late = link_.late || (!first && granule_ == 0 && page.number != next_number_);
    if (granule_ > 0 && page.number != next_number_)
      link_.lost.push_back({granule_, std::max(granule_, page.granule)});
    if (page.granule > 0) granule_ = page.granule;  // pages with headers have 0
    append(link_.segments.back().pages, page.begin + page.head + mapping, page.end());
  }

  void take_sound(const Page& page) {
    if (page.granule >= 0 && page.granule < granule_) return;
    if (link_.segments.empty()) link_.late = codec_.headers > 0 && page.number != next_number_;
    if (link_.segments.empty() || (codec_.headers > 0 && page.number != next_number_)) {
      link_.segments.emplace_back();
    }
    OggSegment& segment = link_.segments.back();
    append(segment.pages, page.begin, page.end());
    if (page.granule >= 0) segment.end_granule = granule_ = page.granule;
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
  bool chosen_ = false;
  std::uint32_t serial_ = 0;  // of the chosen stream
  Codec codec_;
  int header_packets_ = 0;
  std::uint32_t next_number_ = 0;
  std::int64_t granule_ = 0;
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
      offset = find_capture_pattern(source, offset + 1);
      continue;
    }
    if (page->begins_stream && !only_beginnings) break;
    only_beginnings = only_beginnings && page->begins_stream;
    collector.take(*page);
    link.cut_off = page->end() > source.size();
    loose = false;
    offset = page->end();
  }
  link.loose_end = loose && !collector.ended();
  link.end = std::min(offset, source.size());
  return link;
}

}  // namespace tactus
