// Asks for a bar or a time of the song, and says while a person types where that is.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "model/annotation.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace tactus::ui {

class PlaceDialog : public QDialog {
  Q_OBJECT

 public:
  // `duration`: of the song in seconds.
  PlaceDialog(std::vector<Beat> beats, double duration, QWidget* parent = nullptr);

  // Seconds, within the song; nothing while the text names no place of it.
  std::optional<double> place() const { return place_; }

 private:
  void read();
  QString fault() const;

  std::vector<Beat> beats_;
  double duration_;
  std::optional<double> place_;
  QLineEdit* line_;
  QLabel* meaning_;
  QPushButton* go_;
};

}  // namespace tactus::ui
