// The lanes of one's own that the song has, one view each, below all others.
#pragma once

#include <QObject>
#include <map>
#include <optional>

#include "ui/document/annotation_editor.h"

namespace tactus::ui {

class LaneStack;
class UserLaneHeader;
class UserLaneView;

class UserLanes : public QObject {
  Q_OBJECT

 public:
  // Both must outlive this object.
  UserLanes(AnnotationEditor& editor, LaneStack& stack, QObject* parent = nullptr);

  UserLaneView* view(const QString& name) const;  // nullptr: the song has no such lane

 public slots:
  // Asks for the label of an item, by default of the current one.
  void askForLabel(std::optional<std::size_t> lane = {}, std::size_t item = 0);
  void askForName(std::size_t lane);

 signals:
  void menuWanted(std::size_t lane, const QPoint& place);  // on the screen

 private:
  struct Row {
    UserLaneView* view;
    UserLaneHeader* header;
  };
  void follow();
  void add(const UserLane& lane);
  void showHeaders();
  std::optional<std::size_t> lane(const QString& name) const;

  AnnotationEditor& editor_;
  LaneStack& stack_;
  std::map<QString, Row> rows_;
};

}  // namespace tactus::ui
