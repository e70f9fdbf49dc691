#include "ui/sheet/sheet_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"
#include "ui/sheet/chord_diagrams.h"

namespace tactus::ui {
namespace {

// Sizes in em.
constexpr double kMark = 0.36;
constexpr double kSection = 0.52;
constexpr double kWordsText = 0.46;
constexpr double kNarrowestWords = 0.6;
constexpr double kTitle = 0.95;
constexpr double kFact = 0.46;
constexpr double kHeadGap = 0.5;

// The slash with two dots that repeats a bar.
void paint_repeat(QPainter& painter, const QRectF& box, double em, const QColor& colour) {
  painter.save();
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.translate(box.left() + box.width() / 2.0, box.top() + 0.68 * em);
  const double w = 0.3 * em, h = 0.28 * em, thick = 0.16 * em;
  painter.drawPolygon(QPolygonF({{-w, h}, {-w + thick, h}, {w, -h}, {w - thick, -h}}));
  for (const double side : {-1.0, 1.0})
    painter.drawEllipse(QPointF(side * 0.8 * w, side * 0.6 * h), 0.07 * em, 0.07 * em);
  painter.restore();
}

class LinePainter {
 public:
  LinePainter(QPainter& painter, const ChordSheet& sheet, const SheetLayout& layout,
              const SheetInk& ink, const SheetLight& light)
      : painter_(painter),
        sheet_(sheet),
        layout_(layout),
        ink_(ink),
        light_(light),
        em_(layout.em()) {}

  void paint(const SheetLine& line) {
    painter_.setRenderHint(QPainter::Antialiasing);
    for (std::size_t bar = line.first; bar < line.end; ++bar) {
      paintGround(bar);
      paintMarks(bar, bar == line.first);
      paintChords(bar);
      paintDots(bar);
      paintWords(bar);
      paintBarLines(bar, bar + 1 == line.end);
    }
  }

 private:
  bool isCurrent(std::size_t bar) const { return light_.place && light_.place->bar == bar; }
  QRectF chordRow(std::size_t bar) const {
    QRectF row = layout_.barRect(bar);
    row.setHeight(layout_.chordRect(bar, 0).height());
    return row;
  }

  void paintGround(std::size_t bar) {
    if (isCurrent(bar)) painter_.fillRect(layout_.barRect(bar), ink_.bar);
    if (light_.selection.empty()) return;
    const SheetMeasure& measure = sheet_.bars[bar];
    QRectF selected;
    for (int beat = 0; beat < measure.beats; ++beat) {
      const double time = measure.times[static_cast<std::size_t>(beat)];
      if (!light_.selection.contains((time + measure.beatEnd(beat)) / 2.0)) continue;
      selected |= layout_.beatRect({bar, beat});
      if (beat == 0) selected.setLeft(layout_.barRect(bar).left());
    }
    if (selected.isEmpty()) return;
    selected.setTop(layout_.barRect(bar).top());
    painter_.fillRect(selected, ink_.selection);
  }

  void paintMarks(std::size_t bar, bool first) {
    const SheetMeasure& measure = sheet_.bars[bar];
    const QRectF box = layout_.barRect(bar);
    QStringList marks;
    if (measure.new_meter) marks += QString::fromStdString(measure.signature().text());
    if (!measure.key.isEmpty()) marks += measure.key;
    double x = box.left();
    const double base = box.top() - 0.12 * em_;
    if (first && measure.number > 1) {
      painter_.setFont(sized_font(painter_, kMark * em_));
      painter_.setPen(ink_.muted);
      const QString number = QString::number(measure.number);
      painter_.drawText(QPointF(x, base), number);
      x += painter_.fontMetrics().horizontalAdvance(number) + 0.3 * em_;
    }
    painter_.setFont(sized_font(painter_, kMark * em_, true));
    painter_.setPen(ink_.text);
    painter_.drawText(QPointF(x, base), marks.join(QStringLiteral("   ")));
    if (!measure.section.isEmpty()) paintSection(measure.section, box);
  }

  void paintSection(const QString& name, const QRectF& bar) {
    painter_.setFont(sized_font(painter_, kSection * em_, true));
    painter_.setPen(ink_.text);
    const QFontMetricsF metrics(painter_.font());
    const double bottom = bar.top() - 0.58 * em_;
    const double pad = 0.16 * em_;
    const double room = layout_.width() - bar.left() - 2 * pad;
    const QString text = metrics.elidedText(name, Qt::ElideRight, room);
    const QRectF box(bar.left(), bottom - metrics.height(),
                     metrics.horizontalAdvance(text) + 2 * pad, metrics.height());
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(ink_.text, std::max(1.0, 0.035 * em_)));
    painter_.drawRoundedRect(box, 0.08 * em_, 0.08 * em_);
    painter_.drawText(box, Qt::AlignCenter, text);
  }

  void paintChords(std::size_t bar) {
    const SheetMeasure& measure = sheet_.bars[bar];
    const bool repeat = layout_.isRepeat(bar);
    for (std::size_t i = 0; i < measure.symbols.size(); ++i) {
      const SheetChord& chord = measure.symbols[i];
      const QRectF box = layout_.chordRect(bar, i);
      const bool lit = isCurrent(bar) && measure.chordAt(light_.place->beat) == i;
      if (lit) paintLit(box);
      const QColor colour = lit && light_.playing ? ink_.on_sounding : ink_.text;
      if (!repeat) paint_symbol(painter_, chord.symbol, box, em_, colour);
      if (repeat && lit && light_.playing)  // its name is not on the paper
        paint_symbol(painter_, chord.symbol, box, em_, colour);
    }
    const bool hidden = isCurrent(bar) && light_.playing;
    if (repeat && !hidden) paint_repeat(painter_, chordRow(bar), em_, ink_.text);
  }

  void paintLit(QRectF box) {
    const double pad = 0.1 * em_;
    box.adjust(-pad, pad, -pad, -pad / 2);
    const double round = 0.12 * em_;
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink_.sounding);
    if (!light_.playing) {
      painter_.setPen(QPen(ink_.sounding, std::max(1.5, 0.05 * em_)));
      painter_.setBrush(Qt::NoBrush);
    }
    painter_.drawRoundedRect(box, round, round);
  }

  void paintDots(std::size_t bar) {
    const SheetMeasure& measure = sheet_.bars[bar];
    painter_.setPen(Qt::NoPen);
    for (int beat = 0; beat < measure.beats; ++beat) {
      const bool lit = isCurrent(bar) && light_.place->beat == beat;
      const bool down = beat == 0 && !measure.pickup;
      const double radius = em_ * (lit ? 0.15 : down ? 0.11 : 0.08);
      const QRectF box = layout_.beatRect({bar, beat});
      painter_.setBrush(lit ? ink_.sounding : down ? ink_.text : ink_.muted);
      painter_.drawEllipse(QPointF(box.left() + 0.14 * em_, box.center().y()), radius, radius);
    }
  }

  // Words too wide for their room are narrowed, then cut.
  void paintWords(std::size_t bar) {
    painter_.setFont(sized_font(painter_, kWordsText * em_));
    painter_.setPen(ink_.text);
    const QFontMetricsF metrics(painter_.font());
    for (std::size_t i = 0; i < sheet_.bars[bar].words.size(); ++i) {
      const QRectF box = layout_.wordsRect(bar, i);
      const double room = box.width() - 0.15 * em_;
      const QString text = metrics.elidedText(sheet_.bars[bar].words[i].text, Qt::ElideRight,
                                              room / kNarrowestWords);
      painter_.save();
      painter_.translate(box.left(), box.top() + 0.75 * box.height());
      painter_.scale(std::min(1.0, room / std::max(1.0, metrics.horizontalAdvance(text))), 1.0);
      painter_.drawText(QPointF(), text);
      painter_.restore();
    }
  }

  void paintBarLines(std::size_t bar, bool last_in_line) {
    const QRectF row = chordRow(bar);
    const double thin = std::max(1.0, 0.04 * em_);
    const auto line = [&](double x, double width) {
      painter_.fillRect(QRectF(x, row.top(), width, row.height()), ink_.line);
    };
    line(row.left(), thin);
    if (!sheet_.bars[bar].section.isEmpty()) line(row.left() + 2.5 * thin, thin);
    if (bar + 1 == sheet_.bars.size()) {
      line(row.right() - 5.5 * thin, thin);
      line(row.right() - 3 * thin, 3 * thin);
    } else if (last_in_line) {
      line(row.right() - thin, thin);
    }
  }

  QPainter& painter_;
  const ChordSheet& sheet_;
  const SheetLayout& layout_;
  const SheetInk& ink_;
  const SheetLight& light_;
  double em_;
};

}  // namespace

double head_height(const ChordSheet& sheet, double width, double em) {
  double height = kHeadGap * em + diagrams_height(sheet, width, em);
  if (!sheet.title.isEmpty()) height += 1.35 * kTitle * em;
  if (!sheet.artist.isEmpty() || !sheet.facts.isEmpty()) height += 1.5 * kFact * em;
  if (!sheet.note.isEmpty()) height += 1.5 * kFact * em;
  return height;
}

void paint_head(QPainter& painter, const ChordSheet& sheet, double width, double em,
                const SheetInk& ink) {
  painter.save();
  double y = 0.0;
  const auto row = [&](const QString& text, double size, bool bold, const QColor& colour) {
    if (text.isEmpty()) return;
    painter.setFont(sized_font(painter, size, bold));
    painter.setPen(colour);
    const double height = (bold ? 1.35 : 1.5) * size;
    painter.drawText(QRectF(0.0, y, width, height), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, width));
    y += height;
  };
  QStringList facts = sheet.facts;
  if (!sheet.artist.isEmpty()) facts.prepend(sheet.artist);
  row(sheet.title, kTitle * em, true, ink.text);
  row(facts.join(QStringLiteral("   \u00b7   ")), kFact * em, false, ink.muted);
  row(sheet.note, kFact * em, false, ink.muted);
  painter.translate(0.0, y + 0.3 * kHeadGap * em);
  paint_diagrams(painter, sheet, width, em, ink);
  painter.restore();
}

void paint_line(QPainter& painter, const ChordSheet& sheet, const SheetLayout& layout,
                std::size_t line, const SheetInk& ink, const SheetLight& light) {
  painter.save();
  LinePainter(painter, sheet, layout, ink, light).paint(layout.lines()[line]);
  painter.restore();
}

}  // namespace tactus::ui
