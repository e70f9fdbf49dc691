#include "ui/library/mark_delegate.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/library/library_model.h"
#include "ui/look/theme.h"

namespace tactus::ui {
int MarkDelegate::starAt(const QRect& cell, int x) {
  return std::clamp((x - cell.left() - kGrid) / kStarWidth + 1, 0, kMostStars);
}

void MarkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyleOptionViewItem cell(option);
  initStyleOption(&cell, index);
  const QString text = std::exchange(cell.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  const bool selected = cell.state.testFlag(QStyle::State_Selected);
  painter->save();
  if (index.column() == LibraryModel::kRating) {
    const QColor full = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    for (int star = 0; star < kMostStars; ++star) {
      const QRect place(cell.rect.left() + kGrid + star * kStarWidth, cell.rect.top(), kStarWidth,
                        cell.rect.height());
      const bool has = star < text.size();
      painter->setPen(has || selected ? full : theme().muted);
      painter->drawText(place, Qt::AlignCenter, QChar(has ? 0x2605 : 0x00B7));
    }
  } else if (const SongColour* colour =
                 song_colour_named(index.data(Qt::UserRole).toString().toStdString())) {
    constexpr int kSwatch = 12;
    const QRect swatch(cell.rect.left() + kGrid, cell.rect.center().y() - kSwatch / 2, kSwatch,
                       kSwatch);
    painter->fillRect(swatch, QColor(colour->rgb));
    painter->setPen(cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    const QRect rest = cell.rect.adjusted(kSwatch + 2 * kGrid, 0, 0, 0);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  painter->restore();
}

bool MarkDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                               const QStyleOptionViewItem& option, const QModelIndex& index) {
  const auto* mouse = event->type() == QEvent::MouseButtonRelease
                          ? static_cast<const QMouseEvent*>(event)
                          : nullptr;
  if (!mouse || mouse->button() != Qt::LeftButton ||
      mouse->modifiers().testAnyFlags(Qt::ShiftModifier | Qt::ControlModifier))
    return QStyledItemDelegate::editorEvent(event, model, option, index);
  if (index.column() == LibraryModel::kColour) {
    emit colourWanted(index.row());
    return true;
  }
  const int stars = starAt(option.rect, mouse->position().toPoint().x());
  const int before = static_cast<int>(index.data(Qt::DisplayRole).toString().size());
  emit starsChosen(index.row(), stars == before ? 0 : stars);
  return true;
}

}  // namespace tactus::ui
