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

}  // namespace

BarViterbi::BarViterbi(const BeatStateSpace& space, int beats_per_bar, std::int64_t window)
    : space_(space), beats_(beats_per_bar), intervals_(static_cast<int>(space.size())) {
  if (beats_per_bar < 1) {
    throw std::invalid_argument(
        fmt::format("{} beats per bar: expected at least 1", beats_per_bar));
  }
  const std::int64_t longest = space.intervals.back();
  window_ = std::max(window, 8 * longest);
  ring_ = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(longest + 2)));
  initial_ = -std::log(static_cast<double>(space.state_count(beats_per_bar)));
  const auto cells = static_cast<std::size_t>(beats_ * intervals_);
  sums_.resize(static_cast<std::size_t>(ring_));
  scores_.resize(static_cast<std::size_t>(ring_) * cells);
  leaving_.resize(cells);
}

std::size_t BarViterbi::cell(int position, int interval) const {
  return static_cast<std::size_t>(position * intervals_ + interval);
}

double BarViterbi::entry_score(const Entry& entry) const {
  if (entry.start < 0) return initial_;
  return scores_[place(entry.start, cell(entry.position, entry.interval))];
}

std::size_t BarViterbi::place(std::int64_t frame, std::size_t cell) const {
  return cell * static_cast<std::size_t>(ring_) + static_cast<std::size_t>(frame & (ring_ - 1));
}

double BarViterbi::density(const Entry& entry, std::int64_t end) const {
  const std::int64_t start = std::max<std::int64_t>(entry.start, 0);
  const std::int64_t range_end =
      entry.start + space_.beat_range[static_cast<std::size_t>(entry.interval)];
  const std::int64_t border = std::clamp(range_end, start, end);
  const Sums& at_start = sums_[static_cast<std::size_t>(start & (ring_ - 1))];
  const Sums& at_border = sums_[static_cast<std::size_t>(border & (ring_ - 1))];
  const Sums& at_end = sums_[static_cast<std::size_t>(end & (ring_ - 1))];
  const double in_range =
      entry.position == 0 ? at_border.downbeat - at_start.downbeat : at_border.beat - at_start.beat;
  return in_range + at_end.rest - at_border.rest;
}

void BarViterbi::leave_beats() {
  for (int i = 0; i < intervals_; ++i) {
    const std::int64_t start = frame_ - space_.intervals[static_cast<std::size_t>(i)];
    const double downbeat = density({start, 0, i}, frame_);
    const double beat = beats_ > 1 ? density({start, 1, i}, frame_) : 0.0;  // all but the first
    for (int b = 0; b < beats_; ++b) {
      leaving_[cell(b, i)] = entry_score({start, b, i}) + (b == 0 ? downbeat : beat);
    }
  }
}

void BarViterbi::enter_beats() {
  const std::size_t row = sources_.size();
  sources_.resize(row + leaving_.size());
  for (int b = 0; b < beats_; ++b) {
    const double* leaving = leaving_.data() + cell((b + beats_ - 1) % beats_, 0);
    for (int j = 0; j < intervals_; ++j) {
      const auto target = static_cast<std::size_t>(j);
      const double* transition = space_.log_transition.data() + target * space_.size();
      double best = kImpossible;
      int source = space_.first_source[target];
      for (int i = space_.first_source[target]; i < space_.last_source[target]; ++i) {
        const double score = leaving[i] + transition[i];
        if (score > best) {
          best = score;
          source = i;
        }
      }
      scores_[place(frame_, cell(b, j))] = best;
      sources_[row + cell(b, j)] = static_cast<std::uint16_t>(source);
    }
  }
}

void BarViterbi::push(const FrameDensities& densities) {
  leave_beats();
  enter_beats();
  const Sums& before = sums_[static_cast<std::size_t>(frame_ & (ring_ - 1))];
  ++frame_;
  sums_[static_cast<std::size_t>(frame_ & (ring_ - 1))] = {before.rest + densities.rest,
                                                           before.beat + densities.beat,
                                                           before.downbeat + densities.downbeat};
  if (frame_ - base_ >= window_) fix_path();
}

BarViterbi::Best BarViterbi::best_survivor() const {
  Best best{{-1, 0, 0}, kImpossible};
  for (int b = 0; b < beats_; ++b) {
    for (int i = 0; i < intervals_; ++i) {
      const std::int64_t earliest = frame_ - space_.intervals[static_cast<std::size_t>(i)];
      for (std::int64_t start = frame_ - 1; start >= earliest; --start) {
        const Entry entry{start, b, i};
        const double score = entry_score(entry) + density(entry, frame_);
        if (score > best.score) best = {entry, score};
      }
    }
  }
  return best;
}

BarViterbi::Entry BarViterbi::parent(const Entry& entry) const {
  const auto row = static_cast<std::size_t>(entry.start - base_) * leaving_.size();
  const int interval = sources_[row + cell(entry.position, entry.interval)];
  return {entry.start - space_.intervals[static_cast<std::size_t>(interval)],
          (entry.position + beats_ - 1) % beats_, interval};
}

PathBeat BarViterbi::path_beat(const Entry& entry) const {
  const auto index = static_cast<std::size_t>(entry.interval);
  return {entry.start, entry.position, space_.intervals[index], space_.beat_range[index]};
}

void BarViterbi::trace(Entry entry, std::vector<PathBeat>& beats) const {
  while (!(entry == anchor_)) {
    const PathBeat beat = path_beat(entry);
    if (beat.start + beat.interval > 0) beats.push_back(beat);
    if (entry.start < 0) return;
    entry = parent(entry);
  }
}

double BarViterbi::log_probability() const {
  return best_survivor().score;
}

std::vector<PathBeat> BarViterbi::path() const {
  if (frame_ == 0) return {};
  std::vector<PathBeat> tail;
  trace(best_survivor().entry, tail);
  std::vector<PathBeat> beats = fixed_;
  beats.insert(beats.end(), tail.rbegin(), tail.rend());
  return beats;
}

void BarViterbi::fix_path() {
  Entry entry = best_survivor().entry;
  while (entry.start > frame_ - window_ / 2) entry = parent(entry);
  std::vector<PathBeat> beats;
  trace(entry, beats);
  fixed_.insert(fixed_.end(), beats.rbegin(), beats.rend());
  drop_dissenters(entry);
  const auto old = static_cast<std::ptrdiff_t>((entry.start - base_) *
                                               static_cast<std::int64_t>(leaving_.size()));
  sources_.erase(sources_.begin(), sources_.begin() + old);
  base_ = entry.start;
  anchor_ = entry;
}

void BarViterbi::drop_dissenters(const Entry& anchor) {
  const std::size_t cells = leaving_.size();
  // [frames since the anchor, B, I]: the path into this beat goes through the anchor.
  std::vector<bool> agrees(static_cast<std::size_t>(frame_ - anchor.start) * cells, false);
  agrees[cell(anchor.position, anchor.interval)] = true;
  for (std::int64_t start = anchor.start; start < frame_; ++start) {
    const auto row = static_cast<std::size_t>(start - anchor.start) * cells;
    for (int b = 0; b < beats_; ++b) {
      for (int i = 0; i < intervals_; ++i) {
        const Entry from = parent({start, b, i});
        if (start > anchor.start && from.start >= anchor.start) {
          agrees[row + cell(b, i)] =
              agrees[static_cast<std::size_t>(from.start - anchor.start) * cells +
                     cell(from.position, from.interval)];
        }
        const bool in_ring = start > frame_ - ring_;
        if (in_ring && !agrees[row + cell(b, i)]) scores_[place(start, cell(b, i))] = kImpossible;
      }
    }
  }
}

}  // namespace tactus
