// The texts at the top of the lane of beats: the numbers of the bars, and the meter where it
// changes. Contains no widget.
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus::ui {

struct BarMark {
  double time = 0.0;  // of its beat one, seconds
  int number = 0;
  QString meter;  // "3/4"; "" = as of the bar before
  bool operator==(const BarMark&) const = default;
};
// All bars. Only complete ones have a meter.
std::vector<BarMark> bar_marks(std::span<const Beat> beats);

struct PlacedMark {
  std::size_t mark = 0;  // in the marks; its number has room
  bool meter = false;    // so has its meter
};
// The marks whose texts have room beside each other at a zoom, in the order of time: meters, and
// the number of every bar, of every 4th, 8th, 16th ... Widths in pixels, with the gap after the
// text; a meter stands behind the number of its bar. Every part of the song gets the same answer.
std::vector<PlacedMark> placed_marks(const std::vector<BarMark>& marks, double seconds_per_pixel,
                                     double number_width, double meter_width);

}  // namespace tactus::ui
