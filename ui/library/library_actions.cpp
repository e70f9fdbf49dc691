#include "ui/library/library_actions.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <exception>

#include "app/collection/song_list_text.h"
#include "app/collection/song_search.h"
#include "ui/files/off_thread.h"
#include "ui/look/page_files.h"

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

}  // namespace

QString save_song_list(QWidget& parent, const std::filesystem::path& index,
                       const std::vector<IndexedSong>& songs) {
  const QString file = QFileDialog::getSaveFileName(
      &parent, tr("Save list"), QStringLiteral("songs.m3u8"),
      tr("Playlist (*.m3u8)") + QStringLiteral(";;") + tr("rekordbox collection (*.xml)"));
  if (file.isEmpty()) return {};
  try {
    std::vector<std::string> faults;
    const std::string text = off_thread([&] {
      return song_list_text(songs, LibraryIndex(index, Database::Mode::kRead), file.toStdString(),
                            faults);
    });
    if (!save_bytes(parent, file, QByteArray::fromStdString(text))) return {};
    const int count = static_cast<int>(songs.size());
    const QString done =
        QCoreApplication::translate("tactus::ui", "%n song(s) in %1", nullptr, count).arg(file);
    return faults.empty() ? done : done + "   " + QString::fromStdString(faults.front());
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
}

QString forget_missing_songs(QWidget& parent, const std::filesystem::path& index) {
  try {
    const auto gone =
        off_thread([&] { return missing_songs(LibraryIndex(index, Database::Mode::kRead)); });
    if (gone.empty()) return tr("No song files are missing.");
    const int count = static_cast<int>(gone.size());
    const QString question = QCoreApplication::translate(
        "tactus::ui",
        "The files of %n song(s) are missing, or their disk is not connected. Remove the songs "
        "from the index? Tactus does not touch any files.",
        nullptr, count);
    if (QMessageBox::question(&parent, tr("Forget missing songs"), question) != QMessageBox::Yes)
      return {};
    off_thread([&] {
      LibraryIndex(index, Database::Mode::kWrite).remove(gone);
      return true;
    });
    return QCoreApplication::translate("tactus::ui", "%n song(s) forgotten", nullptr, count);
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
}

}  // namespace tactus::ui
