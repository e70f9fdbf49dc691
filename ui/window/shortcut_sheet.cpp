#include "ui/window/shortcut_sheet.h"

#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <utility>
#include <vector>

namespace tactus::ui {
namespace {

QString plain(QString text) {
  return text.remove(QLatin1Char('&'));
}

QString row(const QString& keys, const QString& what) {
  return QStringLiteral("<tr><td width='180'><b>%1</b></td><td>%2</td></tr>")
      .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

QString rows_of(const QMenu& menu, const QString& before) {
  QString rows;
  for (const QAction* action : menu.actions()) {
    const QString text = before + plain(action->text());
    if (const QMenu* inner = action->menu()) {
      rows += rows_of(*inner, text + QStringLiteral(": "));
    } else if (!action->shortcut().isEmpty()) {
      QStringList keys;
      for (const QKeySequence& key : action->shortcuts()) {
        keys.append(key.toString(QKeySequence::NativeText));
      }
      rows += row(keys.join(QStringLiteral(", ")), text);
    }
  }
  return rows;
}

QString section(const QString& title, const QString& rows) {
  if (rows.isEmpty()) return {};
  return QStringLiteral("<h3>%1</h3><table cellspacing='2'>%2</table>").arg(title, rows);
}

QString mouse_rows() {
  const std::pair<QString, QString> gestures[] = {
      {ShortcutSheet::tr("Wheel"), ShortcutSheet::tr("Scroll")},
      {ShortcutSheet::tr("Ctrl + wheel"), ShortcutSheet::tr("Zoom around the pointer")},
      {ShortcutSheet::tr("Middle drag"), ShortcutSheet::tr("Move the view")},
      {ShortcutSheet::tr("Click"), ShortcutSheet::tr("Sets the cursor; chooses a beat or chord")},
      {ShortcutSheet::tr("Drag, Shift + click"), ShortcutSheet::tr("Select a passage")},
      {ShortcutSheet::tr("Drag a loop"),
       ShortcutSheet::tr("Takes whole bars; hold Alt to drag freely")},
      {ShortcutSheet::tr("Drag a beat or a chord's edge"),
       ShortcutSheet::tr("Moves it to the nearest onset or beat; hold Alt to move it freely")},
      {ShortcutSheet::tr("Double click in Beats"), ShortcutSheet::tr("Adds a beat")},
      {ShortcutSheet::tr("Double click in Chords, capital letter"),
       ShortcutSheet::tr("Names the chord")},
      {ShortcutSheet::tr("Right click"), ShortcutSheet::tr("Menu of the lane")},
  };
  QString rows;
  for (const auto& [gesture, what] : gestures) rows += row(gesture, what);
  return rows;
}

}  // namespace

QString shortcut_html(const QMenuBar& menus) {
  QString html;
  for (const QAction* action : menus.actions()) {
    if (action->menu()) html += section(plain(action->text()), rows_of(*action->menu(), {}));
  }
  html += section(ShortcutSheet::tr("Mouse on the lanes"), mouse_rows());
  return html + section(ShortcutSheet::tr("Marks on the lanes"),
                        row(ShortcutSheet::tr("Red in the waveform"),
                            ShortcutSheet::tr("The sound is clipped: it reaches full scale")));
}

ShortcutSheet::ShortcutSheet(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Shortcuts"));
  auto* text = new QTextBrowser(this);
  text->setHtml(shortcut_html(menus));
  text->setAccessibleName(tr("Shortcuts"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(text);
  layout->addWidget(buttons);
  resize(560, 640);
}

}  // namespace tactus::ui
