#include "audio/decoders/ogg_decoder.h"

#include <algorithm>
#include <utility>

#include "audio/decoders/flac_decoder.h"
#include "audio/decoders/sndfile_decoder.h"

namespace tactus {
namespace {

constexpr int kOpusRate = 48000;             // Hz, of the granules of Opus (RFC 7845, section 4)
constexpr std::int64_t kSilentBlock = 4096;  // samples

}  // namespace

OggDecoder::OggDecoder(SharedSource source, std::int64_t begin)
    : source_(std::move(source)), next_link_(begin) {
  open_next_link();
  info_ = decoder_->info();
  if (next_link_ < source_->size()) {
    info_.format += ", chained";
    info_.claimed_frames.reset();
  } else {
    claim_length();
  }
}

void OggDecoder::open_next_link() {
  link_ = find_ogg_link(*source_, next_link_);
  next_link_ = link_.end;
  link_begin_ = seconds_;
  position_ = 0;
  origin_.reset();
  if (link_.late) origin_ = link_.pre_skip;
  next_segment_ = 0;
  lost_ = false;
  tail_ = 0;
  if (!open_next_segment())
    throw source_->error("cannot be decoded: no intact Ogg page with sound");
}

// False after the last segment. A segment that cannot be read becomes a gap, except the first.
bool OggDecoder::open_next_segment() {
  while (next_segment_ < std::max<std::size_t>(1, link_.segments.size())) {
    const OggSegment segment =
        link_.segments.empty() ? OggSegment{} : link_.segments[next_segment_];
    const bool first = next_segment_++ == 0;
    std::vector<ByteExtent> pages = link_.headers;
    pages.insert(pages.end(), segment.pages.begin(), segment.pages.end());
    ByteWindow window(*source_, pages);
    if (link_.flac) {
      decoder_ = std::make_unique<FlacDecoder>(source_, std::move(window), "Ogg FLAC", link_.late,
                                               link_.lost);
      return true;
    }
    try {
      decoder_ = std::make_unique<SndfileDecoder>(source_, std::move(window));
    } catch (const AudioError&) {
      if (source_->fault() || first) throw;
      lost_ = true;
      continue;
    }
    lost_ = !place_segment(segment);
    if (!lost_) return true;
  }
  return false;
}

// Samples per channel of `granules`.
std::int64_t OggDecoder::samples_of(std::int64_t granules) const {
  const int rate = decoder_->info().sample_rate;
  return link_.opus ? granules * rate / kOpusRate : granules;
}

// Sets the silence before the segment from the granule at its end. False if it has no place.
bool OggDecoder::place_segment(const OggSegment& segment) {
  const std::int64_t frames = decoder_->info().claimed_frames.value_or(0);
  const std::int64_t end = samples_of(segment.end_granule);
  const int rate = decoder_->info().sample_rate;
  const bool first = next_segment_ == 1;
  const bool whole = samples_of(segment.end_granule - link_.pre_skip) <= frames;
  if (!origin_ || (first && whole)) {  // else pages with sound are lost before it
    origin_ = segment.end_granule - (link_.opus ? frames * kOpusRate / rate : frames);
    return true;
  }
  if (segment.end_granule < 0 || frames <= 0) return false;
  // libsndfile leaves out as much at the end of a part of Opus as at the start of the whole.
  const std::int64_t begin = end - frames - samples_of(*origin_ + link_.pre_skip);
  tail_ = next_segment_ == link_.segments.size() ? samples_of(link_.pre_skip) : 0;
  silent_ = std::max<std::int64_t>(0, begin - position_);
  unwanted_ = std::max<std::int64_t>(0, position_ - begin);
  note_problem({"damaged", seconds_, "a damaged or missing Ogg page",
                seconds_ + static_cast<double>(silent_) / rate});
  return true;
}

// The length of the only link, with its gaps.
void OggDecoder::claim_length() {
  if (link_.flac || link_.segments.size() < 2) return;
  info_.claimed_frames = samples_of(link_.segments.back().end_granule - *origin_);
}

// A link that ends early before another link is damage, not the end of the file.
void OggDecoder::note_problem(Problem problem) {
  if (next_link_ < source_->size()) problem.kind = "damaged";
  join_problem(problem_, problem);
}

void OggDecoder::note_end_of_segment() {
  if (const std::optional<Problem>& problem = decoder_->problem()) {
    Problem placed = *problem;
    placed.seconds += link_.flac ? link_begin_ : 0.0;
    if (placed.until) *placed.until += link_begin_;
    if (!link_.flac) {  // its times are those of the segment
      placed.seconds = seconds_;
      const bool more = next_segment_ < link_.segments.size();
      if (more) placed.until = seconds_;
    }
    note_problem(placed);
  }
  decoder_.reset();
}

DecodedBlock OggDecoder::silence() {
  const int channels = decoder_->info().channels;
  const int rate = decoder_->info().sample_rate;
  const std::int64_t frames = std::min(silent_, kSilentBlock);
  silent_ -= frames;
  position_ += frames;
  seconds_ += static_cast<double>(frames) / rate;
  silence_.assign(static_cast<std::size_t>(frames * channels), 0.0F);
  return {rate, channels, silence_};
}

// Drops what has been returned already.
DecodedBlock OggDecoder::placed(DecodedBlock block) {
  const auto drop = std::min(unwanted_, static_cast<std::int64_t>(block.frames()));
  unwanted_ -= drop;
  block.samples = block.samples.subspan(static_cast<std::size_t>(drop * block.channels));
  position_ += static_cast<std::int64_t>(block.frames());
  seconds_ += static_cast<double>(block.frames()) / block.sample_rate;
  return block;
}

DecodedBlock OggDecoder::next() {
  for (;;) {
    if (decoder_) {
      if (silent_ > 0) return silence();
      DecodedBlock block = decoder_->next();
      const bool ended = block.samples.empty();
      if (!ended) block = placed(block);
      if (!block.samples.empty()) return block;
      if (!ended) continue;
      silent_ = std::exchange(tail_, 0);
      if (silent_ > 0) continue;
      note_end_of_segment();
      if (open_next_segment()) continue;
      if (lost_ || (link_.loose_end && !link_.cut_off)) {
        note_problem({"damaged", seconds_, "no intact Ogg page follows"});
      }
    }
    if (next_link_ >= source_->size()) {
      if (link_.cut_off) {
        note_problem({"truncated", seconds_, "the last Ogg page is incomplete"});
      }
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
