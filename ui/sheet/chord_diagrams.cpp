#include "ui/sheet/chord_diagrams.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

// Sizes in em.
constexpr double kSymbolSize = 0.6;
constexpr double kNameRow = 0.85;
constexpr double kStrings = 0.34;  // between strings
constexpr double kFrets = 0.42;
constexpr double kMarkRow = 0.36;     // x and o above the strings
constexpr double kNumberRoom = 0.75;  // of the fret's number, right of the strings
constexpr double kFretNumber = 0.36;
constexpr double kKeyWidth = 0.22;  // a white key
constexpr double kKeyHeight = 1.0;
constexpr double kCellGap = 0.5;
constexpr double kRowGap = 0.45;
constexpr int kShownFrets = 4;
constexpr int kWhiteKeys = 14;

bool is_piano(const SheetDiagram& diagram) {
  return !diagram.fingering;
}

QSizeF cell_size(const SheetDiagram& diagram, double em) {
  if (is_piano(diagram))
    return QSizeF(kWhiteKeys * kKeyWidth + kCellGap, kNameRow + kKeyHeight + kRowGap) * em;
  const double strings = static_cast<double>(diagram.fingering->frets.size()) - 1.0;
  return QSizeF(strings * kStrings + kNumberRoom + kCellGap,
                kNameRow + kMarkRow + kShownFrets * kFrets + kRowGap) *
         em;
}

int per_row(const ChordSheet& sheet, double width, double em) {
  return std::max(1, static_cast<int>(width / cell_size(sheet.diagrams.front(), em).width()));
}

class DiagramPainter {
 public:
  DiagramPainter(QPainter& painter, double em, const SheetInk& ink)
      : painter_(painter), em_(em), ink_(ink), thin_(std::max(0.5, 0.03 * em)) {}

  void paint(const SheetDiagram& diagram, const QSizeF& cell) {
    const QRectF name(0.0, 0.0, cell.width() - 0.2 * em_, kNameRow * em_);
    paint_symbol(painter_, diagram.symbol, name, kSymbolSize * em_, ink_.text);
    painter_.translate(0.0, kNameRow * em_);
    if (is_piano(diagram))
      paintKeys(diagram.keys);
    else
      paintStrings(*diagram.fingering);
  }

 private:
  double x(int string) const { return string * kStrings * em_; }

  void paintStrings(const Fingering& shape) {
    const int strings = static_cast<int>(shape.frets.size());
    const int base = shape.highestFret() <= kShownFrets ? 1 : shape.lowestFret();
    paintOpenAndSilent(shape);
    painter_.translate(0.0, kMarkRow * em_);
    painter_.setPen(QPen(ink_.text, thin_));
    for (int string = 0; string < strings; ++string)
      painter_.drawLine(QPointF(x(string), 0.0), QPointF(x(string), kShownFrets * kFrets * em_));
    for (int fret = 0; fret <= kShownFrets; ++fret)
      painter_.drawLine(QPointF(0.0, fret * kFrets * em_),
                        QPointF(x(strings - 1), fret * kFrets * em_));
    if (base == 1) {
      painter_.fillRect(QRectF(-thin_, -2.0 * thin_, x(strings - 1) + 2.0 * thin_, 4.0 * thin_),
                        ink_.text);
    } else {
      painter_.setFont(sized_font(painter_, kFretNumber * em_));
      painter_.drawText(QPointF(x(strings - 1) + 0.16 * em_, 0.65 * kFrets * em_),
                        QString::number(base));
    }
    paintFingers(shape, base);
  }

  void paintOpenAndSilent(const Fingering& shape) {
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(ink_.text, 1.5 * thin_));
    const double r = 0.1 * em_, y = 0.5 * kMarkRow * em_;
    for (int string = 0; string < std::ssize(shape.frets); ++string) {
      const int fret = shape.frets[static_cast<std::size_t>(string)];
      const QPointF at(x(string), y);
      if (fret == 0) painter_.drawEllipse(at, r, r);
      if (fret != Fingering::kSilent) continue;
      painter_.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
      painter_.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
    }
  }

  void paintFingers(const Fingering& shape, int base) {
    const double r = 0.13 * em_;
    const auto y = [&](int fret) { return (fret - base + 0.5) * kFrets * em_; };
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink_.text);
    if (shape.barre) {
      const QRectF bar(QPointF(x(shape.barre->first) - r, y(shape.barre->fret) - 0.6 * r),
                       QPointF(x(shape.barre->last) + r, y(shape.barre->fret) + 0.6 * r));
      painter_.drawRoundedRect(bar, 0.6 * r, 0.6 * r);
    }
    for (int string = 0; string < std::ssize(shape.frets); ++string) {
      const int fret = shape.frets[static_cast<std::size_t>(string)];
      if (fret > 0) painter_.drawEllipse(QPointF(x(string), y(fret)), r, r);
    }
  }

  // Two octaves from a C on.
  void paintKeys(const std::vector<int>& keys) {
    constexpr int kWhite[] = {0, 2, 4, 5, 7, 9, 11};
    const auto pressed = [&](int key) { return std::ranges::count(keys, key) > 0; };
    const double w = kKeyWidth * em_, h = kKeyHeight * em_;
    for (int i = 0; i < kWhiteKeys; ++i) {
      const int key = 12 * (i / 7) + kWhite[i % 7];
      painter_.setPen(QPen(ink_.text, thin_));
      painter_.setBrush(Qt::NoBrush);
      painter_.drawRect(QRectF(i * w, 0.0, w, h));
      if (pressed(key)) dot(QPointF((i + 0.5) * w, 0.82 * h), ink_.text);
    }
    for (int i = 0; i + 1 < kWhiteKeys; ++i) {
      if (i % 7 == 2 || i % 7 == 6) continue;  // between E and F, B and C
      const QRectF black((i + 0.68) * w, 0.0, 0.64 * w, 0.6 * h);
      const int key = 12 * (i / 7) + kWhite[i % 7] + 1;
      painter_.setPen(QPen(ink_.text, thin_));
      painter_.setBrush(pressed(key) ? ink_.paper : ink_.text);
      painter_.drawRect(black);
      if (pressed(key)) dot(QPointF(black.center().x(), 0.45 * h), ink_.text);
    }
  }

  void dot(const QPointF& at, const QColor& colour) {
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(colour);
    painter_.drawEllipse(at, 0.075 * em_, 0.075 * em_);
  }

  QPainter& painter_;
  double em_;
  const SheetInk& ink_;
  double thin_;
};

}  // namespace

double diagrams_height(const ChordSheet& sheet, double width, double em) {
  if (sheet.diagrams.empty()) return 0.0;
  const int columns = per_row(sheet, width, em);
  const int rows = (static_cast<int>(sheet.diagrams.size()) + columns - 1) / columns;
  return rows * cell_size(sheet.diagrams.front(), em).height();
}

void paint_diagrams(QPainter& painter, const ChordSheet& sheet, double width, double em,
                    const SheetInk& ink) {
  if (sheet.diagrams.empty()) return;
  const int columns = per_row(sheet, width, em);
  const QSizeF cell = cell_size(sheet.diagrams.front(), em);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(0.2 * em, 0.0);  // the marks of the first string
  for (int i = 0; i < std::ssize(sheet.diagrams); ++i) {
    painter.save();
    painter.translate(i % columns * cell.width(), i / columns * cell.height());
    DiagramPainter(painter, em, ink).paint(sheet.diagrams[static_cast<std::size_t>(i)], cell);
    painter.restore();
  }
  painter.restore();
}

}  // namespace tactus::ui
