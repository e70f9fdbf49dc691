// The songs of a folder in the side list, each with its state (tagged, edited, checked).
#pragma once

#include <QHash>
#include <QThreadPool>
#include <QTimer>
#include <QWidget>
#include <atomic>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/engine/songs/song_files.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace tactus::ui {

QString state_text(SongState state);

class SongList : public QWidget {
  Q_OBJECT

 public:
  explicit SongList(QWidget* parent = nullptr);
  ~SongList() override;

  const std::filesystem::path& folder() const { return folder_; }
  // Lists the audio files in the folder; a background thread reads their states.
  void setFolder(const std::filesystem::path& folder);
  // Lists these songs instead of a folder; folder() is then empty.
  void setSongs(const std::vector<std::filesystem::path>& songs);
  void reload();  // files may have come or changed
  std::vector<std::filesystem::path> songs() const;
  // Reads the state of a song again (after saving) and shows it as the open one.
  void refresh(const std::filesystem::path& audio);
  void setOpen(const std::filesystem::path& audio);
  // The state of the open song in the window, which its file may not have yet. What is unsaved has
  // a mark.
  void setOpenState(SongState state, bool unsaved);
  // Progress of tagging the open song, 0..1; negative = not being tagged.
  void setProgress(double done);
  // Puts the songs with the least confidence first and shows it before their names; songs without
  // one come after them, checked songs last. Saving a song does not move it until the order is set
  // again, so that the next song is the next one.
  void setLeastSureFirst(bool on);
  int count() const;
  SongState state(int row) const;
  // The next song that nobody has checked: below the open one, else from the top. False if there is
  // none.
  bool openNextUnchecked();

 public slots:
  void openNext();  // the song below the open one
  void openPrevious();

 signals:
  void songChosen(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void list(const std::vector<std::filesystem::path>& songs, const std::filesystem::path& top);
  void readState(const std::filesystem::path& audio, bool sorts);
  void showState(const QString& path, const SongStanding& summary);
  void showState(const QString& path);  // again
  void sort();
  void showName(QListWidgetItem* item) const;
  void filter(const QString& words);
  void openBeside(int by);
  QListWidgetItem* itemOf(const QString& path) const;

  std::filesystem::path folder_;
  QHash<QString, QListWidgetItem*> items_;  // by path
  QLineEdit* filter_;
  QListWidget* list_;
  QLabel* empty_;
  QString open_;
  std::optional<SongState> open_state_;
  bool open_unsaved_ = false;
  bool least_sure_first_ = false;
  QTimer sort_soon_;  // once for many songs that were read
  QThreadPool readers_;
  std::atomic<bool> closing_{false};
};

}  // namespace tactus::ui
