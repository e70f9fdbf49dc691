#include "ui/library/library_answer.h"

#include <QCoreApplication>
#include <exception>

namespace tactus::ui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

// The field stands above the message: "query "bpm x": character 5: ..." without the query.
QString without_query(const QString& message, const std::string& query) {
  const QString begin = QStringLiteral("query \"%1\": ").arg(QString::fromStdString(query));
  return message.startsWith(begin) ? message.mid(begin.size()) : message;
}

LibraryAnswer unusable(const std::filesystem::path& index, const NoIndexError& error) {
  using Why = NoIndexError::Why;
  const QString file = QString::fromStdString(index.string());
  if (error.why() == Why::kOtherProgram)
    return {LibraryAnswer::State::kUnusable,
            {},
            0,
            tr("%1 is a database from another program. Tactus does not change it. Move the file "
               "away, then add a folder.")
                .arg(file)};
  if (error.why() == Why::kNewerTactus)
    return {LibraryAnswer::State::kUnusable,
            {},
            0,
            tr("%1 is an index from a newer Tactus. Use the newer Tactus, or move the file away "
               "and add a folder: Tactus then builds a new index from the JAMS files.")
                .arg(file)};
  return {};
}

std::vector<CountedPlaylist> playlists_in(const LibraryIndex& index) {
  std::vector<CountedPlaylist> all;
  const PersonalLibrary personal = index.personal();
  for (Playlist& playlist : personal.playlists()) {
    const std::size_t songs = personal.song_count(playlist.id);
    all.push_back({std::move(playlist), songs});
  }
  return all;
}

LibraryAnswer ask(const std::filesystem::path& file, const SongSearch& search) {
  using State = LibraryAnswer::State;
  const QString name = QString::fromStdString(file.string());
  try {
    const LibraryIndex index(file, Database::Mode::kRead);
    const std::int64_t total = index.songs();
    std::vector<CountedPlaylist> playlists = playlists_in(index);
    if (total == 0 && playlists.empty()) return {};
    return {State::kFound,
            std::make_shared<const std::vector<FoundSong>>(find_songs(index, search)),
            total,
            {},
            std::move(playlists)};
  } catch (const NoIndexError& error) {
    return unusable(file, error);
  } catch (const ArgumentError& error) {
    return {
        State::kWrongQuery, {}, 0, without_query(QString::fromUtf8(error.what()), search.query)};
  } catch (const InputError& error) {  // the song of "songs like this one" has left the index
    return {State::kWrongQuery, {}, 0, QString::fromUtf8(error.what())};
  } catch (const DatabaseError& error) {
    if (error.damaged())
      return {State::kDamaged,
              {},
              0,
              tr("%1 is damaged. Add a folder: Tactus then rebuilds the index from the JAMS files, "
                 "and keeps the damaged file beside it.")
                  .arg(name)};
    return {State::kUnusable, {}, 0, QString::fromUtf8(error.what())};
  } catch (const std::exception& error) {
    return {State::kUnusable, {}, 0, QString::fromUtf8(error.what())};
  }
}

}  // namespace

LibraryAnswer ask_library(const std::filesystem::path& index, const SongSearch& search) {
  LibraryAnswer answer = ask(index, search);
  if (!answer.songs) answer.songs = std::make_shared<const std::vector<FoundSong>>();
  return answer;
}

IndexStamp index_stamp(const std::filesystem::path& index) {
  const FileState log = file_state(index.string() + "-wal");
  return {file_state(index), log.size > 0 ? log : FileState{}};
}

}  // namespace tactus::ui
