#include "ui/window/shortcut_sheet.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

QString plain(QString text) {
  return text.remove(QLatin1Char('&'));
}

// The rows that a person looks for.
class Sheet {
 public:
  explicit Sheet(const QString& words) : words_(words.split(' ', Qt::SkipEmptyParts)) {}

  void begin(const QString& title) { title_ = title; }
  void add(const QString& keys, const QString& what) {
    const QString all = title_ + ' ' + keys + ' ' + what;
    if (wanted(all))
      put(QStringLiteral("<tr><td width='180'><b>%1</b></td><td>%2</td></tr>")
              .arg(keys.toHtmlEscaped(), what.toHtmlEscaped()));
  }
  void add(const LaneMark& mark) {
    if (wanted(title_ + ' ' + mark.sign + ' ' + mark.text)) put(mark_rows({mark}));
  }
  QString html() {
    end();
    return html_.isEmpty() ? ShortcutSheet::tr("Nothing has these words.").toHtmlEscaped() : html_;
  }
  void end() {
    if (!rows_.isEmpty())
      html_ += QStringLiteral("<h3>%1</h3><table cellspacing='2'>%2</table>")
                   .arg(title_.toHtmlEscaped(), rows_);
    rows_.clear();
  }

 private:
  bool wanted(const QString& text) const {
    return std::ranges::all_of(
        words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
  }
  void put(const QString& row) { rows_ += row; }

  QStringList words_;
  QString title_, rows_, html_;
};

void add_menu(Sheet& sheet, const QMenu& menu, const QString& before) {
  for (const QAction* action : menu.actions()) {
    const QString text = before + plain(action->text());
    if (const QMenu* inner = action->menu()) {
      add_menu(sheet, *inner, text + QStringLiteral(": "));
    } else if (!action->shortcut().isEmpty()) {
      QStringList keys;
      for (const QKeySequence& key : action->shortcuts()) {
        keys.append(key.toString(QKeySequence::NativeText));
      }
      sheet.add(keys.join(QStringLiteral(", ")), text);
    }
  }
}

void add_gestures(Sheet& sheet) {
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
      {ShortcutSheet::tr("Ctrl + drag a beat"),
       ShortcutSheet::tr("Stretches the beats up to the next anchors, while clicks sound")},
      {ShortcutSheet::tr("Double click in Beats"), ShortcutSheet::tr("Adds a beat")},
      {ShortcutSheet::tr("Double click in Chords, capital letter"),
       ShortcutSheet::tr("Names the chord")},
      {ShortcutSheet::tr("Click the name of a lane"),
       ShortcutSheet::tr("Says what the lane shows, its colours and its unit")},
      {ShortcutSheet::tr("Right click"), ShortcutSheet::tr("Menu of the lane")},
  };
  for (const auto& [gesture, what] : gestures) sheet.add(gesture, what);
}

void add_song_marks(Sheet& sheet) {
  const LaneMark marks[] = {
      {{},
       ShortcutSheet::tr("Untagged: the song has no beats and chords yet"),
       QStringLiteral("\u25cb")},
      {{},
       ShortcutSheet::tr("Tagged: beats and chords are of the networks, nobody has changed them"),
       QStringLiteral("\u25d0")},
      {{}, ShortcutSheet::tr("Edited: somebody has changed them"), QStringLiteral("\u25cf")},
      {{},
       ShortcutSheet::tr("Checked: somebody says that they are right; Tactus never changes them"),
       QStringLiteral("\u2714")}};
  for (const LaneMark& mark : marks) sheet.add(mark);
}

}  // namespace

QString shortcut_html(const QMenuBar& menus, const LaneStack* lanes, const QString& words) {
  Sheet sheet(words);
  for (const QAction* action : menus.actions()) {
    if (!action->menu()) continue;
    sheet.begin(plain(action->text()));
    add_menu(sheet, *action->menu(), {});
    sheet.end();
  }
  sheet.begin(ShortcutSheet::tr("Mouse on the lanes"));
  add_gestures(sheet);
  sheet.end();
  sheet.begin(ShortcutSheet::tr("Marks in the list of songs"));
  add_song_marks(sheet);
  sheet.end();
  if (!lanes) return sheet.html();
  for (const LaneStack::Lane& lane : lanes->lanes()) {
    const LaneHelp help = lane.view->help();
    sheet.begin(ShortcutSheet::tr("Marks in the lane %1").arg(lane.view->title()));
    if (!help.empty()) sheet.add({{}, help.shows + QLatin1Char(' ') + help.unit, {}});
    for (const LaneMark& mark : help.marks) sheet.add(mark);
    sheet.end();
  }
  return sheet.html();
}

ShortcutSheet::ShortcutSheet(const QMenuBar& menus, const LaneStack* lanes, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("Shortcuts"));
  auto* words = new QLineEdit(this);
  words->setPlaceholderText(tr("Search: a key, a command, a colour"));
  words->setAccessibleName(tr("Search the shortcuts"));
  words->setClearButtonEnabled(true);
  auto* text = new QTextBrowser(this);
  text->setHtml(shortcut_html(menus, lanes));
  text->setAccessibleName(tr("Shortcuts"));
  connect(words, &QLineEdit::textChanged, text, [&menus, lanes, text](const QString& looked_for) {
    text->setHtml(shortcut_html(menus, lanes, looked_for));
  });
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(words);
  layout->addWidget(text);
  layout->addWidget(buttons);
  resize(620, 640);
}

}  // namespace tactus::ui
