// Keeps the side panels off the pages. In a window that is too narrow for panels beside the lanes,
// or too low for panels above each other, they share one place as tabs; in a larger window each
// has its own place back.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>

class QAction;
class QDockWidget;
class QKeySequence;
class QMainWindow;

namespace tactus::ui {

class DockFolding : public QObject {
  Q_OBJECT

 public:
  // Of the panels that the window has now. It outlives this object.
  explicit DockFolding(QMainWindow& window);

  enum class Fold { kNone, kLow, kNarrow };
  Fold fold() const { return fold_; }
  // Folds or unfolds for the size of the window and the panels that are shown; follows both itself.
  void refresh();
  // Gives each panel its own place back, for QMainWindow::saveState().
  void unfold();

  // Hides a panel that is in front of all others; else shows it and brings it there.
  static void toggle(QDockWidget& dock);
  // A checkable action that does so.
  static QAction* toggleAction(QDockWidget& dock, const QKeySequence& keys);

 protected:
  bool eventFilter(QObject* window, QEvent* event) override;

 private:
  QList<QDockWidget*> sideDocks() const;
  Qt::DockWidgetArea homeOf(QDockWidget& dock) const;
  Fold wanted(const QList<QDockWidget*>& shown) const;
  void apply(Fold fold);
  void stack(const QList<QDockWidget*>& docks);

  QMainWindow& window_;
  QList<QDockWidget*> docks_;
  QHash<QDockWidget*, Qt::DockWidgetArea> homes_;  // before they were folded
  Fold fold_ = Fold::kNone;
  bool applying_ = false;
  QByteArray unfolded_;  // state of the window before
};

}  // namespace tactus::ui
