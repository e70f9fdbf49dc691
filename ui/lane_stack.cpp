#include "ui/lane_stack.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/theme.h"
#include "ui/timeline_view.h"

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
  lanes_.push_back({name, lane, row, height});
  row->setVisible(shown);
  giveHeight(lanes_.back());
  emit lanesChanged();
}

// Before the window is shown all lanes have the heights they ask for, later the others keep theirs.
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

TimelineView* LaneStack::lane(const QString& name) const {
  const Lane* found = find(name);
  return found ? found->view : nullptr;
}

void LaneStack::setLaneShown(const QString& name, bool shown) {
  const Lane* found = find(name);
  if (!found || found->row->isHidden() != shown) return;
  found->row->setVisible(shown);
  if (shown) giveHeight(*found);
  emit lanesChanged();
}

bool LaneStack::isLaneShown(const QString& name) const {
  const Lane* found = find(name);
  return found && !found->row->isHidden();
}

}  // namespace tactus::ui
