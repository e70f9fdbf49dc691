// Lanes stacked in a vertical splitter, each with its title in a label column at the left. All
// lanes have the same width and share the time axis.
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
  // ("beats"); `height` is its first height in pixels. Lanes of 100 pixels or more share the
  // remaining space; lower ones keep their height.
  // A `header` stands in place of the title; such a lane belongs to one song, and no settings are
  // kept for it.
  void addLane(const QString& name, TimelineView* lane, int height, bool shown = true,
               QWidget* header = nullptr);
  void removeLane(const QString& name);  // and deletes it

  struct Lane {
    QString name;
    TimelineView* view;
    QWidget* row;  // label and view
    int height;    // height when shown, pixels
    bool wanted;   // by the user; an empty lane is hidden anyway
    bool filled;
    QWidget* header;  // null = the title
  };
  const std::vector<Lane>& lanes() const { return lanes_; }
  // nullptr for an unknown name.
  TimelineView* lane(const QString& name) const;
  // The user shows the lane, even while it is empty, or hides it.
  void setLaneShown(const QString& name, bool shown);
  // The same for a lane with content.
  void setLaneWanted(const QString& name, bool wanted);
  // Tells whether the lane has content (default: yes). When that changes, a wanted lane appears or
  // disappears.
  void setLaneFilled(const QString& name, bool filled);
  void hideEmptyLanes();
  bool isLaneShown(const QString& name) const;
  bool isLaneWanted(const QString& name) const;
  // Gives the keyboard to the lane that had it last; if that one is hidden, to the first shown.
  void takeKeys();
  // Explains a lane beside its name, as a click on the name does.
  void explain(TimelineView& lane);
  // The lane that has the keyboard, else the one that had it last; nullptr if none is shown.
  TimelineView* laneOfKeys() const;
  // Below this height, a scroll area around the stack scrolls.
  QSize minimumSizeHint() const override;

 signals:
  void lanesChanged();  // added, shown, hidden or wanted

 protected:
  bool eventFilter(QObject* name, QEvent* event) override;  // of titles and headers

 private:
  const Lane* find(const QString& name) const;
  Lane* find(const QString& name);
  void showRow(const Lane& lane, bool shown);
  void giveHeight(const Lane& lane);
  bool hasKeys(const QWidget& row) const;

  std::vector<Lane> lanes_;
};

}  // namespace tactus::ui
