// The page on which one piece is seen, heard and corrected: the lanes and what stands around them.
#pragma once

#include <QWidget>

namespace tactus::ui {

class AnnotationDocument;
class LaneStack;
class TimeAxis;

class AnnotatePage : public QWidget {
  Q_OBJECT

 public:
  explicit AnnotatePage(QWidget* parent = nullptr);

  AnnotationDocument& document() const { return *document_; }
  TimeAxis& axis() const { return *axis_; }
  LaneStack& lanes() const { return *lanes_; }

 private:
  void buildLanes();  // all lanes from top to bottom; a lane is one line here

  AnnotationDocument* document_;
  TimeAxis* axis_;
  LaneStack* lanes_;
};

}  // namespace tactus::ui
