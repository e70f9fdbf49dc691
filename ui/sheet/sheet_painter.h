// Draws a chord sheet, on the screen and on paper.
#pragma once

#include <optional>

#include "ui/sheet/sheet_layout.h"
#include "ui/sheet/symbol_painter.h"

class QPainter;

namespace tactus::ui {

// What moves while a sheet plays.
struct SheetLight {
  std::optional<SheetPlace> place;  // of the cursor
  bool playing = false;             // the chord at the cursor is filled, else it has a frame
  TimeSpan selection;
};

// Title, artist, facts and chord diagrams, above the first line. Returns its height, which is the
// same for the same sheet, width and em.
double head_height(const ChordSheet& sheet, double width, double em);
void paint_head(QPainter& painter, const ChordSheet& sheet, double width, double em,
                const SheetInk& ink);
// Paints a line at its place in the layout.
void paint_line(QPainter& painter, const ChordSheet& sheet, const SheetLayout& layout,
                std::size_t line, const SheetInk& ink, const SheetLight& light = {});

}  // namespace tactus::ui
