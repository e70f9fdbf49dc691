#include "ui/lanes/bar_marks.h"

#include <algorithm>
#include <limits>

#include "model/editing/beat_edits.h"
#include "model/editing/beat_oddities.h"
#include "model/meter.h"

namespace tactus::ui {
namespace {

constexpr int kFewestBars = 4;  // between numbers, unless each bar has one

// Half of the bars are longer.
double usual_length(const std::vector<BarMark>& marks) {
  std::vector<double> lengths;
  for (std::size_t i = 0; i + 1 < marks.size(); ++i)
    lengths.push_back(marks[i + 1].time - marks[i].time);
  if (lengths.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = lengths.begin() + std::ssize(lengths) / 2;
  std::ranges::nth_element(lengths, middle);
  return *middle;
}

int bars_between_numbers(const std::vector<BarMark>& marks, double least) {
  const double usual = usual_length(marks);
  if (usual >= least) return 1;
  int bars = kFewestBars;
  while (bars * usual < least && bars < marks.back().number) bars *= 2;
  return bars;
}

}  // namespace

std::vector<BarMark> bar_marks(std::span<const Beat> beats) {
  std::vector<BarMark> marks;
  const std::vector<int> numbers = bar_numbers(beats);
  const std::vector<BeatRange> bars = complete_bars(beats);
  auto bar = bars.begin();
  QString before;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position != 1) continue;
    marks.push_back({beats[i].time, numbers[i], {}});
    while (bar != bars.end() && bar->first < i) ++bar;
    if (bar == bars.end() || bar->first != i) continue;
    const Meter meter = bar_meter(beats.subspan(bar->first, bar->last - bar->first));
    const QString text = QString::fromStdString(time_signature_of(meter).text());
    if (text != before) marks.back().meter = before = text;
  }
  return marks;
}

std::vector<PlacedMark> placed_marks(const std::vector<BarMark>& marks, double seconds_per_pixel,
                                     double number_width, double meter_width) {
  std::vector<PlacedMark> meters, placed;
  if (marks.empty()) return placed;
  const auto x = [&](std::size_t mark) { return marks[mark].time / seconds_per_pixel; };
  double free_from = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].meter.isEmpty() || x(i) < free_from) continue;
    meters.push_back({i, true});
    free_from = x(i) + number_width + meter_width;
  }
  const int every = bars_between_numbers(marks, number_width * seconds_per_pixel);
  free_from = -std::numeric_limits<double>::infinity();
  auto meter = meters.begin();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (meter != meters.end() && meter->mark == i) {
      placed.push_back(*meter++);
      free_from = x(i) + number_width + meter_width;
      continue;
    }
    if ((marks[i].number - 1) % every != 0 || x(i) < free_from) continue;
    if (meter != meters.end() && x(i) + number_width > x(meter->mark)) continue;
    placed.push_back({i, false});
    free_from = x(i) + number_width;
  }
  return placed;
}

}  // namespace tactus::ui
