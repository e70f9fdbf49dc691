// Draws chord diagrams, in rows. Lengths are in the units of the paper.
#pragma once

#include "ui/sheet/symbol_painter.h"

namespace tactus::ui {

// 0 without diagrams.
double diagrams_height(const ChordSheet& sheet, double width, double em);
// From y = 0 down.
void paint_diagrams(QPainter& painter, const ChordSheet& sheet, double width, double em,
                    const SheetInk& ink);

}  // namespace tactus::ui
