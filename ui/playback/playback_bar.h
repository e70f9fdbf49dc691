// Transport, speed, pitch and volumes: the controls of the player in one row, or in several where
// the window is narrow.
#pragma once

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QSlider;

namespace tactus::ui {

class ListenCommands;
class LoopCommands;
class Player;
class PracticeMode;
class TimeAxis;

// The actions have shortcuts; a menu may show them as well. Settings are remembered.
class PlaybackBar : public QWidget {
  Q_OBJECT

 public:
  // All must outlive the bar.
  PlaybackBar(TimeAxis& axis, Player& player, LoopCommands& loops, QWidget* parent = nullptr);

  struct Actions {
    QAction* play;        // Space and the media keys
    QAction* stop;        // Shift+Space: back to where playback began
    QAction* to_start;    // Home
    QAction* loop;        // L
    QAction* count_in;    // C
    QAction* count_each;  // Shift+C: before each round of a loop
    QAction* clicks;      // K
    QAction* chords;      // Shift+K
    QAction* slower;      // comma
    QAction* faster;      // full stop
    QAction* lower;       // O
    QAction* higher;      // P
    QAction* reset;       // R: speed and pitch as recorded
    QAction* follow;      // F
    QAction* calibrate;   // opens the dialog
    QAction* listen;      // Y: parts of the music; its short text says what is muted
    QAction* practice;    // Shift+R
  };
  const Actions& actions() const { return actions_; }
  ListenCommands& listening() const { return *listening_; }
  PracticeMode& practice() const { return *practice_; }
  void fill(QMenu& menu) const;  // adds the actions and those of the loops

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QAction* addAction(const QString& text, const QKeySequence& shortcut, bool checkable);
  void makeActions();
  void connectTransport();
  void remember(QAction* action, const QString& key, bool otherwise, void (Player::*set)(bool));
  void makeWidgets();
  void addGroup(const QList<QWidget*>& widgets);
  QComboBox* choice(const QString& name, const QString& tip);
  void makeSpeed();
  void makePitch();
  void makeVolumes();
  void drawGlyphs();
  QSlider* volume(const QString& name, const QString& key, int otherwise);
  void applyGains();
  void showTime();

  TimeAxis& axis_;
  Player& player_;
  LoopCommands& loops_;
  ListenCommands* listening_;
  PracticeMode* practice_;
  Actions actions_{};
  QSlider *music_ = nullptr, *clicks_ = nullptr, *chords_ = nullptr;  // dB
  QComboBox *speed_ = nullptr, *pitch_ = nullptr;
  QLabel* time_ = nullptr;
};

}  // namespace tactus::ui
