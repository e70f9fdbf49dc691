// Parts of the music muted or heard alone: the commands, and a small panel with a row for each.
#pragma once

#include <QFrame>
#include <QObject>
#include <QStringList>
#include <array>

#include "app/engine/sound/listening.h"

class QAction;
class QMenu;
class QToolButton;

namespace tactus::ui {

class Player;

class ListenCommands : public QObject {
  Q_OBJECT

 public:
  // The player must outlive the commands.
  explicit ListenCommands(Player& player, QObject* parent = nullptr);

  // Opens the panel (Y). It is checked while something is not heard. Its short text is "Music",
  // else what is heard ("Low"), or not ("−Side").
  QAction* open() const { return open_; }
  QAction* everything() const { return everything_; }
  QAction* alone(SoundPart part) const { return parts_[static_cast<std::size_t>(part)].alone; }
  QAction* mute(SoundPart part) const { return parts_[static_cast<std::size_t>(part)].mute; }
  void fill(QMenu& menu) const;
  // From heard to alone, to muted, to heard; parts of the stereo sound only of a stereo song.
  void cycle(SoundPart part);
  // "Low, no middle"; empty if everything is heard.
  QString stateText() const;

 private:
  struct Part {
    QAction* alone;
    QAction* mute;
  };
  QAction* add(const QString& text, const QString& tip);
  void addPart(SoundPart part);
  void toggle(SoundPart part, PartState state);
  struct State {
    QStringList alone, muted;  // names
  };
  State state() const;
  void showState();
  void showPanel();

  Player& player_;
  std::array<Part, kSoundParts> parts_{};
  QAction *open_, *everything_, *bass_, *no_middle_;
};

// The button of open(): of one width, so that nothing moves.
QToolButton* listen_button(QAction* action, QWidget* parent);

// Closes when a click or Escape leaves it. The keys 1 to 7 cycle the parts, 0 brings everything
// back.
class ListenPanel : public QFrame {
  Q_OBJECT

 public:
  ListenPanel(ListenCommands& commands, QWidget* parent);
  void showBeside(const QWidget& widget);  // above or below it, on its screen

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  ListenCommands& commands_;
};

}  // namespace tactus::ui
