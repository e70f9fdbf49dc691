#include "ui/annotate_page.h"

#include <QVBoxLayout>

#include "ui/annotation_document.h"
#include "ui/lane_stack.h"
#include "ui/time_axis.h"

namespace tactus::ui {

AnnotatePage::AnnotatePage(QWidget* parent)
    : QWidget(parent),
      document_(new AnnotationDocument(this)),
      axis_(new TimeAxis(this)),
      lanes_(new LaneStack(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(lanes_);
  buildLanes();
}

void AnnotatePage::buildLanes() {}

}  // namespace tactus::ui
