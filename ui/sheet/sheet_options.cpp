#include "ui/sheet/sheet_options.h"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>
#include <algorithm>

namespace tactus::ui {
namespace {

const QString kNamesKey = QStringLiteral("sheet/names");
const QString kSimpleKey = QStringLiteral("sheet/simple");
const QString kDiagramsKey = QStringLiteral("sheet/diagrams");
const QString kLyricsKey = QStringLiteral("sheet/lyrics");
const QString kPagesKey = QStringLiteral("sheet/pages");

SheetStyle stored_style() {
  const QSettings stored;
  const auto number = [&](const QString& key, int last) {
    return std::clamp(stored.value(key, 0).toInt(), 0, last);
  };
  return {static_cast<ChordNames>(number(kNamesKey, static_cast<int>(ChordNames::kNumbers))),
          stored.value(kSimpleKey, false).toBool(),
          static_cast<ChordDiagrams>(number(kDiagramsKey, static_cast<int>(ChordDiagrams::kPiano))),
          stored.value(kLyricsKey, true).toBool(), number(kPagesKey, SheetOptions::kMostPages)};
}

template <class Value>
Value next_of(Value value, Value last) {
  return value == last ? Value() : static_cast<Value>(static_cast<int>(value) + 1);
}

}  // namespace

SheetOptions::SheetOptions(QObject* parent) : QObject(parent), style_(stored_style()) {}

void SheetOptions::setStyle(const SheetStyle& style) {
  if (style == style_) return;
  style_ = style;
  QSettings store;
  store.setValue(kNamesKey, static_cast<int>(style.names));
  store.setValue(kSimpleKey, style.simple);
  store.setValue(kDiagramsKey, static_cast<int>(style.diagrams));
  store.setValue(kLyricsKey, style.lyrics);
  store.setValue(kPagesKey, style.pages);
  emit changed();
}

template <class Value>
void SheetOptions::addChoice(QMenu& menu, const QString& title, Value SheetStyle::*what,
                             const std::vector<std::pair<Value, QString>>& values) {
  QMenu* sub = menu.addMenu(title);
  auto* group = new QActionGroup(sub);
  for (const auto& choice : values) {  // no structured binding: clang captures them from 16 on
    const Value value = choice.first;
    QAction* action = sub->addAction(choice.second);
    action->setCheckable(true);
    group->addAction(action);
    const auto show = [this, action, what, value] { action->setChecked(style_.*what == value); };
    show();
    connect(this, &SheetOptions::changed, action, show);
    connect(action, &QAction::triggered, this, [this, what, value] {
      SheetStyle style = style_;
      style.*what = value;
      setStyle(style);
    });
  }
}

QAction* SheetOptions::addSwitch(QMenu& menu, const QString& title, bool SheetStyle::*what) {
  QAction* action = menu.addAction(title);
  action->setCheckable(true);
  const auto show = [this, action, what] { action->setChecked(style_.*what); };
  show();
  connect(this, &SheetOptions::changed, action, show);
  connect(action, &QAction::triggered, this, [this, what](bool on) {
    SheetStyle style = style_;
    style.*what = on;
    setStyle(style);
  });
  return action;
}

void SheetOptions::fill(QMenu& menu, bool with_keys) {
  addChoice<ChordDiagrams>(menu, tr("Diagrams"), &SheetStyle::diagrams,
                           {{ChordDiagrams::kNone, tr("None")},
                            {ChordDiagrams::kGuitar, tr("Guitar")},
                            {ChordDiagrams::kUkulele, tr("Ukulele")},
                            {ChordDiagrams::kPiano, tr("Piano")}});
  addChoice<ChordNames>(menu, tr("Names"), &SheetStyle::names,
                        {{ChordNames::kLetters, tr("International (B, Bb)")},
                         {ChordNames::kGerman, tr("German (H, B)")},
                         {ChordNames::kNumbers, tr("Numbers (Nashville)")}});
  std::vector<std::pair<int, QString>> pages{{0, tr("As many as needed")}};
  for (int count = 1; count <= kMostPages; ++count)
    pages.emplace_back(count, tr("Fit on %n page(s)", nullptr, count));
  addChoice<int>(menu, tr("Pages in print"), &SheetStyle::pages, pages);
  QAction* simple = addSwitch(menu, tr("Simple chords"), &SheetStyle::simple);
  simple->setToolTip(tr("Triads alone: no sevenths, no bass notes"));
  addSwitch(menu, tr("Lyrics"), &SheetStyle::lyrics);
  if (!with_keys) return;
  simple->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_I);
  connect(menu.addAction(tr("Next diagrams"), Qt::CTRL | Qt::SHIFT | Qt::Key_F),
          &QAction::triggered, this, [this] {
            SheetStyle style = style_;
            style.diagrams = next_of(style.diagrams, ChordDiagrams::kPiano);
            setStyle(style);
          });
  connect(menu.addAction(tr("Next names"), Qt::CTRL | Qt::SHIFT | Qt::Key_N), &QAction::triggered,
          this, [this] {
            SheetStyle style = style_;
            style.names = next_of(style.names, ChordNames::kNumbers);
            setStyle(style);
          });
}

}  // namespace tactus::ui
