// A row below a list of songs that plays the one under the cursor, without opening it: its name, a
// small waveform with the position, the time. A click on the waveform seeks.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "ui/document/time_axis.h"
#include "ui/playback/audio_output.h"
#include "ui/sound_lanes/sound_model.h"

class QAbstractItemView;
class QLabel;
class QToolButton;

namespace tactus::ui {

class Player;
class PreviewStrip;

// The file is read, and the device opened, behind the window when a song first plays.
class SongPreview : public QWidget {
  Q_OBJECT

 public:
  using MakeOutput = std::function<std::unique_ptr<AudioOutput>()>;
  explicit SongPreview(QWidget* parent = nullptr, MakeOutput output = makeAudioOutput);
  ~SongPreview() override;

  // The file of a row of the list; empty = none.
  using FileOfRow = std::function<std::filesystem::path(int row)>;
  // Space in the list plays the current row, pauses it, and goes on; on another row it plays that
  // one. Escape stops. The list must outlive the preview.
  void follow(QAbstractItemView& list, FileOfRow file);

  const std::filesystem::path& song() const { return song_; }  // that is played, or paused
  bool playing() const;
  double position() const { return axis_.cursor(); }  // seconds
  QString text() const;  // beside the button: the name, or why the song cannot be played

 public slots:
  void toggle(const std::filesystem::path& song);
  void stop();  // and releases the file

 signals:
  void changed();  // of song, playing or text

 protected:
  bool eventFilter(QObject* list, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;  // stops

 private:
  void start();  // as soon as there is sound
  void fail(const QString& reason);
  void showState();
  std::filesystem::path currentSong() const;

  MakeOutput make_output_;
  QAbstractItemView* list_ = nullptr;
  FileOfRow file_;
  TimeAxis axis_;
  SoundModel model_;
  std::unique_ptr<Player> player_;  // since a song was first played
  std::filesystem::path song_;
  bool wanted_ = false;  // plays as soon as it can
  QString fault_;
  QToolButton* button_;
  QLabel* name_;
  QLabel* time_;
  PreviewStrip* strip_;
};

// The waveform of a song, with the position.
class PreviewStrip : public QWidget {
  Q_OBJECT

 public:
  // Both must outlive the strip.
  PreviewStrip(TimeAxis& axis, SoundModel& model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {400, 32}; }
  QSize minimumSizeHint() const override { return {80, 24}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void forget();
  void seek(double x);

  TimeAxis& axis_;
  SoundModel& model_;
  QPixmap wave_;  // null: not painted yet
};

}  // namespace tactus::ui
