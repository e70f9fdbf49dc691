// The scores of `tactus eval` for the open piece against its reference, kept up to date while it is
// edited.
#pragma once

#include <QLabel>
#include <QTimer>

#include "ui/document/annotation_document.h"

namespace tactus::ui {

class ScorePanel : public QLabel {
  Q_OBJECT

 public:
  // The document must outlive the panel. Hidden while there is no reference.
  explicit ScorePanel(AnnotationDocument& document, QWidget* parent = nullptr);

 private:
  void refresh();

  AnnotationDocument& document_;
  QTimer delay_;  // a drag changes the annotation often: it is scored when it rests
};

// "Beats: F 0.912, CMLt 0.850 ..." of the scores that people look at first.
QString score_text(const Annotation& reference, const Annotation& estimate);

}  // namespace tactus::ui
