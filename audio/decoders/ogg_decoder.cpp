#include "audio/decoders/ogg_decoder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "audio/decoders/flac_decoder.h"
#include "audio/decoders/sndfile_decoder.h"

namespace tactus {
namespace {

constexpr std::size_t kPageHeader = 27;
constexpr unsigned kBeginsStream = 0x02;
constexpr std::int64_t kFlacMapping = 9;  // bytes before "fLaC" in the first packet

struct Page {
  std::int64_t begin = 0;
  std::int64_t head = 0;  // bytes
  std::int64_t body = 0;  // bytes
  std::uint32_t serial = 0;
  bool begins_stream = false;

  std::int64_t end() const { return begin + head + body; }
};

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
  page.serial = std::uint32_t{head[14]} | std::uint32_t{head[15]} << 8 |
                std::uint32_t{head[16]} << 16 | std::uint32_t{head[17]} << 24;
  page.begins_stream = (head[5] & kBeginsStream) != 0;
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

enum class Codec { kUnknown, kFlac, kOther };

Codec codec_of(const ByteSource& source, const Page& first) {
  const std::vector<unsigned char> head = source.bytes(first.begin + first.head, 8);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.starts_with("\x7F"
                       "FLAC"))
    return Codec::kFlac;
  if (text.starts_with("\x01vorbis") || text.starts_with("OpusHead")) return Codec::kOther;
  return Codec::kUnknown;
}

// Collects the pages of one link in order and keeps those of the chosen stream.
class LinkCollector {
 public:
  LinkCollector(const ByteSource& source, OggLink& link) : source_(source), link_(link) {}

  void take(const Page& page) {
    if (page.begins_stream && codec_ == Codec::kUnknown) {
      const Codec codec = codec_of(source_, page);
      if (codec != Codec::kUnknown || !chosen_) {
        chosen_ = true;
        serial_ = page.serial;
        codec_ = codec;
        link_.extents.clear();
        link_.flac = codec == Codec::kFlac;
      }
    }
    if (chosen_ && page.serial != serial_) return;
    const bool mapping = link_.flac && link_.extents.empty();
    const std::int64_t skipped = link_.flac ? page.head + (mapping ? kFlacMapping : 0) : 0;
    append({page.begin + skipped, page.end() - page.begin - skipped});
  }

 private:
  void append(const ByteExtent& extent) {
    if (!link_.extents.empty()) {
      ByteExtent& last = link_.extents.back();
      if (last.begin + last.length == extent.begin) {
        last.length += extent.length;
        return;
      }
    }
    link_.extents.push_back(extent);
  }
  const ByteSource& source_;
  OggLink& link_;
  bool chosen_ = false;
  std::uint32_t serial_ = 0;  // of the chosen stream
  Codec codec_ = Codec::kUnknown;
};

}  // namespace

OggLink find_ogg_link(const ByteSource& source, std::int64_t begin) {
  OggLink link;
  LinkCollector collector(source, link);
  bool only_beginnings = true;
  std::int64_t offset = begin;
  while (offset < source.size()) {
    const std::optional<Page> page = page_at(source, offset);
    if (!page) {
      link.cut_off = source.size() - offset < static_cast<std::int64_t>(kPageHeader) + 255 &&
                     begins_as_page(source, offset);
      offset = find_capture_pattern(source, offset + 1);
      continue;
    }
    if (page->begins_stream && !only_beginnings) break;
    only_beginnings = only_beginnings && page->begins_stream;
    collector.take(*page);
    link.cut_off = page->end() > source.size();
    offset = page->end();
  }
  link.end = std::min(offset, source.size());
  return link;
}

OggDecoder::OggDecoder(SharedSource source, std::int64_t begin)
    : source_(std::move(source)), next_link_(begin) {
  open_next_link();
  info_ = link_->info();
  if (next_link_ < source_->size()) {
    info_.format += ", chained";
    info_.claimed_frames.reset();
  }
}

void OggDecoder::open_next_link() {
  const OggLink link = find_ogg_link(*source_, next_link_);
  next_link_ = link.end;
  cut_off_ = link.cut_off;
  link_begin_ = seconds_;
  ByteWindow window(*source_, link.extents);
  if (link.flac) {
    link_ = std::make_unique<FlacDecoder>(source_, std::move(window), "Ogg FLAC");
  } else {
    link_ = std::make_unique<SndfileDecoder>(source_, std::move(window));
  }
}

// Keeps the first problem only. A link that ends early before another link is damage, not the end
// of the file.
void OggDecoder::note_problem(const Problem& problem) {
  if (problem_) return;
  problem_ = problem;
  if (next_link_ < source_->size()) problem_->kind = "damaged";
}

DecodedBlock OggDecoder::next() {
  for (;;) {
    if (link_) {
      const DecodedBlock block = link_->next();
      if (!block.samples.empty()) {
        seconds_ += static_cast<double>(block.frames()) / block.sample_rate;
        return block;
      }
      if (const std::optional<Problem>& problem = link_->problem()) {
        note_problem({problem->kind, link_begin_ + problem->seconds, problem->reason});
      }
      link_.reset();
    }
    if (next_link_ >= source_->size()) {
      if (cut_off_) note_problem({"truncated", seconds_, "the last Ogg page is incomplete"});
      return {};
    }
    try {
      open_next_link();
    } catch (const AudioError& error) {
      if (source_->fault()) throw;
      note_problem({"damaged", seconds_, error.what()});
    }
  }
}

}  // namespace tactus
