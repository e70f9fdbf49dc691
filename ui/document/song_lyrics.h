// The lyrics of the open song: a file beside it of the same name, or one that a person has chosen,
// which is remembered. They are shown, and never written.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <filesystem>

#include "datasets/formats/lyrics/lyrics.h"

namespace tactus::ui {

class AnnotationDocument;

class SongLyrics : public QObject {
  Q_OBJECT

 public:
  // The document must outlive this object; each song that it opens gets its lyrics.
  explicit SongLyrics(AnnotationDocument& document, QObject* parent = nullptr);

  const Lyrics& lyrics() const { return lyrics_; }  // no lines: there are none
  const std::filesystem::path& file() const { return file_; }
  // Takes a file for the open song. Returns false, with a message, if it holds no lyrics or no song
  // is open; the present ones stay.
  bool load(const std::filesystem::path& file);
  void remove();  // from the window; the file stays

 signals:
  void changed();
  void message(const QString& text);

 private:
  void songOpened();
  bool read(const std::filesystem::path& file);
  void show(Lyrics lyrics, const std::filesystem::path& file);
  QString key() const;

  AnnotationDocument& document_;
  Lyrics lyrics_;
  std::filesystem::path file_;
  QFileSystemWatcher watcher_;  // somebody edits the file
};

}  // namespace tactus::ui
