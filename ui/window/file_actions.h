// The File menu: dialogs around SongSession, the question about unsaved changes, recent files.
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>
#include <filesystem>
#include <vector>

#include "app/engine/file_tags/file_tag_texts.h"

class QAction;
class QMenu;
class QWidget;

namespace tactus::ui {

class AnnotationDocument;
class SongSession;

class FileActions : public QObject {
  Q_OBJECT

 public:
  // All must outlive this object.
  FileActions(SongSession& files, AnnotationDocument& document, QWidget& window);

  void fill(QMenu* menu);
  void setRecent(const QStringList& paths);
  // What a person can begin with.
  struct Beginnings {
    QAction *open, *folder, *demo, *train;
  };
  const Beginnings& beginnings() const { return beginnings_; }
  // Enables actions that change the song only while the song is visible.
  void setSongShown(bool shown);

  // Asks what to do with unsaved changes and unsaved tags, or saves them without a question.
  // Returns false if the user cancels or saving fails.
  bool mayLeaveSong();
  void setSavesUnasked(bool on) { saves_unasked_ = on; }

 public slots:
  // Opens a file (after the question about unsaved changes), or shows a folder in the side list.
  void open(const QString& path);
  // Several files, and playlists: lists all songs and opens the first. A message names the others.
  // Lyrics (LRC, UltraStar) go to the open song, those of several files to the one that opens.
  void openMany(const QStringList& paths);
  // The same for the command line, after offerLeftovers(): recovered work stays open, and a message
  // says so.
  void openAtStart(const QStringList& paths);
  // Opens an annotation and compares it with a reference. False: the song stays, or the reference
  // cannot be read.
  bool openWithReference(const std::filesystem::path& path, const std::filesystem::path& reference);
  void askForFile();
  void askForFolder();
  // Opens a song of a list, which becomes the list of songs.
  void openFrom(const std::vector<std::filesystem::path>& songs, const QString& path);
  bool save();
  // Marks the song as checked, saves it and asks for the next one.
  void finishSong();
  bool askToSaveAs();
  void askToExport();
  void showDetails();
  // Shows what would change in the tags of the audio file, asks, and writes tempo and key there, or
  // beat grid and cues.
  void askToWriteTags();
  void askToWriteGrid();
  void offerLeftovers();

 signals:
  void folderChosen(const QString& path);
  void songsChosen(const std::vector<std::filesystem::path>& songs);
  void pictureWanted();
  void lyricsWanted();
  void lyricsDropped(const QString& path);
  void demoWanted();      // after the question about unsaved changes
  void trainWanted();     // a network
  void nextSongWanted();  // the next one that is not checked
  void savesUnasked();    // from now on: the person does not want to be asked again

 protected:
  // Files that are dropped anywhere on the window.
  bool eventFilter(QObject* window, QEvent* event) override;

 private:
  void openSongs(const QStringList& paths);
  QString startFolder() const;
  bool mayReplace(const QString& path);
  void writeTags(FileTagOptions choice, const QString& no_change);

  SongSession& files_;
  AnnotationDocument& document_;
  QWidget& window_;
  Beginnings beginnings_{};
  QMenu* recent_ = nullptr;
  QList<QAction*> changing_;
  bool song_shown_ = true;
  bool saves_unasked_ = false;
};

}  // namespace tactus::ui
