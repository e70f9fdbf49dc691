// Title, artist and album of the open song, to be read and changed; what else is known of it stands
// below.
#pragma once

#include <QDialog>

#include "model/annotation.h"

class QLineEdit;

namespace tactus::ui {

class SongDetailsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SongDetailsDialog(const Annotation& annotation, QWidget* parent = nullptr);

  // The annotation with the names as they stand in the fields, without blanks around them.
  Annotation changed() const;

 private:
  Annotation given_;
  QLineEdit* title_;
  QLineEdit* artist_;
  QLineEdit* album_;
};

}  // namespace tactus::ui
