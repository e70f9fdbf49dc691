#include "ui/window/dock_folding.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QKeySequence>
#include <QMainWindow>
#include <algorithm>

namespace tactus::ui {
namespace {

// Pixels.
constexpr int kLeastPage = 640;    // width beside the panels
constexpr int kLeastHeight = 660;  // of a window with panels above each other
constexpr int kFoldedWidth = 270;

}  // namespace

DockFolding::DockFolding(QMainWindow& window)
    : QObject(&window), window_(window), docks_(window.findChildren<QDockWidget*>()) {
  window_.installEventFilter(this);
  for (const QDockWidget* dock : docks_)
    connect(dock, &QDockWidget::visibilityChanged, this, &DockFolding::refresh,
            Qt::QueuedConnection);
}

bool DockFolding::eventFilter(QObject* window, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) refresh();
  return QObject::eventFilter(window, event);
}

Qt::DockWidgetArea DockFolding::homeOf(QDockWidget& dock) const {
  return fold_ == Fold::kNone ? window_.dockWidgetArea(&dock) : homes_.value(&dock);
}

// Floating panels cover only what a person wants.
QList<QDockWidget*> DockFolding::sideDocks() const {
  QList<QDockWidget*> found;
  for (QDockWidget* dock : docks_) {
    const Qt::DockWidgetArea home = homeOf(*dock);
    const bool side = home == Qt::LeftDockWidgetArea || home == Qt::RightDockWidgetArea;
    if (side && !dock->isFloating()) found.append(dock);
  }
  return found;
}

DockFolding::Fold DockFolding::wanted(const QList<QDockWidget*>& shown) const {
  QHash<Qt::DockWidgetArea, int> columns;
  for (QDockWidget* dock : shown) {
    int& width = columns[homeOf(*dock)];
    width = std::max({width, dock->minimumSizeHint().width(), dock->minimumWidth()});
  }
  int needed = kLeastPage;
  for (const int width : columns) needed += width;
  if (window_.width() < needed) return Fold::kNarrow;
  return window_.height() < kLeastHeight ? Fold::kLow : Fold::kNone;
}

void DockFolding::refresh() {
  if (applying_ || !window_.isVisible()) return;
  QList<QDockWidget*> shown = sideDocks();
  shown.removeIf([](const QDockWidget* dock) { return dock->isHidden(); });
  if (!shown.isEmpty()) apply(wanted(shown));  // another page: they come back as they were
}

void DockFolding::unfold() {
  apply(Fold::kNone);
}

// Which panels a person has hidden stays.
void DockFolding::apply(Fold fold) {
  if (fold == fold_) return;
  applying_ = true;
  QHash<QDockWidget*, bool> hidden;
  for (QDockWidget* dock : docks_) hidden[dock] = dock->isHidden();
  const QList<QDockWidget*> side = sideDocks();
  if (fold_ == Fold::kNone) {
    for (QDockWidget* dock : docks_) homes_[dock] = window_.dockWidgetArea(dock);
    unfolded_ = window_.saveState();
  } else {
    window_.restoreState(unfolded_);
  }
  fold_ = fold;
  if (fold == Fold::kNarrow && !side.isEmpty()) {
    for (QDockWidget* dock : side) window_.addDockWidget(Qt::RightDockWidgetArea, dock);
    stack(side);
    window_.resizeDocks({side.front()}, {kFoldedWidth}, Qt::Horizontal);
  } else if (fold == Fold::kLow) {
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
      QList<QDockWidget*> column = side;
      column.removeIf([&](QDockWidget* dock) { return homes_.value(dock) != area; });
      stack(column);
    }
  }
  for (QDockWidget* dock : docks_) dock->setHidden(hidden.value(dock));
  // The first is in front.
  if (fold != Fold::kNone)
    for (auto dock = side.rbegin(); dock != side.rend(); ++dock)
      if (!hidden.value(*dock)) (*dock)->raise();
  applying_ = false;
}

// As tabs.
void DockFolding::stack(const QList<QDockWidget*>& docks) {
  for (qsizetype i = 1; i < docks.size(); ++i) window_.tabifyDockWidget(docks.front(), docks[i]);
}

void DockFolding::toggle(QDockWidget& dock) {
  const bool in_front = dock.isVisible() && !dock.visibleRegion().isEmpty();
  dock.setVisible(!in_front);
  if (!in_front) dock.raise();
}

QAction* DockFolding::toggleAction(QDockWidget& dock, const QKeySequence& keys) {
  auto* action = new QAction(dock.windowTitle(), &dock);
  action->setShortcut(keys);
  action->setCheckable(true);
  action->setChecked(!dock.isHidden());
  connect(dock.toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  connect(action, &QAction::triggered, &dock, [&dock, action] {
    toggle(dock);
    action->setChecked(!dock.isHidden());
  });
  return action;
}

}  // namespace tactus::ui
