#include "audio/decoders/ogg/ogg_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "audio/decoders/libav/libav_decoder.h"
#include "audio/decoders/ogg/flac_decoder.h"

namespace tactus {
namespace {

constexpr std::int64_t kBlock = 4096;  // samples
// Granules from a container that counts milliseconds are off by up to one.
constexpr double kSlack = 0.01;      // seconds
constexpr double kLateSound = 0.05;  // seconds
// Of a recording that was joined without decoding; its samples lie over the end of the first.
constexpr double kLongestOverlap = 0.07;  // seconds
constexpr double kLongestEnd = 0.25;      // seconds that encoders add behind the music
// A larger jump of the granules is no lost music.
constexpr double kLongestGap = 600.0;  // seconds

constexpr std::int64_t kEarliest = std::numeric_limits<std::int64_t>::min();

constexpr const char* kMissing = "a damaged or missing Ogg page";
constexpr const char* kEarlier = "an Ogg page of an earlier time";
constexpr const char* kWrongGranule = "an Ogg page with a wrong granule position";

}  // namespace

OggDecoder::OggDecoder(SharedSource source, std::int64_t begin)
    : source_(std::move(source)), next_link_(begin), reader_(*source_) {
  std::optional<AudioError> first;
  while (!inner_ && !codec_) {
    if (next_link_ >= source_->size()) throw *first;
    try {
      open_next_link();
    } catch (const AudioError& error) {
      if (source_->fault()) throw;
      if (!first) first = error;
      note_problem({"damaged", 0.0, error.what()});
    }
  }
  set_info();
}

void OggDecoder::set_info() {
  if (inner_) {
    info_ = inner_->info();
  } else {
    info_.format = codec_->format;
    info_.sample_rate = codec_->sample_rate;
    info_.channels = codec_->channels;
    std::int64_t last = zero_;
    for (const OggPage& page : link_.pages)
      if (page.has_granule()) last = std::max(last, page.granule);
    info_.claimed_frames = samples_of(last - zero_);
  }
  if (next_link_ < source_->size()) {
    info_.format += ", chained";
    info_.claimed_frames.reset();
  }
}

void OggDecoder::open_next_link() {
  std::int64_t begin = next_link_;
  do {
    begin = next_link_;
    link_ = find_ogg_link(*source_, begin);
    next_link_ = link_.end;
    if (link_.stands_twice) note("the beginning of an Ogg stream stands twice", 0.0, 0.0);
  } while (link_.stands_twice);
  link_begin_ = seconds_;
  if (link_.sounds > 1)
    note_ = joined_notes(note_,
                         fmt::format("it has {} sound streams: number 1 was read", link_.sounds));
  next_page_ = 0;
  placed_ = dropped_ = false;
  granule_ = kEarliest;
  if (link_.codec == OggLink::Codec::kFlac) return open_flac();
  if (link_.codec == OggLink::Codec::kSpeex && (info_.sample_rate == 0 || reads_speex_))
    return open_speex(begin);
  codec_ = open_ogg_codec(link_.codec, read_packets(*source_, link_.headers));
  if (!codec_) throw source_->error("cannot be decoded: no intact Ogg page with sound");
  try {
    check_format(*source_, codec_->sample_rate, codec_->channels);
  } catch (...) {
    codec_.reset();
    throw;
  }
  reader_.keep();
  place_next_page();
}

void OggDecoder::open_flac() {
  inner_ =
      std::make_unique<FlacDecoder>(source_, ByteWindow(*source_, link_.flac), "Ogg FLAC",
                                    link_.late ? FlacStart::kLost : FlacStart::kAny, link_.lost);
}

// libavformat places sound by guesses behind a fault.
void OggDecoder::open_speex(std::int64_t begin) {
  inner_ =
      std::make_unique<LibavDecoder>(source_, ByteWindow(*source_, begin, link_.end), "ogg", "Ogg");
  reads_speex_ = true;
  if (const std::optional<double> from = damaged_from(link_))
    note_problem({"damaged", seconds_ + *from, kMissing});
}

std::int64_t OggDecoder::samples_of(std::int64_t granules) const {
  return granules / codec_->granules_per_sample;
}

double OggDecoder::seconds_of(std::int64_t granules) const {
  return static_cast<double>(granules) /
         (static_cast<double>(codec_->sample_rate) * codec_->granules_per_sample);
}

// A fault from `from` to `until`, in seconds behind what was returned so far.
void OggDecoder::note(const char* reason, double from, double until) {
  note_problem({"damaged", std::max(0.0, seconds_ + from), reason, seconds_ + until});
}

// A link that ends early before another link is damage, not the end of the file.
void OggDecoder::note_problem(Problem problem) {
  if (next_link_ < source_->size()) problem.kind = "damaged";
  join_problem(problem_, problem);
}

// The packets give this many granules from at_ on.
void OggDecoder::give(std::int64_t granules) {
  at_ += granules;
  wanted_ = std::max<std::int64_t>(0, samples_of(granules) - unwanted_);
}

// True if the next page with a granule lies before this one, but behind the pages before.
bool OggDecoder::goes_back_after(const OggPage& page) const {
  for (std::size_t n = next_page_; n < link_.pages.size(); ++n) {
    const OggPage& later = link_.pages[n];
    if (later.has_granule()) return later.granule < page.granule && later.granule > granule_;
  }
  return false;
}

// True for a page that stands twice or in another place than its own. At the end of a stream, a
// page may hold less than nothing.
bool OggDecoder::is_misplaced(const OggPage& page, bool last) {
  if (!page.has_granule()) return false;
  if (!placed_) return goes_back_after(page);
  if (page.granule > granule_) return page.number != next_number_ && goes_back_after(page);
  const std::int64_t granules = codec_->granules(packets_, false);
  if (granules == 0 && page.granule == granule_) return false;
  const std::int64_t excess = at_ + granules - page.granule;
  return !last || page.number != next_number_ || seconds_of(excess) > kLongestEnd;
}

bool OggDecoder::exceeds_slack(std::int64_t gap, const OggPage& page) const {
  const bool in_order = !page.odd && page.number == next_number_;
  return std::abs(seconds_of(gap)) > kSlack && !(in_order && std::abs(gap) <= codec_->jitter);
}

void OggDecoder::place_first_page(const OggPage& page) {
  std::int64_t granules = codec_->granules(packets_, true);
  std::int64_t begin = !page.has_granule() ? 0 : page.granule - granules;
  if (link_.pages.size() == 1 && page.granule >= 0 && begin < 0 &&
      seconds_of(-begin) <= kLongestEnd) {
    begin = 0;  // the only page: its excess lies at its end
    granules = page.granule;
  }
  const double late = seconds_of(begin);
  const bool lost = link_.late && late > kSlack;
  const bool in_film = link_.has_picture && late >= kLateSound;  // times count from the picture
  zero_ = codec_->pre_skip + ((lost || in_film) && late <= kLongestGap ? 0 : begin);
  if (in_film && zero_ != codec_->pre_skip + begin) {
    note_ = joined_notes(
        note_,
        fmt::format("its sound begins {:.3f} s after the picture: silence stands before it", late));
  }
  if (lost) note(kMissing, 0.0, std::max(0.0, seconds_of(begin - zero_)));
  silent_ = samples_of(std::max<std::int64_t>(0, begin - zero_));
  unwanted_ = samples_of(std::max<std::int64_t>(0, zero_ - begin));
  at_ = begin;
  give(granules);
}

// The sound of the page, without what it shares with the page before, ends at its granule.
void OggDecoder::place_by_granule(const OggPage& page) {
  packets_ = reader_.read(page, false);
  codec_->reset();
  const std::int64_t granules = codec_->granules(packets_, true);
  const std::int64_t begin = page.granule - granules;
  const double gap = seconds_of(begin - at_);
  if (gap > kLongestGap) {
    note_problem({"damaged", seconds_, "the granule positions of the Ogg pages jump"});
    zero_ += begin - at_;
  } else {
    const bool joined =
        !page.odd && page.number == next_number_ && gap < 0 && -gap < kLongestOverlap;
    if (!joined) note(gap < 0 ? kEarlier : kMissing, std::min(gap, 0.0), std::max(gap, 0.0));
    silent_ = samples_of(std::max<std::int64_t>(0, begin - at_));
    unwanted_ = samples_of(std::max<std::int64_t>(0, at_ - begin));
  }
  at_ = begin;
  give(granules);
}

// The last granule of a stream cuts off what the encoder added; `gap` is less than 0.
std::int64_t OggDecoder::granules_before_end(std::int64_t gap, std::int64_t granules) {
  if (-seconds_of(gap) > kLongestEnd)
    note_problem({"damaged", seconds_, "the last Ogg page holds more sound than it announces"});
  return std::max<std::int64_t>(0, granules + gap);
}

// False behind the last page.
bool OggDecoder::place_next_page() {
  if (next_page_ == link_.pages.size()) return false;
  const OggPage& page = link_.pages[next_page_++];
  const bool last = page.ends_stream || next_page_ == link_.pages.size();
  packets_ = reader_.read(page, placed_);
  next_packet_ = 0;
  unwanted_ = wanted_ = 0;
  dropped_ = is_misplaced(page, last);
  if (dropped_) {
    packets_.clear();
    const bool before_all = placed_ && page.granule <= zero_;
    if (before_all) note_problem({"damaged", link_begin_, kEarlier});
    note(kEarlier, 0.0, 0.0);
    return true;
  }
  const std::int64_t granules = placed_ ? codec_->granules(packets_, false) : 0;
  const std::int64_t gap = placed_ && page.has_granule() ? page.granule - at_ - granules : 0;
  if (!placed_) {
    place_first_page(page);
  } else if (page.has_granule() && goes_back_after(page)) {
    note(kWrongGranule, 0.0, seconds_of(granules));
    give(granules);
  } else if (exceeds_slack(gap, page) && (gap > 0 || !last)) {
    place_by_granule(page);
  } else {
    if (page.odd || page.number != next_number_) note(kMissing, 0.0, 0.0);
    give(last && gap < 0 ? granules_before_end(gap, granules) : granules);
  }
  if (page.has_granule() && !goes_back_after(page)) granule_ = page.granule;
  next_number_ = page.number + 1;
  placed_ = true;
  reader_.keep();
  return true;
}

void OggDecoder::note_end_of_link() {
  if (dropped_) note_problem({"damaged", seconds_, kEarlier});
  if (link_.begins_again) note_problem({"damaged", seconds_, "an Ogg stream begins again"});
  if (link_.stray_end) note_problem({"damaged", seconds_, "Ogg pages of an unknown stream follow"});
  if (link_.cut_off && next_link_ >= source_->size()) {
    note_problem({"truncated", seconds_, "the last Ogg page is incomplete"});
  } else if (link_.loose_end && !link_.cut_off) {
    note_problem({"damaged", seconds_, "no intact Ogg page follows"});
  } else if (link_.looks_cut) {
    note_problem({"truncated", seconds_, "the last Ogg page is not marked as the last"});
  }
}

DecodedBlock OggDecoder::silence() {
  const std::int64_t frames = std::min(silent_, kBlock);
  silent_ -= frames;
  seconds_ += static_cast<double>(frames) / codec_->sample_rate;
  samples_.assign(static_cast<std::size_t>(frames * codec_->channels), 0.0F);
  return {codec_->sample_rate, codec_->channels, samples_};
}

DecodedBlock OggDecoder::decode_packets() {
  const auto width = static_cast<std::size_t>(codec_->channels);
  samples_.clear();
  while (next_packet_ < packets_.size() && samples_.size() < kBlock * width)
    codec_->decode(packets_[next_packet_++], samples_);
  const auto frames = static_cast<std::int64_t>(samples_.size() / width);
  const std::int64_t begin = std::min(unwanted_, frames);
  const std::int64_t count = std::min(wanted_, frames - begin);
  unwanted_ -= begin;
  wanted_ -= count;
  seconds_ += static_cast<double>(count) / codec_->sample_rate;
  return {codec_->sample_rate, codec_->channels,
          std::span(samples_).subspan(static_cast<std::size_t>(begin) * width,
                                      static_cast<std::size_t>(count) * width)};
}

DecodedBlock OggDecoder::next() {
  for (;;) {
    if (inner_) {
      const DecodedBlock block = inner_->next();
      if (!block.samples.empty()) {
        seconds_ += static_cast<double>(block.frames()) / block.sample_rate;
        return block;
      }
      if (std::optional<Problem> problem = inner_->problem()) {
        problem->seconds += link_begin_;
        if (problem->until) *problem->until += link_begin_;
        note_problem(*problem);
      }
      note_end_of_link();
      inner_.reset();
    }
    while (codec_) {
      if (silent_ > 0) return silence();
      if (next_packet_ < packets_.size()) {
        const DecodedBlock block = decode_packets();
        if (!block.samples.empty()) return block;
      } else if (wanted_ > 0) {
        note("a packet that cannot be decoded", 0.0,
             static_cast<double>(wanted_) / codec_->sample_rate);
        silent_ = std::exchange(wanted_, 0);
      } else if (!place_next_page()) {
        note_end_of_link();
        codec_.reset();
      }
      if (source_->fault()) throw source_->error("cannot be read: " + *source_->fault());
    }
    if (next_link_ >= source_->size()) return {};
    try {
      open_next_link();
    } catch (const AudioError& error) {
      if (source_->fault()) throw;
      note_problem({"damaged", seconds_, error.what()});
    }
  }
}

}  // namespace tactus
