// The scale at the left edge of a lane: short texts at given heights, readable on any picture.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

namespace tactus::ui {

struct ScaleMark {
  double y = 0.0;  // middle of the text, pixels
  QString text;
};

// Paints the texts that fit without touching each other (earlier ones win), each on a translucent
// plate at x = 0. Paints nothing if `exposed` does not touch them.
void paintScale(QPainter& painter, const std::vector<ScaleMark>& marks, int height,
                const QRect& exposed);

}  // namespace tactus::ui
