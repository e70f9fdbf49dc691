// The scores of `tactus eval` for the open song against the chosen comparison, updated after each
// edit.
#pragma once

#include <QLabel>
#include <QTimer>
#include <optional>

#include "ui/document/annotation_document.h"

namespace tactus::ui {

class ScorePanel : public QLabel {
  Q_OBJECT

 public:
  // The document must outlive the panel. Hidden without a comparison.
  explicit ScorePanel(AnnotationDocument& document, QWidget* parent = nullptr);

 private:
  void refresh();

  AnnotationDocument& document_;
  QTimer delay_;  // a drag changes the annotation often; scores follow when it pauses
};

// "Beats: F 0.912, CMLt 0.850 ...": a short text of the most used scores.
QString score_text(const Annotation& reference, const Annotation& estimate);

// The F-measure of the beats and the majmin score of the chords; nothing without the layer.
struct ShortScores {
  std::optional<double> beats;
  std::optional<double> chords;
};
ShortScores short_scores(const Annotation& reference, const Annotation& estimate);

}  // namespace tactus::ui
