// Transport, speed and volumes: the controls of the player in one row.
#pragma once

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QSlider;
class QToolButton;

namespace tactus::ui {

class Player;
class TimeAxis;

// The actions have shortcuts; a menu may show them as well. Settings are remembered.
class PlaybackBar : public QWidget {
  Q_OBJECT

 public:
  // Both must outlive the bar.
  PlaybackBar(TimeAxis& axis, Player& player, QWidget* parent = nullptr);

  struct Actions {
    QAction* play;       // Space
    QAction* to_start;   // Home
    QAction* loop;       // L
    QAction* clicks;     // K
    QAction* chords;     // Shift+K
    QAction* follow;     // F
    QAction* calibrate;  // opens the dialog
  };
  const Actions& actions() const { return actions_; }
  void fill(QMenu& menu) const;  // adds the actions and the speeds

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QAction* addAction(const QString& text, const QKeySequence& shortcut, bool checkable);
  void makeActions();
  void makeWidgets();
  QToolButton* button(QAction* action);
  QToolButton* glyphButton(QAction* action);  // shows only a picture
  void drawGlyphs();
  QSlider* volume(const QString& name, const QString& key, int otherwise);
  void applyGains();
  void applySpeed();
  void showTime();

  TimeAxis& axis_;
  Player& player_;
  Actions actions_{};
  QSlider *music_ = nullptr, *clicks_ = nullptr, *chords_ = nullptr;  // dB
  QComboBox* speed_ = nullptr;
  QLabel* time_ = nullptr;
};

}  // namespace tactus::ui
