// A small popup in which a chord, key or section is named: typed with completion and validation, or
// picked from what is likely there.
#pragma once

#include <QFrame>

#include "model/annotation.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace tactus::ui {

class AnnotationEditor;

class SegmentEntry : public QFrame {
  Q_OBJECT

 public:
  enum class Purpose { kName, kBegin };  // of the segment here, of a new one at the cursor

  // The editor must outlive the popup.
  explicit SegmentEntry(AnnotationEditor& editor, QWidget* parent);

  // Opens below or above a part of a lane, given in coordinates of the screen; `begin` is typed
  // already.
  void ask(SegmentLayer layer, Purpose purpose, const QRect& lane, const QString& begin = {});

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPoint placeBeside(const QRect& lane) const;
  void complete();
  void fillProposals();
  void validate();
  void accept();
  QString label() const;  // empty = what stands in the line is none

  AnnotationEditor& editor_;
  SegmentLayer layer_ = SegmentLayer::kChords;
  Purpose purpose_ = Purpose::kName;
  QLineEdit* line_;
  QLabel* fault_;
  QListWidget* proposals_;
};

}  // namespace tactus::ui
