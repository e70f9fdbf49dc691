#include "model/decoding/beats/bar_viterbi.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();
constexpr std::size_t kByte = 256;
constexpr std::int64_t kBlock = 512;  // frames

std::size_t index_of(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

PathBeat in_frames(const PathBeat& beat, int parts) {
  const double start = static_cast<double>(beat.start) / parts;
  return {static_cast<std::int64_t>(std::nearbyint(start)), beat.position,
          std::max(1, (beat.interval + parts / 2) / parts),
          std::max(1, (beat.range + parts - 1) / parts)};
}

BarViterbi::BarViterbi(const BeatStateSpace& space, const std::vector<int>& meters,
                       std::int64_t window, const BeatLoop& loop)
    : space_(space), loop_(loop) {
  if (meters.empty()) throw std::invalid_argument("no meter: expected at least one");
  for (const int beats : meters) {
    if (beats < 1)
      throw std::invalid_argument(fmt::format("{} beats per bar: expected at least 1", beats));
    meters_.emplace_back().beats = beats;
  }
  const std::int64_t longest = space.intervals.back();
  window_ = std::max(window, 8 * longest);
  ring_ = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(longest + 2)));
  sums_.resize(index_of(ring_));
  add_lanes();
  frame_bytes_ = width_ * space.size() * (space.size() > kByte ? 2 : 1);
  for (const int interval : space.intervals) {
    first_row_.push_back(scores_.size() / (width_ + 1));
    for (int k = 0; k < interval; ++k) {
      for (std::size_t l = 0; l <= width_; ++l)
        scores_.push_back(
            l < lanes_.size()
                ? -std::log(static_cast<double>(space.state_count(meters_[lanes_[l].meter].beats)))
                : kImpossible);
    }
  }
  row_ = first_row_;
  first_row_.push_back(scores_.size() / (width_ + 1));
  entered_.resize(space.size());
  downbeat_.resize(space.size());
  beat_.resize(space.size());
  leaving_.resize(space.size() * width_);
}

void BarViterbi::add_lanes() {
  for (std::size_t m = 0; m < meters_.size(); ++m) {
    const int beats = meters_[m].beats;
    meters_[m].lane = lanes_.size();
    for (int b = 0; b < beats; ++b)
      lanes_.push_back({m, b, meters_[m].lane + static_cast<std::size_t>((b + beats - 1) % beats)});
  }
  const auto step = static_cast<std::size_t>(loop_.lane_step);
  width_ = (lanes_.size() + step - 1) / step * step;
  is_downbeat_.resize(width_);
  for (std::size_t l = 0; l < lanes_.size(); ++l)
    is_downbeat_[l] = lanes_[l].position == 0 ? -1 : 0;
}

inline std::size_t BarViterbi::place(const Entry& entry) const {
  const std::int64_t interval = space_.intervals[entry.interval];
  const std::int64_t row = (entry.start % interval + interval) % interval;
  return (first_row_[entry.interval] + index_of(row)) * (width_ + 1) + entry.lane;
}

// Zero before frame 0: nothing has been written there yet.
inline const BarViterbi::Sums& BarViterbi::sums_before(std::int64_t frame) const {
  return sums_[index_of(frame & (ring_ - 1))];
}

inline double BarViterbi::density(const Entry& entry, std::int64_t end) const {
  const std::int64_t start = std::max<std::int64_t>(entry.start, 0);
  const std::int64_t range_end = entry.start + space_.beat_range[entry.interval];
  const std::int64_t border = std::clamp(range_end, start, end);
  const Sums &at_start = sums_before(start), &at_border = sums_before(border),
             &at_end = sums_before(end);
  const double in_range = lanes_[entry.lane].position == 0 ? at_border.downbeat - at_start.downbeat
                                                           : at_border.beat - at_start.beat;
  return in_range + at_end.rest - at_border.rest;
}

void BarViterbi::leave_beats() {
  const double rest_now = sums_before(frame_).rest;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    const std::int64_t start = frame_ - space_.intervals[i];
    const Sums &at_start = sums_before(start),
               &at_border = sums_before(start + space_.beat_range[i]);
    downbeat_[i] = at_border.downbeat - at_start.downbeat + rest_now - at_border.rest;
    beat_[i] = at_border.beat - at_start.beat + rest_now - at_border.rest;
    entered_[i] = scores_.data() + row_[i] * (width_ + 1);
  }
}

void BarViterbi::enter_beats() {
  if ((frame_ - base_) % kBlock == 0) sources_.emplace_back().reserve(kBlock * frame_bytes_);
  sources_.back().resize(sources_.back().size() + frame_bytes_);
  std::uint8_t* sources = sources_.back().data() + sources_.back().size() - frame_bytes_;
  loop_.enter({space_, static_cast<int>(width_), entered_.data(), downbeat_.data(), beat_.data(),
               is_downbeat_.data(), leaving_.data(), sources,
               space_.size() > kByte ? sources + frame_bytes_ / 2 : nullptr});
  for (std::size_t j = 0; j < space_.size(); ++j) {
    double* entered = entered_[j];
    for (const Meter& meter : meters_)  // a downbeat follows the last beat of a bar
      entered[meter.lane] = entered[meter.lane + static_cast<std::size_t>(meter.beats)];
    if (++row_[j] == first_row_[j + 1]) row_[j] = first_row_[j];
  }
}

void BarViterbi::push(const FrameDensities& densities) {
  leave_beats();
  enter_beats();
  const Sums before = sums_before(frame_);
  ++frame_;
  sums_[index_of(frame_ & (ring_ - 1))] = {before.rest + densities.rest,
                                           before.beat + densities.beat,
                                           before.downbeat + densities.downbeat};
  for (Meter& meter : meters_) {
    if (frame_ - meter.base >= window_) fix_path(meter);
  }
}

BarViterbi::Best BarViterbi::best_survivor(const Meter& meter) const {
  Best best{{-1, meter.lane, 0}, kImpossible};
  const std::size_t last = meter.lane + static_cast<std::size_t>(meter.beats);
  for (std::size_t lane = meter.lane; lane < last; ++lane) {
    for (std::size_t i = 0; i < space_.size(); ++i) {
      const std::int64_t earliest = frame_ - space_.intervals[i];
      for (std::int64_t start = frame_ - 1; start >= earliest; --start) {
        const Entry entry{start, lane, i};
        const double there = scores_[place(entry)] + density(entry, frame_);
        if (there > best.score) best = {entry, there};
      }
    }
  }
  return best;
}

inline const std::uint8_t* BarViterbi::sources_of(std::int64_t frame) const {
  const std::size_t since = index_of(frame - base_);
  return sources_[since / kBlock].data() + since % kBlock * frame_bytes_;
}

inline BarViterbi::Entry BarViterbi::parent(const Entry& entry) const {
  const std::uint8_t* sources = sources_of(entry.start);
  const std::size_t before = lanes_[entry.lane].before, cell = entry.interval * width_ + before;
  std::size_t interval = sources[cell];
  if (space_.size() > kByte) interval += kByte * sources[frame_bytes_ / 2 + cell];
  return {entry.start - space_.intervals[interval], before, interval};
}

PathBeat BarViterbi::path_beat(const Entry& entry) const {
  return {entry.start, lanes_[entry.lane].position, space_.intervals[entry.interval],
          space_.beat_range[entry.interval]};
}

void BarViterbi::trace(const Meter& meter, Entry entry, std::vector<PathBeat>& beats) const {
  while (!(entry == meter.anchor)) {
    const PathBeat beat = path_beat(entry);
    if (beat.start + beat.interval > 0) beats.push_back(beat);
    if (entry.start < 0) return;
    entry = parent(entry);
  }
}

double BarViterbi::log_probability(std::size_t meter) const {
  return best_survivor(meters_[meter]).score;
}

std::vector<PathBeat> BarViterbi::path(std::size_t meter) const {
  if (frame_ == 0) return {};
  std::vector<PathBeat> tail;
  trace(meters_[meter], best_survivor(meters_[meter]).entry, tail);
  std::vector<PathBeat> beats = meters_[meter].fixed;
  beats.insert(beats.end(), tail.rbegin(), tail.rend());
  return beats;
}

void BarViterbi::fix_path(Meter& meter) {
  Entry entry = best_survivor(meter).entry;
  while (entry.start > frame_ - window_ / 2) entry = parent(entry);
  std::vector<PathBeat> beats;
  trace(meter, entry, beats);
  meter.fixed.insert(meter.fixed.end(), beats.rbegin(), beats.rend());
  drop_dissenters(meter, entry);
  meter.base = entry.start;
  meter.anchor = entry;
  forget_decided();
}

void BarViterbi::drop_dissenters(const Meter& meter, const Entry& anchor) {
  enum : std::uint8_t { kUnknown, kAgrees, kDissents };
  // [frames since the anchor, I, lane]: does the path into this beat go through the anchor?
  std::vector<std::uint8_t> known(index_of(frame_ - anchor.start) * space_.size() * width_);
  const auto known_of = [&](const Entry& entry) -> std::uint8_t& {
    const std::size_t row = index_of(entry.start - anchor.start) * space_.size();
    return known[(row + entry.interval) * width_ + entry.lane];
  };
  const std::size_t last = meter.lane + static_cast<std::size_t>(meter.beats);
  std::vector<Entry> path;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    for (std::int64_t start = frame_ - space_.intervals[i]; start < frame_; ++start) {
      for (std::size_t lane = meter.lane; lane < last; ++lane) {
        path.clear();
        Entry entry{start, lane, i};
        for (; entry.start > anchor.start && known_of(entry) == kUnknown; entry = parent(entry))
          path.push_back(entry);
        const bool agrees =
            entry.start > anchor.start ? known_of(entry) == kAgrees : entry == anchor;
        for (const Entry& passed : path) known_of(passed) = agrees ? kAgrees : kDissents;
        if (!agrees) scores_[place({start, lane, i})] = kImpossible;
      }
    }
  }
}

void BarViterbi::forget_decided() {
  const std::int64_t needed = std::ranges::min(meters_, {}, &Meter::base).base;
  for (; needed - base_ >= kBlock; base_ += kBlock) sources_.pop_front();
}

}  // namespace tactus
