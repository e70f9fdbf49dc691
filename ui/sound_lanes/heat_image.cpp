#include "ui/sound_lanes/heat_image.h"

#include <cmath>
#include <vector>

namespace tactus::ui {

QImage heat_image(const HeatPyramid& heat, double start, double seconds_per_column, int columns,
                  ColourMap colours, bool brighten) {
  const ColourTable& table = colour_table(colours);
  ColourTable shown;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double level = static_cast<double>(i) / 255.0;
    shown[i] =
        table[static_cast<std::size_t>(std::lround(255.0 * (brighten ? std::sqrt(level) : level)))];
  }
  const int bins = static_cast<int>(heat.bins());
  QImage image(columns, bins, QImage::Format_RGB32);
  std::vector<QRgb*> lines;
  for (int b = 0; b < bins; ++b) {
    lines.push_back(reinterpret_cast<QRgb*>(image.scanLine(bins - 1 - b)));
  }
  std::vector<std::uint8_t> values(heat.bins());
  for (int c = 0; c < columns; ++c) {
    const double begin = start + c * seconds_per_column;
    heat.greatest(begin, begin + seconds_per_column, values);
    for (std::size_t b = 0; b < values.size(); ++b) lines[b][c] = shown[values[b]];
  }
  return image;
}

}  // namespace tactus::ui
