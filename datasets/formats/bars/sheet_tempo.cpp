#include "datasets/formats/bars/sheet_tempo.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

constexpr double kMostRounded = 1e-3;  // seconds by which writing a tempo may move a beat
constexpr double kMostOffset = 0.02;   // seconds between the sheet and the beats of a region
constexpr double kMostMoved = 0.05;    // seconds, in live playing
constexpr std::size_t kSteady = 8;     // beats
constexpr std::size_t kLongest = 256;  // beats of one tempo in live playing

// At least two decimals, and so many that no beat moves by a millisecond; without zeros at the end.
std::string tempo_text(double period, std::size_t beats) {
  double scale = 100.0;
  double rounded = 0.0;
  for (int decimals = 2; decimals <= 6; ++decimals, scale *= 10.0) {
    rounded = std::max(std::round(60.0 / period * scale), 1.0) / scale;
    if (std::abs(60.0 / rounded - period) * static_cast<double>(beats) <= kMostRounded) break;
  }
  return fmt::format("{}", rounded);
}

std::string shown_tempo(double period, double scale) {
  return fmt::format("{}", std::round(60.0 / period * scale) / scale);
}

class TempoMarks {
 public:
  explicit TempoMarks(std::span<const Beat> beats)
      : beats_(beats), regions_(regions_of_tempo(beats)) {}

  SheetTempi run() {
    if (regions_.empty()) return {};
    clock_ = std::max(regions_.front().start, 0.0);
    const double start = clock_;
    std::size_t end = 0;  // beats so far
    for (const TempoRegion& region : regions_) {
      if (steady(region, end)) {
        add_live(end, region.start);
        const bool last = end + region.beats == beats_.size();
        add_steady(region, last ? -1.0 : beats_[end + region.beats].time);
      }
      end += region.beats;
    }
    const TempoRegion& last = regions_.back();
    add_live(end, last.start + last.period * static_cast<double>(last.beats));
    return {start, std::move(marks_)};
  }

 private:
  bool steady(const TempoRegion& region, std::size_t first) const {
    for (std::size_t k = 0; k < region.beats; ++k) {
      const double time = region.start + region.period * static_cast<double>(k);
      if (std::abs(beats_[first + k].time - time) > kMostRounded) return false;
    }
    return region.beats >= kSteady;
  }

  // `next`: the time of the beat after the region, negative if there is none.
  void add_steady(const TempoRegion& region, double next) {
    const double end = clock_ + region.period * static_cast<double>(region.beats);
    const bool joined = next < 0.0 || std::abs(next - end) <= kMostOffset;
    add(joined ? region.beats : region.beats - 1, region.period, 100.0);
    if (!joined) add(1, next - clock_, 1.0);
  }

  // The beats from beat_ to `end`, which is at `time`.
  void add_live(std::size_t end, double time) {
    const auto time_of = [&](std::size_t beat) { return beat < end ? beats_[beat].time : time; };
    while (beat_ < end) {
      std::size_t stop = 0;
      const std::size_t most = std::min(end, beat_ + kLongest);
      for (std::size_t i = beat_ + 1; i <= most; ++i) {
        if (i < most && beats_[i].position != 1) continue;
        const double period = (time_of(i) - clock_) / static_cast<double>(i - beat_);
        if (stop > 0 && worst(i, period) > kMostMoved) break;
        stop = i;
      }
      add(stop - beat_, (time_of(stop) - clock_) / static_cast<double>(stop - beat_), 1.0);
    }
  }

  double worst(std::size_t end, double period) const {
    double moved = 0.0;
    for (std::size_t i = beat_; i < end; ++i) {
      const double time = clock_ + period * static_cast<double>(i - beat_);
      moved = std::max(moved, std::abs(beats_[i].time - time));
    }
    return moved;
  }

  // `scale`: ten for each decimal on the page.
  void add(std::size_t beats, double exact, double scale) {
    const double period = scale > 1.0 ? exact : std::clamp(exact, kFastestBeat, kSlowestBeat);
    std::string bpm = tempo_text(period, beats);
    clock_ += 60.0 / to_number(bpm).value() * static_cast<double>(beats);
    if (marks_.empty() || marks_.back().bpm != bpm)
      marks_.push_back({beat_, std::move(bpm), shown_tempo(period, scale)});
    beat_ += beats;
  }

  std::span<const Beat> beats_;
  std::vector<TempoRegion> regions_;
  std::vector<SheetTempo> marks_;
  double clock_ = 0.0;  // time of beat_ in the sheet
  std::size_t beat_ = 0;
};

}  // namespace

SheetTempi sheet_tempi(std::span<const Beat> beats) {
  return TempoMarks(beats).run();
}

}  // namespace tactus
