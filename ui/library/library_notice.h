// What stands on the Library page while there is no table: what the page is for, or why the index
// cannot be read and what to do.
#pragma once

#include <QFrame>

#include "ui/library/library_answer.h"

class QLabel;
class QPushButton;

namespace tactus::ui {

class LibraryNotice : public QFrame {
  Q_OBJECT

 public:
  explicit LibraryNotice(QWidget* parent = nullptr);

  // Of an answer without songs.
  void explain(const LibraryAnswer& answer);
  void setBusy(bool busy);  // folders are being added

 signals:
  void folderWanted();

 private:
  QLabel* text_;
  QPushButton* add_;
};

}  // namespace tactus::ui
