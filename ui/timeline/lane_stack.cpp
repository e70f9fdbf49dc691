#include "ui/timeline/lane_stack.h"

#include <QHBoxLayout>
#include <QLabel>
#include <utility>

#include "ui/look/theme.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

namespace {

constexpr int kGrowingHeight = 100;  // pixels

}  // namespace

LaneStack::LaneStack(QWidget* parent) : QSplitter(Qt::Vertical, parent) {
  setChildrenCollapsible(false);
  setHandleWidth(kGrid);
}

void LaneStack::addLane(const QString& name, TimelineView* lane, int height, bool shown) {
  auto* row = new QWidget;
  auto* label = new QLabel(lane->title(), row);
  label->setFixedWidth(kLabelWidth);
  label->setWordWrap(true);
  label->setMargin(kGrid);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(label);
  layout->addWidget(lane, 1);
  row->setMinimumHeight(lane->minimumSizeHint().height());
  addWidget(row);
  setStretchFactor(indexOf(row), height >= kGrowingHeight ? 1 : 0);
  lanes_.push_back({name, lane, row, height, shown, true});
  row->setVisible(shown);
  giveHeight(lanes_.back());
  emit lanesChanged();
}

// Before the window is shown, all lanes get their requested heights; later, the other lanes keep
// theirs.
void LaneStack::giveHeight(const Lane& given) {
  const QList<int> now = sizes();
  QList<int> heights;
  for (const Lane& lane : lanes_) {
    const int present = now.value(indexOf(lane.row));
    heights.append(!isVisible() || &lane == &given ? lane.height : present);
  }
  setSizes(heights);
}

const LaneStack::Lane* LaneStack::find(const QString& name) const {
  for (const Lane& lane : lanes_) {
    if (lane.name == name) return &lane;
  }
  return nullptr;
}

LaneStack::Lane* LaneStack::find(const QString& name) {
  return const_cast<Lane*>(std::as_const(*this).find(name));
}

TimelineView* LaneStack::lane(const QString& name) const {
  const Lane* found = find(name);
  return found ? found->view : nullptr;
}

void LaneStack::showRow(const Lane& lane, bool shown) {
  if (lane.row->isHidden() != shown) return;
  lane.row->setVisible(shown);
  if (shown) giveHeight(lane);
}

void LaneStack::setLaneShown(const QString& name, bool shown) {
  Lane* found = find(name);
  if (!found || (found->wanted == shown && found->row->isHidden() != shown)) return;
  found->wanted = shown;
  showRow(*found, shown);
  emit lanesChanged();
}

void LaneStack::setLaneWanted(const QString& name, bool wanted) {
  Lane* found = find(name);
  if (!found || found->wanted == wanted) return;
  found->wanted = wanted;
  showRow(*found, wanted && found->filled);
  emit lanesChanged();
}

void LaneStack::setLaneFilled(const QString& name, bool filled) {
  Lane* found = find(name);
  if (!found || found->filled == filled) return;
  found->filled = filled;
  showRow(*found, found->wanted && filled);
  emit lanesChanged();
}

void LaneStack::hideEmptyLanes() {
  for (const Lane& lane : lanes_) {
    if (!lane.filled) showRow(lane, false);
  }
  emit lanesChanged();
}

bool LaneStack::isLaneShown(const QString& name) const {
  const Lane* found = find(name);
  return found && !found->row->isHidden();
}

bool LaneStack::isLaneWanted(const QString& name) const {
  const Lane* found = find(name);
  return found && found->wanted;
}

}  // namespace tactus::ui
