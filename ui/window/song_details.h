// Title, artist and album of the open song in editable fields; other information is below.
#pragma once

#include <QDialog>

#include "model/annotation.h"

class QLineEdit;

namespace tactus::ui {

class SongDetailsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SongDetailsDialog(const Annotation& annotation, QWidget* parent = nullptr);

  // Returns the annotation with the names from the fields, trimmed.
  Annotation changed() const;

 private:
  Annotation given_;
  QLineEdit* title_;
  QLineEdit* artist_;
  QLineEdit* album_;
};

}  // namespace tactus::ui
