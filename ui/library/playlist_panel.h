// The list of playlists beside the songs of the library.
#pragma once

#include <QTreeWidget>
#include <QWidget>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ui/library/library_answer.h"

class QToolButton;

namespace tactus::ui {

// Songs and playlists can be dropped on it.
class PlaylistTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit PlaylistTree(QWidget* parent = nullptr);

  static std::int64_t idOf(const QTreeWidgetItem* item);  // 0: all songs, or none
  bool isEditing() const { return state() == EditingState; }

 signals:
  void songsDropped(qint64 playlist, const QStringList& paths);
  // Before `before`, at the end of `parent` if that is 0.
  void listDropped(qint64 playlist, qint64 parent, qint64 before);
  void removeWanted();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool fits(const QDropEvent& event) const;
};

class PlaylistPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PlaylistPanel(QWidget* parent = nullptr);

  void show(const std::vector<CountedPlaylist>& lists, std::int64_t total);
  std::int64_t chosen() const { return chosen_; }  // 0 = all songs
  void choose(std::int64_t playlist);
  const std::vector<Playlist>& lists() const { return lists_; }
  const Playlist* list(std::int64_t id) const;
  PlaylistTree& tree() { return *tree_; }
  // Begins to edit its name.
  void askForName(std::int64_t playlist);

 signals:
  void choiceChanged();
  void createWanted(bool folder);
  void importWanted();
  void edited(const QString& text, const LibraryEdit& edit);
  void songsDropped(qint64 playlist, const QStringList& paths);

 private:
  void rename(QTreeWidgetItem* item, int column);
  void removeChosen();
  void move(std::int64_t id, std::int64_t parent, std::int64_t before);
  void showMenu(const QPoint& place);

  PlaylistTree* tree_;
  std::vector<Playlist> lists_;
  std::map<std::int64_t, QTreeWidgetItem*> items_;
  std::int64_t chosen_ = 0;
  std::int64_t to_name_ = 0;  // as soon as it is shown
  std::optional<std::pair<std::vector<CountedPlaylist>, std::int64_t>> waiting_;  // for a name
};

}  // namespace tactus::ui
