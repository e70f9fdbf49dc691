#include "datasets/formats/sheet_tempo.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/formats/tempo_regions.h"
#include "datasets/formats/text_lines.h"

namespace tactus {
namespace {

constexpr double kMostRounded = 1e-3;  // seconds by which writing a tempo may move a beat

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

// Two decimals.
std::string shown_tempo(double period) {
  return fmt::format("{}", std::round(6000.0 / period) / 100.0);
}

class TempoMarks {
 public:
  explicit TempoMarks(std::span<const Beat> beats)
      : beats_(beats), regions_(tempo_regions(beats)) {}

  SheetTempi run() {
    if (regions_.empty()) return {};
    clock_ = std::max(regions_.front().start, 0.0);
    const double start = clock_;
    for (std::size_t i = 0; i < regions_.size(); ++i) add_region(i);
    return {start, std::move(marks_)};
  }

 private:
  void add_region(std::size_t i) {
    const TempoRegion& region = regions_[i];
    const double end = region.start + region.period * static_cast<double>(region.beats);
    const double next = i + 1 < regions_.size() ? regions_[i + 1].start : end;
    const bool joined = std::abs(next - end) <= kMostRounded || region.beats == 1;
    const bool last_beat = i > 0 && i + 1 == regions_.size() && region.beats == 1;
    if (last_beat) return;  // it continues the tempo
    add(joined ? region.beats : region.beats - 1, joined ? next : end - region.period,
        shown(region));
    if (!joined) add(1, next, "");
  }

  void add(std::size_t beats, double end, const std::string& shown) {
    const double exact = (end - clock_) / static_cast<double>(beats);
    const double period = beats > 1 ? exact : std::clamp(exact, kFastestBeat, kSlowestBeat);
    std::string bpm = tempo_text(period, beats);
    clock_ += 60.0 / to_number(bpm).value() * static_cast<double>(beats);
    if (marks_.empty() || marks_.back().bpm != bpm || !shown.empty())
      marks_.push_back({beat_, std::move(bpm), shown});
    beat_ += beats;
  }

  std::string shown(const TempoRegion& region) {
    constexpr double kChange = 0.05;
    double worst = 0.0;
    for (std::size_t k = 0; k < region.beats; ++k) {
      const double time = region.start + region.period * static_cast<double>(k);
      worst = std::max(worst, std::abs(beats_[beat_ + k].time - time));
    }
    const bool steady = worst <= kMostRounded && region.beats >= 8;
    const std::string text = shown_tempo(region.period);
    const bool far = std::abs(region.period / shown_period_ - 1.0) >= kChange;
    const bool first = shown_text_.empty();
    if (!first && (text == shown_text_ || (!steady && (!far || region.beats == 1)))) return "";
    shown_text_ = text;
    shown_period_ = region.period;
    return text;
  }

  std::span<const Beat> beats_;
  std::vector<TempoRegion> regions_;
  std::vector<SheetTempo> marks_;
  double clock_ = 0.0;  // time of beat_ in the file
  std::size_t beat_ = 0;
  std::string shown_text_;
  double shown_period_ = 1.0;
};

}  // namespace

SheetTempi sheet_tempi(std::span<const Beat> beats) {
  return TempoMarks(beats).run();
}

}  // namespace tactus
