// Where the lines, bars and chords of a sheet lie on paper or on the screen. Lengths are in the
// units of the paper: pixels, or points in print. The top of the first line is y = 0.
#pragma once

#include <QRectF>
#include <optional>

#include "ui/document/time_axis.h"
#include "ui/sheet/chord_sheet.h"

namespace tactus::ui {

// A beat of a bar.
struct SheetPlace {
  std::size_t bar = 0;
  int beat = 0;
  auto operator<=>(const SheetPlace&) const = default;
};

struct SheetLine {
  std::size_t first = 0;  // bars [first, end)
  std::size_t end = 0;
  double top = 0.0;
  double height = 0.0;
  bool heading = false;  // a section begins in it
  bool words = false;    // lyrics below it
};

class SheetLayout {
 public:
  SheetLayout() = default;
  // `em`: height of the chord symbols, > 0. Lines have four bars, or two or one if bars would be
  // narrower than kLeastBar. The sheet must outlive the layout.
  static constexpr double kLeastBar = 5.5;  // em
  SheetLayout(const ChordSheet& sheet, double width, double em);

  double em() const { return em_; }
  double width() const { return width_; }
  double height() const;
  const std::vector<SheetLine>& lines() const { return lines_; }
  std::size_t barsPerLine() const { return per_line_; }
  std::size_t lineOf(std::size_t bar) const;
  std::size_t lineAt(double y) const;  // the nearest

  // The box between two bar lines, and the row of dots below it.
  QRectF barRect(std::size_t bar) const;
  QRectF chordRect(std::size_t bar, std::size_t chord) const;
  QRectF beatRect(SheetPlace place) const;
  // The room of words below a bar: up to the next words, or the end of the line.
  QRectF wordsRect(std::size_t bar, std::size_t words) const;
  // A bar with the symbols of the bar before it shows the sign of repetition instead, except at the
  // start of a line or section.
  bool isRepeat(std::size_t bar) const;

  // The beat at a point; nothing outside the bars.
  std::optional<SheetPlace> placeAt(QPointF point) const;
  // The beat that sounds at a time; nothing before the first and after the last.
  std::optional<SheetPlace> placeAt(double seconds) const;

 private:
  double beatX(std::size_t bar, double beat) const;
  void breakLines();
  void placeBars();

  const ChordSheet* sheet_ = nullptr;
  double width_ = 0.0;
  double em_ = 1.0;
  std::size_t per_line_ = kBarsPerLine;
  std::vector<SheetLine> lines_;
  std::vector<QRectF> bars_;
};

// The seconds whose chord is named when a person corrects the symbol at a place. A written symbol
// stands for the time up to the next written one. A beat without a symbol stands for the rest of
// its chord in its bar, and a sign of repetition for the chord in its bar. Where the chord changes,
// the span takes the time of the change from the annotation.
TimeSpan span_to_name(const std::vector<LabelledSegment>& chords, const ChordSheet& sheet,
                      const SheetLayout& layout, SheetPlace place);

}  // namespace tactus::ui
