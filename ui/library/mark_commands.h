// What a person does with stars, colours and playlists on the Library page: the table and the list
// of playlists ask, the editor changes the index.
#pragma once

#include <QObject>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "ui/library/library_editor.h"

class QMenu;

namespace tactus::ui {

class LibraryTable;
class PlaylistPanel;

class MarkCommands : public QObject {
  Q_OBJECT

 public:
  MarkCommands(std::filesystem::path index, LibraryTable& table, PlaylistPanel& panel,
               QObject* parent = nullptr);

  LibraryEditor& editor() { return editor_; }
  // Rating, colour and playlists of the selected songs.
  void fill(QMenu& menu);
  // Rows that a command wants selected in the next answer of the index; empty = none.
  std::vector<int> takeWantedRows();

 signals:
  void changed(const QString& message);  // the index has changed, or the message says why not
  void addWanted(const QStringList& songs);

 private:
  void rate(const std::vector<int>& rows, int stars);
  void colour(const std::vector<int>& rows, const std::string& name);
  void askForColour(const std::vector<int>& rows);
  void fillColours(QMenu& menu, const std::vector<int>& rows);
  void create(bool folder, const std::vector<PlaylistSong>& songs);
  void add(std::int64_t playlist, const std::vector<PlaylistSong>& songs);
  void move(int before);
  void removeSelected();
  void import();
  std::vector<PlaylistSong> songsAt(const std::vector<int>& rows) const;
  std::vector<PlaylistSong> songsIn(const QStringList& paths) const;
  void mark(const std::vector<int>& rows, const QString& text,
            const std::function<void(SongMark&)>& change);
  // Changes the songs that a playlist has now.
  void change(std::int64_t playlist, const QString& text,
              const std::function<void(std::vector<PlaylistSong>&)>& change);

  const std::filesystem::path index_;
  LibraryTable& table_;
  PlaylistPanel& panel_;
  LibraryEditor editor_;
  std::vector<int> wanted_rows_;
};

}  // namespace tactus::ui
