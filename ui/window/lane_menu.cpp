#include "ui/window/lane_menu.h"

#include <QSettings>

#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

constexpr int kSaveAfterMs = 500;

QString wanted_key(const QString& lane) {
  return QStringLiteral("lanes/%1/wanted").arg(lane);
}
QString height_key(const QString& lane) {
  return QStringLiteral("lanes/%1/height").arg(lane);
}

}  // namespace

LaneMenu::LaneMenu(LaneStack& stack, QWidget* parent) : QMenu(tr("&Lanes"), parent), stack_(stack) {
  restore();
  fill();
  save_soon_.setSingleShot(true);
  save_soon_.setInterval(kSaveAfterMs);
  connect(&save_soon_, &QTimer::timeout, this, &LaneMenu::save);
  connect(&stack_, &LaneStack::lanesChanged, this, [this] {
    const qsizetype others = below_ ? 2 : 0;  // with the line above it
    if (actions().size() != std::ssize(stack_.lanes()) + others) fill();
  });
  connect(&stack_, &LaneStack::lanesChanged, &save_soon_, qOverload<>(&QTimer::start));
  connect(&stack_, &LaneStack::splitterMoved, &save_soon_, qOverload<>(&QTimer::start));
}

void LaneMenu::setBelow(QMenu* menu) {
  below_ = menu;
  fill();
}

void LaneMenu::fill() {
  clear();
  for (const LaneStack::Lane& lane : stack_.lanes()) {
    QAction* action = addAction(lane.view->title());
    action->setCheckable(true);
    action->setChecked(stack_.isLaneShown(lane.name));
    // Only what the user does: a lane that goes for want of content stays wanted.
    connect(action, &QAction::triggered, this,
            [this, name = lane.name](bool on) { stack_.setLaneShown(name, on); });
    connect(&stack_, &LaneStack::lanesChanged, action,
            [this, action, name = lane.name] { action->setChecked(stack_.isLaneShown(name)); });
  }
  if (!below_) return;
  addSeparator();
  addMenu(below_);
}

void LaneMenu::restore() {
  const QSettings settings;
  QList<int> heights;
  for (const LaneStack::Lane& lane : stack_.lanes()) {
    heights.append(settings.value(height_key(lane.name), lane.height).toInt());
    stack_.setLaneWanted(lane.name, settings.value(wanted_key(lane.name), lane.wanted).toBool());
  }
  stack_.setSizes(heights);
}

void LaneMenu::save() {
  QSettings settings;
  const QList<int> heights = stack_.sizes();
  for (qsizetype i = 0; i < std::ssize(stack_.lanes()); ++i) {
    const LaneStack::Lane& lane = stack_.lanes()[static_cast<std::size_t>(i)];
    if (lane.header) continue;
    settings.setValue(wanted_key(lane.name), lane.wanted);
    if (stack_.isLaneShown(lane.name) && i < heights.size() && heights[i] > 0) {
      settings.setValue(height_key(lane.name), heights[i]);
    }
  }
}

}  // namespace tactus::ui
