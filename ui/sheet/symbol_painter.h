// Draws chord symbols; the colours of sheets.
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>

#include "ui/sheet/chord_sheet.h"

class QPainter;

namespace tactus::ui {

struct Theme;

struct SheetInk {
  QColor text;
  QColor muted;        // numbers, dots, facts
  QColor line;         // bar lines
  QColor bar;          // behind the current bar
  QColor sounding;     // behind the sounding chord
  QColor on_sounding;  // its symbol
  QColor selection;    // translucent, over the selected beats
  QColor paper;
};
SheetInk sheet_ink(const Theme& theme);

// A symbol too wide for its box is narrowed, then made smaller.
void paint_symbol(QPainter& painter, const ChordSymbol& symbol, const QRectF& box, double em,
                  const QColor& colour);

// The font of the painter at a height in pixels.
QFont sized_font(const QPainter& painter, double pixels, bool bold = false);

}  // namespace tactus::ui
