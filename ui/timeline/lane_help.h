// What a lane shows, in words: for a person who points at it or clicks its name, and for the list
// of keys and marks.
#pragma once

#include <QColor>
#include <QString>
#include <QVector>

class QPoint;
class QWidget;

namespace tactus::ui {

// A colour, a row of them ("quiet to loud"), or a sign ("\u26a0" in the only colour), and what it
// means.
struct LaneMark {
  QVector<QColor> colours;
  QString text;
  QString sign;
};

struct LaneHelp {
  QString shows;  // a sentence or two
  QString unit;   // of its height, colours and numbers; "" = it has none
  QVector<LaneMark> marks;
  bool empty() const { return shows.isEmpty(); }
};

// The rows of a table for the marks: colour or sign, meaning.
QString mark_rows(const QVector<LaneMark>& marks);
QString help_html(const QString& title, const LaneHelp& help);
// Opens the same beside a place of the screen. Escape or a click elsewhere closes it.
void show_help(QWidget& parent, const QPoint& place, const QString& title, const LaneHelp& help);

}  // namespace tactus::ui
