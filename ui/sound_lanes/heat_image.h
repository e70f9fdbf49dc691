// A picture of rows of values over time: one colour per value, one row per bin.
#pragma once

#include <QImage>

#include "ui/look/colour_map.h"
#include "ui/sound_lanes/heat_pyramid.h"

namespace tactus::ui {

// [columns x bins], bin 0 at the bottom; column c shows the greatest values of its time. `brighten`
// takes square roots, so that small values are visible.
QImage heat_image(const HeatPyramid& heat, double start, double seconds_per_column, int columns,
                  ColourMap colours, bool brighten);

}  // namespace tactus::ui
