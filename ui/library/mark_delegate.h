// The cells of stars and colours in the table of the library: a click on a star gives so many, the
// same again none; a click on a colour asks for one.
#pragma once

#include <QStyledItemDelegate>

#include "app/collection/song_marks.h"

namespace tactus::ui {

class MarkDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  static constexpr int kStarWidth = 15;  // pixels
  static constexpr int kStarsWidth = kMostStars * kStarWidth + 8;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 signals:
  void starsChosen(int row, int stars);
  void colourWanted(int row);

 private:
  static int starAt(const QRect& cell, int x);
};

}  // namespace tactus::ui
