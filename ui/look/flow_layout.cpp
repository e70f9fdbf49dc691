#include "ui/look/flow_layout.h"

#include <QHBoxLayout>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "ui/look/theme.h"

namespace tactus::ui {

FlowLayout::~FlowLayout() {
  qDeleteAll(items_);
}

void FlowLayout::addGroup(const QList<QWidget*>& widgets) {
  auto* group = new QWidget(widgets.front()->parentWidget());
  auto* row = new QHBoxLayout(group);
  row->setContentsMargins(0, 0, kGrid, 0);
  row->setSpacing(kGrid);
  for (QWidget* widget : widgets) row->addWidget(widget);
  addWidget(group);
}

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const {
  QSize least;
  for (const QLayoutItem* item : items_)
    if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return least.grownBy(margins);
}

QSize FlowLayout::sizeHint() const {
  QSize row;
  for (const QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    row = {row.width() + size.width() + (row.isNull() ? 0 : spacing()),
           std::max(row.height(), size.height())};
  }
  return row.grownBy(contentsMargins());
}

int FlowLayout::heightForWidth(int width) const {
  return arrange(QRect(0, 0, width, 0), false);
}

void FlowLayout::setGeometry(const QRect& place) {
  QLayout::setGeometry(place);
  arrange(place, true);
}

int FlowLayout::arrange(const QRect& place, bool move) const {
  const QRect inside = place.marginsRemoved(contentsMargins());
  QList<std::pair<QLayoutItem*, QRect>> row;
  int x = inside.left(), top = inside.top(), height = 0;
  const auto end_row = [&] {
    if (move)
      for (const auto& [item, box] : row)
        item->setGeometry(box.translated(0, (height - box.height()) / 2));
    row.clear();
  };
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint().boundedTo({std::max(1, inside.width()), QWIDGETSIZE_MAX});
    if (x > inside.left() && x + size.width() > inside.right() + 1) {
      end_row();
      x = inside.left();
      top += height + spacing();
      height = 0;
    }
    row.append({item, QRect(QPoint(x, top), size)});
    x += size.width() + spacing();
    height = std::max(height, size.height());
  }
  end_row();
  return top + height - place.top() + contentsMargins().bottom();
}

}  // namespace tactus::ui
