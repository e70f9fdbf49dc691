#include "audio/ogg_decoder.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "audio/flac_decoder.h"
#include "audio/sndfile_decoder.h"

namespace tactus {
namespace {

constexpr std::size_t kPageHeader = 27;
constexpr unsigned kBeginsStream = 0x02;

struct Page {
  std::int64_t bytes = 0;
  bool begins_stream = false;
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
  const std::int64_t body = std::accumulate(lacing, lacing + segments, std::int64_t{0});
  return Page{static_cast<std::int64_t>(kPageHeader + segments) + body,
              (head[5] & kBeginsStream) != 0};
}

bool holds_flac(const ByteSource& source, std::int64_t page) {
  const std::vector<unsigned char> head = source.bytes(page, kPageHeader + 6);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  return text.substr(std::min(text.size(), kPageHeader + 1)) ==
         "\x7F"
         "FLAC";
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

}  // namespace

std::int64_t find_ogg_link_end(const ByteSource& source, std::int64_t begin) {
  bool only_beginnings = true;
  std::int64_t offset = begin;
  while (offset < source.size()) {
    const std::optional<Page> page = page_at(source, offset);
    if (!page) {
      offset = find_capture_pattern(source, offset + 1);
      continue;
    }
    if (page->begins_stream && !only_beginnings) return offset;
    only_beginnings = only_beginnings && page->begins_stream;
    offset += page->bytes;
  }
  return source.size();
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
  const std::int64_t begin = next_link_;
  next_link_ = find_ogg_link_end(*source_, begin);
  if (holds_flac(*source_, begin)) {
    link_ = std::make_unique<FlacDecoder>(source_, begin, next_link_, FlacDecoder::Container::kOgg);
  } else {
    link_ = std::make_unique<SndfileDecoder>(source_, begin, next_link_);
  }
}

void OggDecoder::note_problem(std::optional<std::string> problem) {
  if (!problem_) problem_ = std::move(problem);
}

DecodedBlock OggDecoder::next() {
  for (;;) {
    if (link_) {
      const DecodedBlock block = link_->next();
      if (!block.samples.empty()) {
        seconds_ += static_cast<double>(block.frames()) / block.sample_rate;
        return block;
      }
      if (link_->problem()) note_problem(problem_at("damaged", seconds_, *link_->problem()));
      link_.reset();
    }
    if (next_link_ >= source_->size()) return {};
    try {
      open_next_link();
    } catch (const AudioError& error) {
      if (source_->fault()) throw;
      note_problem(problem_at("damaged", seconds_, error.what()));
    }
  }
}

}  // namespace tactus
