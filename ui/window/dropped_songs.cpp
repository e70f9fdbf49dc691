#include "ui/window/dropped_songs.h"

#include <QObject>
#include <exception>
#include <set>
#include <string>

#include "app/engine/songs/song_files.h"
#include "app/engine/songs/tag_inputs.h"
#include "audio/file_extensions.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kNamesShown = 3;

// Throws for an annotation without audio, and for other files.
fs::path audio_of(const TagInput& input) {
  if (!input.fault.empty()) throw SongFileError(input.fault);
  const fs::path path = fs::absolute(input.audio).lexically_normal();
  return has_audio_extension(path) ? path : song_files(path).audio;
}

}  // namespace

DroppedSongs dropped_songs(const QStringList& paths) {
  std::vector<std::string> arguments;
  for (const QString& path : paths) arguments.push_back(path.toStdString());
  DroppedSongs dropped;
  std::set<fs::path> seen;
  for (const TagInput& input : collect_inputs(arguments)) {
    try {
      const fs::path audio = audio_of(input);
      if (seen.insert(audio).second) dropped.songs.push_back(audio);
    } catch (const std::exception&) {
      dropped.failed += QString::fromStdString(input.audio.filename().string());
    }
  }
  dropped.failed.removeDuplicates();
  return dropped;
}

QString failures_line(const DroppedSongs& dropped) {
  if (dropped.failed.isEmpty()) return {};
  QString names = dropped.failed.mid(0, kNamesShown).join(QStringLiteral(", "));
  if (dropped.failed.size() > kNamesShown) names += QStringLiteral(", ...");
  return QObject::tr("%1 of %2 not opened: %3")
      .arg(dropped.failed.size())
      .arg(dropped.failed.size() + static_cast<qsizetype>(dropped.songs.size()))
      .arg(names);
}

}  // namespace tactus::ui
