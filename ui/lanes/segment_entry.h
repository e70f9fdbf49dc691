// A small popup that names a chord, key or section. The user types with completion and validation,
// or picks a likely label.
#pragma once

#include <QFrame>
#include <QRect>
#include <QStringList>
#include <optional>

#include "model/annotation.h"
#include "ui/document/time_axis.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace tactus::ui {

class AnnotationEditor;

class SegmentEntry : public QFrame {
  Q_OBJECT

 public:
  enum class Purpose { kName, kBegin };  // name the segment here, or start one at the cursor

  // The editor must outlive the popup.
  explicit SegmentEntry(AnnotationEditor& editor, QWidget* parent);

  // Opens below or above a part of a lane, in screen coordinates. `begin` is the text already
  // typed.
  void ask(SegmentLayer layer, Purpose purpose, const QRect& lane, const QString& begin = {});
  // Words below the line, until they are changed; empty for none.
  void setHint(const QString& text);
  // Names the chord of a span, whatever is selected. The popup shows and reads all chords
  // `semitones` above those of the annotation.
  void askForChord(const TimeSpan& span, int semitones, const QRect& place,
                   const QString& begin = {});

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void open(const QString& text, const QRect& lane, const QString& begin);
  QString moved(const QString& chord, int semitones) const;
  QString spanLabel() const;
  TimeSpan proposalSpan() const;
  QPoint placeBeside(const QRect& lane) const;
  void complete();
  void completeLine();
  void fillProposals();  // those that begin with what was typed
  void propose(const QString& label, const QString& text);
  void validate();
  void accept();
  QString label() const;  // empty = the line contains no label

  AnnotationEditor& editor_;
  SegmentLayer layer_ = SegmentLayer::kChords;
  Purpose purpose_ = Purpose::kName;
  std::optional<TimeSpan> span_;  // of askForChord()
  int semitones_ = 0;
  QRect lane_;            // that it opens beside
  QStringList words_;     // completions
  bool erasing_ = false;  // the last key was Backspace or Delete
  QLineEdit* line_;
  QLabel* fault_;
  QLabel* hint_;
  QListWidget* proposals_;
};

}  // namespace tactus::ui
