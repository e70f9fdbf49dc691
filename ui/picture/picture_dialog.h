// Asks for lanes, part, width and colours of a picture of the song, shows it, and saves it.
#pragma once

#include <QDialog>

#include "ui/picture/song_picture.h"

class QComboBox;
class QLabel;
class QListWidget;
class QSpinBox;

namespace tactus::ui {

class PictureDialog : public QDialog {
  Q_OBJECT

 public:
  // The lanes of `stack` that are shown can be chosen. `stem`: the proposed path of the file,
  // without suffix; `title`: the name of the song. Stack and axis must outlive the dialog.
  PictureDialog(const LaneStack& stack, const TimeAxis& axis, const QString& stem,
                const QString& title, QWidget* parent = nullptr);

  SongPicture chosen() const;
  QString saved() const { return saved_; }  // the file; empty = none

 public slots:
  void accept() override;  // asks for the file; its ending, .png or .svg, decides on the format

 private:
  void addParts(const TimeAxis& axis);
  void refresh();
  bool accepts_unfinished(const QStringList& lanes);  // asks if there are any

  const LaneStack& stack_;
  QString stem_, title_, saved_;
  QListWidget* lanes_;
  QComboBox* part_;
  QSpinBox* width_;
  QComboBox* colours_;
  QLabel* preview_;
  QPushButton* save_;
};

}  // namespace tactus::ui
