#include "datasets/formats/score/musicxml_bars.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "audio/counted.h"

namespace tactus {
namespace {

constexpr double kTiny = 0.02;           // quarters: lengths of tuplets are rounded
constexpr std::size_t kMostPieces = 16;  // measures of one bar

class BarMaker {
 public:
  explicit BarMaker(const std::vector<MeasureSpan>& measures) : measures_(measures) {}

  ScoreBars run() {
    bars_.starts = {0.0};
    for (const MeasureSpan& measure : measures_)
      bars_.starts.push_back(bars_.starts.back() + measure.length);
    for (std::size_t i = 0; i < measures_.size();) {
      const std::size_t end = end_of_bar(i);
      if (i == 0 && end == 1 && is_pickup())
        add_pickup();
      else
        add_bar(i, end);
      i = end;
    }
    if (odd_ > 0)
      bars_.notes.push_back(fmt::format(
          "{} longer or shorter than the time signature, the first: measure {}",
          counted_as(static_cast<std::size_t>(odd_), "measure is", "measures are"), first_odd_));
    return std::move(bars_);
  }

 private:
  bool is_short(std::size_t i) const {
    return measures_[i].length < measures_[i].signature.quarters() - kTiny;
  }

  // Behind the measures from i on that fill one bar; behind i if there are none.
  std::size_t end_of_bar(std::size_t i) const {
    const double whole = measures_[i].signature.quarters();
    if (i == 0 && measures_[i].implicit) return 1;
    const std::size_t last = std::min(measures_.size(), i + kMostPieces);
    double length = measures_[i].length;
    for (std::size_t end = i + 1; length < whole - kTiny && end < last; ++end) {
      if (measures_[end].new_signature) break;
      length += measures_[end].length;
      if (std::abs(length - whole) <= kTiny) return end + 1;
    }
    return i + 1;
  }

  bool is_pickup() const {
    if (!is_short(0) || measures_[0].length <= 0.0) return false;
    const bool followed = measures_.size() > 1 && !is_short(1);
    return measures_[0].implicit || measures_[0].number == "0" || followed;
  }

  void add_pickup() {
    const MeasureSpan& measure = measures_[0];
    const Meter meter = measure.signature.meter();
    const double beat = measure.signature.quarters() / meter.beats;
    const int count = static_cast<int>(std::floor((measure.length + kTiny) / beat));
    for (int k = count; k > 0; --k)
      bars_.beats.push_back(
          {std::max(measure.length - beat * k, 0.0), meter.beats - k + 1, meter.division});
    bars_.pickup = true;
    if (!measure.implicit && measure.number != "0")
      bars_.notes.push_back(fmt::format(
          "measure {} of {} {} in {} is read as a pickup", measure.number, measure.length / beat,
          measure.length == beat ? "beat" : "beats", measure.signature.text()));
  }

  void add_bar(std::size_t begin, std::size_t end) {
    const MeasureSpan& measure = measures_[begin];
    const Meter meter = measure.signature.meter();
    const double beat = measure.signature.quarters() / meter.beats;
    const double start = bars_.starts[begin];
    const double length = bars_.starts[end] - start;
    for (int k = 0; k == 0 || beat * k + least(k, meter.beats, beat) < length; ++k) {
      if (length <= 0.0) break;
      bars_.beats.push_back({start + beat * k, k + 1, meter.division});
    }
    const bool fits = std::abs(length - measure.signature.quarters()) <= kTiny;
    if (fits || measure.implicit || end == measures_.size() || length <= 0.0) return;
    if (odd_++ == 0) first_odd_ = measure.number;
  }

  // How much of a beat must lie in the bar: of one too many, half.
  static double least(int k, int beats, double beat) { return k < beats ? kTiny : beat / 2.0; }

  const std::vector<MeasureSpan>& measures_;
  ScoreBars bars_;
  std::size_t odd_ = 0;
  std::string first_odd_;
};

}  // namespace

ScoreBars score_bars(const std::vector<MeasureSpan>& measures) {
  return BarMaker(measures).run();
}

}  // namespace tactus
