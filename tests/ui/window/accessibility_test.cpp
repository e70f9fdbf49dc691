// What screen readers get and what the keyboard reaches: the test visits every page and dialog.
#include <gtest/gtest.h>

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSettings>
#include <QTabWidget>
#include <QTest>
#include <set>

#include "ui/window/export_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/song_details.h"

namespace tactus::ui {
namespace {

bool takes_keys(const QWidget& widget) {
  return widget.focusPolicy() & Qt::TabFocus && widget.isVisible() && widget.isEnabled() &&
         !widget.focusProxy();
}

// For a part of another widget (the field of a spin box), the parent counts.
bool stands_alone(const QWidget& widget) {
  const QWidget* parent = widget.parentWidget();
  return !(parent && (qobject_cast<const QAbstractSpinBox*>(parent) ||
                      qobject_cast<const QComboBox*>(parent)));
}

// Its own name, or that of its label.
QString spoken_name(QWidget& widget) {
  QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(&widget);
  if (!heard) return {};
  for (const auto& [other, relation] : heard->relations(QAccessible::Label)) {
    if (!other->text(QAccessible::Name).isEmpty()) return other->text(QAccessible::Name);
  }
  // Under X the name of a combo box is its value; that does not count.
  if (qobject_cast<QComboBox*>(&widget)) return {};
  return heard->text(QAccessible::Name);
}

QString described(const QWidget& widget) {
  QString path = QString::fromLatin1(widget.metaObject()->className());
  for (const QWidget* up = widget.parentWidget(); up; up = up->parentWidget()) {
    path = QString::fromLatin1(up->metaObject()->className()) + QLatin1Char('/') + path;
  }
  return path;
}

void expect_names(QWidget& root) {
  for (QWidget* widget : root.findChildren<QWidget*>()) {
    if (!takes_keys(*widget) || !stands_alone(*widget)) continue;
    EXPECT_FALSE(spoken_name(*widget).trimmed().isEmpty()) << described(*widget).toStdString();
  }
}

// Labels whose accessible name hides their visible text.
void expect_labels_to_be_heard(QWidget& root) {
  for (QLabel* label : root.findChildren<QLabel*>()) {
    if (label->text().isEmpty()) continue;
    EXPECT_TRUE(label->accessibleName().isEmpty())
        << described(*label).toStdString() << " says \"" << label->accessibleName().toStdString()
        << "\" instead of \"" << label->text().toStdString() << "\"";
  }
}

// Tab leads through all of them and back to the first.
void expect_tab_to_reach_all(QWidget& window, QWidget& first) {
  std::set<QWidget*> reached;
  QWidget* widget = &first;
  do {
    if (takes_keys(*widget)) reached.insert(widget);
    widget = widget->nextInFocusChain();
  } while (widget != &first && reached.size() < 1000);
  for (QWidget* candidate : window.findChildren<QWidget*>()) {
    if (!takes_keys(*candidate) || candidate->focusProxy()) continue;
    EXPECT_TRUE(reached.contains(candidate)) << described(*candidate).toStdString();
  }
}

class Accessibility : public testing::Test {
 protected:
  Accessibility() {
    QSettings().clear();
    window.resize(1400, 900);
    window.show();
    pages = window.findChild<QTabWidget*>();
  }

  MainWindow window{Settings{}};
  QTabWidget* pages = nullptr;
};

TEST_F(Accessibility, EveryControlOfEveryPageHasAName) {
  ASSERT_GE(pages->count(), 4);
  for (int page = 0; page < pages->count(); ++page) {
    pages->setCurrentIndex(page);
    SCOPED_TRACE(pages->tabText(page).toStdString());
    for (QTabWidget* inner : pages->currentWidget()->findChildren<QTabWidget*>()) {
      for (int tab = 0; tab < inner->count(); ++tab) {
        inner->setCurrentIndex(tab);
        QCoreApplication::processEvents();
        expect_names(window);
      }
    }
    expect_names(window);
    expect_labels_to_be_heard(window);
  }
}

TEST_F(Accessibility, TabReachesEveryControl) {
  for (int page = 0; page < pages->count(); ++page) {
    pages->setCurrentIndex(page);
    SCOPED_TRACE(pages->tabText(page).toStdString());
    expect_tab_to_reach_all(window, *pages);
  }
}

TEST_F(Accessibility, DialogsHaveNamesToo) {
  Annotation piece;
  piece.duration = 10;
  SettingsDialog settings{Settings{}};
  ExportDialog exporting(piece, "/tmp/piece");
  ShortcutSheet sheet(*window.menuBar());
  SongDetailsDialog details(piece);
  for (QDialog* dialog : std::initializer_list<QDialog*>{&settings, &exporting, &sheet, &details}) {
    dialog->show();
    SCOPED_TRACE(dialog->windowTitle().toStdString());
    EXPECT_FALSE(dialog->windowTitle().isEmpty());
    expect_names(*dialog);
    expect_labels_to_be_heard(*dialog);
    dialog->close();
  }
}

// 1280 x 720 is the smallest screen sold.
TEST_F(Accessibility, WindowFitsASmallScreen) {
  for (int page = 0; page < pages->count(); ++page) {
    const QSize least = pages->widget(page)->minimumSizeHint();
    EXPECT_LE(least.width(), 960) << pages->tabText(page).toStdString();
    EXPECT_LE(least.height(), 600) << pages->tabText(page).toStdString();
  }
  pages->setCurrentIndex(0);
  QCoreApplication::processEvents();
  EXPECT_LE(window.minimumSizeHint().width(), 1280);
  EXPECT_LE(window.minimumSizeHint().height(), 700);
}

// Every menu entry has a text, and no two enabled entries have the same shortcut.
TEST_F(Accessibility, NoKeyIsTwice) {
  std::map<QString, QString> taken;
  for (QAction* action : window.findChildren<QAction*>()) {
    for (const QKeySequence& keys : action->shortcuts()) {
      const auto [other, fresh] = taken.emplace(keys.toString(), action->text());
      EXPECT_TRUE(fresh || other->second == action->text())
          << keys.toString().toStdString() << ": " << other->second.toStdString() << " and "
          << action->text().toStdString();
    }
  }
  EXPECT_GT(taken.size(), 40u);
}

}  // namespace
}  // namespace tactus::ui
