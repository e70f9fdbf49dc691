#include "ui/document/song_lyrics.h"

#include <QSettings>
#include <QTimer>
#include <QUrl>

#include "ui/document/annotation_document.h"

namespace tactus::ui {
namespace {

constexpr int kReadAgainMs = 200;

}  // namespace

SongLyrics::SongLyrics(AnnotationDocument& document, QObject* parent)
    : QObject(parent), document_(document) {
  connect(&document_, &AnnotationDocument::opened, this, &SongLyrics::songOpened);
  // Editors replace a file in two steps.
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] {
    QTimer::singleShot(kReadAgainMs, this, [this] {
      if (!file_.empty()) read(file_);
    });
  });
}

// Slashes would make groups.
QString SongLyrics::key() const {
  const QString path = QString::fromStdString(document_.audioPath().string());
  return QStringLiteral("lyrics/") + QString::fromLatin1(QUrl::toPercentEncoding(path));
}

void SongLyrics::songOpened() {
  show({}, {});
  if (!document_.isOpen()) return;
  const QVariant chosen = QSettings().value(key());
  const std::filesystem::path file = chosen.isValid()
                                         ? std::filesystem::path(chosen.toString().toStdString())
                                         : lyrics_beside(document_.audioPath());
  if (!file.empty()) read(file);
}

bool SongLyrics::load(const std::filesystem::path& file) {
  if (!document_.isOpen()) {
    emit message(tr("Open the song first: lyrics belong to a song."));
    return false;
  }
  if (!read(file)) return false;
  if (file == lyrics_beside(document_.audioPath()))
    QSettings().remove(key());
  else
    QSettings().setValue(key(), QString::fromStdString(std::filesystem::absolute(file).string()));
  return true;
}

void SongLyrics::remove() {
  show({}, {});
  if (document_.isOpen()) QSettings().setValue(key(), QString());
}

bool SongLyrics::read(const std::filesystem::path& file) {
  try {
    Notes notes;
    Lyrics lyrics = read_lyrics(file, &notes);
    show(std::move(lyrics), file);
    if (!notes.empty())
      emit message(tr("%n note(s) on the lyrics: %1", nullptr, static_cast<int>(notes.size()))
                       .arg(QString::fromStdString(notes.front())));
    return true;
  } catch (const std::exception& error) {
    emit message(QString::fromUtf8(error.what()));
    return false;
  }
}

void SongLyrics::show(Lyrics lyrics, const std::filesystem::path& file) {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (!file.empty()) watcher_.addPath(QString::fromStdString(file.string()));
  lyrics_ = std::move(lyrics);
  file_ = file;
  emit changed();
}

}  // namespace tactus::ui
