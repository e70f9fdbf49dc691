// Widgets in a row that continues in further rows where the width ends, as words do. In each row
// they are centred vertically.
#pragma once

#include <QLayout>
#include <QList>

namespace tactus::ui {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
  ~FlowLayout() override;

  // Widgets that stay together, and away from those after them. At least one.
  void addGroup(const QList<QWidget*>& widgets);
  void addItem(QLayoutItem* item) override { items_.append(item); }
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override { return items_.value(index); }
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  // The widest item, and all of them in one row.
  QSize minimumSize() const override;
  QSize sizeHint() const override;
  void setGeometry(const QRect& place) override;

 private:
  int arrange(const QRect& place, bool move) const;  // returns the height

  QList<QLayoutItem*> items_;
};

}  // namespace tactus::ui
