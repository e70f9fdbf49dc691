#include "ui/sheet/symbol_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// Sizes in em.
constexpr double kTail = 0.72;
constexpr double kBass = 0.72;
constexpr double kBaseline = 1.0;    // below the top of the bar
constexpr double kBetween = 0.14;    // symbols
constexpr double kNarrowest = 0.75;  // width of a narrowed symbol before it also gets lower

// A piece of a symbol, to the right of the last one.
struct Piece {
  QString text;
  QFont font;
};

std::vector<Piece> pieces_of(const QPainter& painter, const ChordSymbol& symbol, double em) {
  std::vector<Piece> pieces{{symbol.root, sized_font(painter, em, true)}};
  if (!symbol.tail.isEmpty())
    pieces.push_back({symbol.tail, sized_font(painter, kTail * em, true)});
  if (!symbol.bass.isEmpty())
    pieces.push_back({QLatin1Char('/') + symbol.bass, sized_font(painter, kBass * em, true)});
  return pieces;
}

}  // namespace

QFont sized_font(const QPainter& painter, double pixels, bool bold) {
  QFont font = painter.font();
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
  font.setBold(bold);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

void paint_symbol(QPainter& painter, const ChordSymbol& symbol, const QRectF& box, double em,
                  const QColor& colour) {
  const std::vector<Piece> pieces = pieces_of(painter, symbol, em);
  double width = 0.0;
  for (const Piece& piece : pieces)
    width += QFontMetricsF(piece.font).horizontalAdvance(piece.text);
  const double fit = std::min(1.0, (box.width() - kBetween * em) / width);
  const double smaller = std::min(1.0, fit / kNarrowest);
  painter.save();
  painter.setPen(colour);
  painter.translate(box.left(), box.top() + kBaseline * em);
  painter.scale(fit, smaller);
  double x = 0.0;
  for (const Piece& piece : pieces) {
    painter.setFont(piece.font);
    painter.drawText(QPointF(x, 0.0), piece.text);
    x += QFontMetricsF(piece.font).horizontalAdvance(piece.text);
  }
  painter.restore();
}

SheetInk sheet_ink(const Theme& theme) {
  return {theme.text,   theme.muted,     theme.field_edge, theme.raised,
          theme.accent, theme.on_accent, theme.selection,  theme.lane};
}

}  // namespace tactus::ui
