// A small popup in which a chord is named: typed with completion and validation, or picked from
// what the network thinks is likely.
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QListWidget;

namespace tactus::ui {

class AnnotationEditor;

// What the person typed as a label for the file: "Dm7b5" -> "D:hdim7". Empty, with the reason, for
// what is no chord.
QString chord_label_from_text(const QString& text, QString* reason);

class ChordEntry : public QFrame {
  Q_OBJECT

 public:
  // The editor must outlive the popup.
  explicit ChordEntry(AnnotationEditor& editor, QWidget* parent);

  // Opens below or above a part of a lane, given in coordinates of the screen; `begin` is typed
  // already.
  void ask(const QRect& lane, const QString& begin);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPoint placeBeside(const QRect& lane) const;
  void fillAlternatives();
  void validate();
  void accept();

  AnnotationEditor& editor_;
  QLineEdit* line_;
  QLabel* fault_;
  QListWidget* alternatives_;
};

}  // namespace tactus::ui
