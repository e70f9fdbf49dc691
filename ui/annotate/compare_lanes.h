// The lanes of the comparisons: one for each, with its scores, in the order in which they were
// added.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>

#include "ui/document/annotation_document.h"

namespace tactus::ui {

class ComparisonHeader;
class ComparisonLane;
class LaneStack;

class CompareLanes : public QObject {
  Q_OBJECT

 public:
  // All must outlive this object.
  CompareLanes(AnnotationDocument& document, TimeAxis& axis, LaneStack& stack,
               QObject* parent = nullptr);

  void setSymbols(bool on);
  // nullptr for an unknown number.
  ComparisonLane* lane(int id) const;
  ComparisonHeader* header(int id) const;

 public slots:
  void showProgress(int id, double done);

 signals:
  void menuWanted(int id, const QPoint& place);  // on the screen

 private:
  struct Row {
    ComparisonLane* lane;
    ComparisonHeader* header;
  };
  void followList();
  void add(const Comparison& comparison);
  void showStates();
  void score();

  AnnotationDocument& document_;
  TimeAxis& axis_;
  LaneStack& stack_;
  std::map<int, Row> rows_;
  QTimer delay_;  // a drag changes the annotation often; scores follow when it pauses
  bool symbols_ = true;
};

}  // namespace tactus::ui
