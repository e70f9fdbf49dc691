// Lanes one above the other in a vertical splitter, each with its title in a label column at the
// left. All lanes are equally wide and share the time axis.
#pragma once

#include <QSplitter>
#include <vector>

namespace tactus::ui {

class TimelineView;

class LaneStack : public QSplitter {
  Q_OBJECT

 public:
  static constexpr int kLabelWidth = 96;

  explicit LaneStack(QWidget* parent = nullptr);

  // Takes ownership of the lane and shows it at the bottom. `name` identifies it in the settings
  // ("beats"), `height` is what it gets at first, in pixels. Lanes of 100 pixels or more share what
  // is left over, lower ones keep their height.
  void addLane(const QString& name, TimelineView* lane, int height, bool shown = true);

  struct Lane {
    QString name;
    TimelineView* view;
    QWidget* row;  // label and view
    int height;    // what it gets when it is shown, pixels
  };
  const std::vector<Lane>& lanes() const { return lanes_; }
  // nullptr for an unknown name.
  TimelineView* lane(const QString& name) const;
  void setLaneShown(const QString& name, bool shown);
  bool isLaneShown(const QString& name) const;

 signals:
  void lanesChanged();  // added, shown or hidden

 private:
  const Lane* find(const QString& name) const;
  void giveHeight(const Lane& lane);

  std::vector<Lane> lanes_;
};

}  // namespace tactus::ui
