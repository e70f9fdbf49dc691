// The scale at the left edge of a lane: short texts at heights, readable on any picture.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

namespace tactus::ui {

struct ScaleMark {
  double y = 0.0;  // of the text's middle, pixels
  QString text;
};

// Paints those texts that fit without touching each other (the first ones win), each on a
// translucent plate, from x = 0 on; nothing when `exposed` does not touch them.
void paintScale(QPainter& painter, const std::vector<ScaleMark>& marks, int height,
                const QRect& exposed);

}  // namespace tactus::ui
