#include "ui/timeline/lane_help.h"

#include <QFrame>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kHelpWidth = 400;  // pixels

QString swatch(const LaneMark& mark) {
  if (!mark.sign.isEmpty())
    return QStringLiteral("<span style='color:%1'>%2</span>")
        .arg((mark.colours.isEmpty() ? theme().text : mark.colours.front()).name(),
             mark.sign.toHtmlEscaped());
  const int blanks = mark.colours.size() > 3 ? 1 : 3;
  QString html;
  for (const QColor& colour : mark.colours)
    html += QStringLiteral("<span style='background-color:%1'>%2</span>")
                .arg(colour.name(), QStringLiteral("&nbsp;").repeated(blanks));
  return html;
}

}  // namespace

QString mark_rows(const QVector<LaneMark>& marks) {
  QString rows;
  for (const LaneMark& mark : marks)
    rows += QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>")
                .arg(swatch(mark), mark.text.toHtmlEscaped());
  return rows;
}

QString help_html(const QString& title, const LaneHelp& help) {
  QString html =
      QStringLiteral("<b>%1</b><br>%2").arg(title.toHtmlEscaped(), help.shows.toHtmlEscaped());
  if (!help.unit.isEmpty()) html += QStringLiteral("<br>") + help.unit.toHtmlEscaped();
  if (!help.marks.isEmpty())
    html += QStringLiteral("<table cellspacing='1'>%1</table>").arg(mark_rows(help.marks));
  return html;
}

void show_help(QWidget& parent, const QPoint& place, const QString& title, const LaneHelp& help) {
  auto* popup = new QFrame(&parent, Qt::Popup);
  popup->setAttribute(Qt::WA_DeleteOnClose);
  popup->setObjectName(QStringLiteral("popup"));
  popup->setAccessibleName(title);
  auto* text = new QLabel(help_html(title, help), popup);
  text->setTextFormat(Qt::RichText);
  text->setWordWrap(true);
  text->setFixedWidth(kHelpWidth);
  auto* layout = new QVBoxLayout(popup);
  layout->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  layout->addWidget(text);
  popup->adjustSize();
  const QRect screen = parent.screen()->availableGeometry();
  const int lowest = std::max(screen.top(), screen.bottom() - popup->height());
  popup->move(std::clamp(place.x(), screen.left(),
                         std::max(screen.left(), screen.right() - popup->width())),
              std::min(place.y(), lowest));
  popup->show();
}

}  // namespace tactus::ui
