// Measures the output latency from taps with clicks, or sets it by hand.
#pragma once

#include <QDialog>
#include <memory>

#include "ui/playback/playback_mixer.h"
#include "ui/playback/tap_calibration.h"

class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace tactus::ui {

class AudioOutput;
class Player;

class LatencyDialog : public QDialog {
  Q_OBJECT

 public:
  static constexpr double kPeriod = 0.6;  // seconds between clicks: 100 a minute

  // Clicks use an output of the dialog. Accepting sets the latency of the player. `player` must be
  // stopped and must outlive the dialog.
  explicit LatencyDialog(Player& player, QWidget* parent = nullptr);
  LatencyDialog(Player& player, std::unique_ptr<AudioOutput> output, QWidget* parent = nullptr);
  ~LatencyDialog() override;

  void accept() override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void toggle();
  void stop();
  void tap();
  void showResult();

  Player& player_;
  std::unique_ptr<AudioOutput> output_;
  std::shared_ptr<PlaybackMixer> clicks_;
  TapCalibration taps_{kPeriod};
  bool running_ = false;
  QPushButton* start_ = nullptr;
  QLabel* result_ = nullptr;
  QDoubleSpinBox* milliseconds_ = nullptr;
};

}  // namespace tactus::ui
