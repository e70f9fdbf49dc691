#include "ui/timeline/lane_stack.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/look/theme.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

namespace {

constexpr int kGrowingHeight = 100;  // pixels
constexpr int kLeastGrown = 48;      // of lanes that share the remaining space
constexpr int kLeastLow = 32;        // of the others

QLabel* title_label(const TimelineView& lane) {
  auto* label = new QLabel(lane.title());
  label->setWordWrap(true);
  label->setMargin(kGrid);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  return label;
}

}  // namespace

LaneStack::LaneStack(QWidget* parent) : QSplitter(Qt::Vertical, parent) {
  setChildrenCollapsible(false);
  setHandleWidth(kGrid);
}

void LaneStack::addLane(const QString& name, TimelineView* lane, int height, bool shown,
                        QWidget* header) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  QWidget* left = header ? header : title_label(*lane);
  left->setFixedWidth(kLabelWidth);
  left->setCursor(Qt::PointingHandCursor);
  left->installEventFilter(this);
  layout->addWidget(left);
  layout->addWidget(lane, 1);
  const int name_height =
      header ? header->minimumSizeHint().height() : left->heightForWidth(kLabelWidth);
  row->setMinimumHeight(std::max(lane->minimumSizeHint().height(), name_height));
  addWidget(row);
  setStretchFactor(indexOf(row), height >= kGrowingHeight ? 1 : 0);
  lanes_.push_back({name, lane, row, height, shown, true, header});
  row->setVisible(shown);
  giveHeight(lanes_.back());
  updateGeometry();
  emit lanesChanged();
}

void LaneStack::removeLane(const QString& name) {
  const auto found = std::ranges::find(lanes_, name, &Lane::name);
  if (found == lanes_.end()) return;
  QWidget* row = found->row;
  const bool had_keys = hasKeys(*row);
  delete found->view;  // before what it uses
  lanes_.erase(found);
  row->setParent(parentWidget());
  row->deleteLater();  // its own button may be the caller
  if (had_keys) takeKeys();
  updateGeometry();
  emit lanesChanged();
}

QSize LaneStack::minimumSizeHint() const {
  int height = 0;
  for (const Lane& lane : lanes_) {
    if (lane.row->isHidden()) continue;
    const int least =
        lane.height >= kGrowingHeight ? kLeastGrown : std::min(lane.height, kLeastLow);
    height += std::max(least, lane.row->minimumHeight()) + handleWidth();
  }
  return {QSplitter::minimumSizeHint().width(), height};
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
  const bool had_keys = hasKeys(*lane.row);
  lane.row->setVisible(shown);
  if (shown) giveHeight(lane);
  if (!shown && had_keys) takeKeys();
  updateGeometry();
}

bool LaneStack::hasKeys(const QWidget& row) const {
  const QWidget* focus = window()->focusWidget();
  return focus && row.isAncestorOf(focus);
}

TimelineView* LaneStack::laneOfKeys() const {
  const auto is_shown = [](const Lane& lane) { return !lane.row->isHidden(); };
  const auto had_keys = [&, last = focusWidget()](const Lane& lane) {
    return lane.view == last && is_shown(lane);
  };
  auto found = std::ranges::find_if(lanes_, had_keys);
  if (found == lanes_.end()) found = std::ranges::find_if(lanes_, is_shown);
  return found == lanes_.end() ? nullptr : found->view;
}

void LaneStack::takeKeys() {
  TimelineView* lane = laneOfKeys();
  (lane ? static_cast<QWidget*>(lane) : this)->setFocus();
}

void LaneStack::explain(TimelineView& lane) {
  show_help(lane, lane.mapToGlobal(QPoint(kGrid, kGrid)), lane.title(), lane.help());
}

// Pointing at a name says what its lane shows; a click keeps it on the screen.
bool LaneStack::eventFilter(QObject* name, QEvent* event) {
  const bool tip = event->type() == QEvent::ToolTip;
  const bool click = event->type() == QEvent::MouseButtonRelease &&
                     static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
  if (!tip && !click) return QSplitter::eventFilter(name, event);
  const auto row = std::ranges::find(lanes_, name->parent(), &Lane::row);
  if (row == lanes_.end() || row->view->help().empty()) return QSplitter::eventFilter(name, event);
  if (click) {
    explain(*row->view);
  } else {
    const QString own = static_cast<QWidget*>(name)->toolTip().toHtmlEscaped();
    const QString html = help_html(row->view->title(), row->view->help());
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                       own.isEmpty() ? html : QString(own).replace('\n', "<br>") + "<hr>" + html);
  }
  return true;
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
