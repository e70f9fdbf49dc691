#include "ui/library/mark_commands.h"

#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <utility>

#include "app/collection/collection_import.h"
#include "app/collection/song_list_text.h"
#include "audio/error.h"
#include "ui/files/off_thread.h"
#include "ui/library/library_table.h"
#include "ui/library/mark_texts.h"
#include "ui/library/playlist_panel.h"

namespace tactus::ui {
namespace {

struct ReadImport {
  SongCollection collection;
  CollectionImport plan;
  std::vector<std::string> notes;
};

ReadImport read_import(const std::filesystem::path& index, const std::filesystem::path& file) {
  ReadImport read;
  read.collection = read_collection(file, read.notes);
  read.plan = plan_import(LibraryIndex(index, Database::Mode::kWrite), read.collection);
  read.notes.insert(read.notes.end(), read.plan.notes.begin(), read.plan.notes.end());
  return read;
}

QString import_summary(const ReadImport& read) {
  const CollectionImport& plan = read.plan;
  const auto count = [](std::size_t number) { return static_cast<int>(number); };
  QStringList parts = {
      MarkCommands::tr("%n playlist(s) imported", nullptr, count(plan.playlists)),
      MarkCommands::tr("%n song(s) with stars or colours", nullptr, count(plan.marked))};
  if (plan.same > 0)
    parts += MarkCommands::tr("%n playlist(s) there already", nullptr, count(plan.same));
  if (plan.kept > 0)
    parts += MarkCommands::tr("%n song(s) keep other stars or colours", nullptr, count(plan.kept));
  if (plan.by_name > 0)
    parts += MarkCommands::tr("%n song(s) found by file name", nullptr, count(plan.by_name));
  if (plan.missing > 0)
    parts += MarkCommands::tr("%n song(s) not here", nullptr, count(plan.missing));
  if (!read.notes.empty()) parts += QString::fromStdString(read.notes.front());
  return parts.join(QStringLiteral("   "));
}

}  // namespace

MarkCommands::MarkCommands(std::filesystem::path index, LibraryTable& table, PlaylistPanel& panel,
                           QObject* parent)
    : QObject(parent), index_(std::move(index)), table_(table), panel_(panel), editor_(index_) {
  connect(&editor_, &LibraryEditor::done, this, &MarkCommands::changed);
  connect(&editor_, &LibraryEditor::failed, this, &MarkCommands::changed);
  connect(&table_, &LibraryTable::starsWanted, this, &MarkCommands::rate);
  connect(&table_, &LibraryTable::colourWanted, this, &MarkCommands::askForColour);
  connect(&table_, &LibraryTable::moveWanted, this, &MarkCommands::move);
  connect(&table_, &LibraryTable::removeWanted, this, &MarkCommands::removeSelected);
  connect(&panel_, &PlaylistPanel::edited, this,
          [this](const QString& text, const LibraryEdit& edit) { editor_.apply(text, edit); });
  connect(&panel_, &PlaylistPanel::createWanted, this, [this](bool folder) { create(folder, {}); });
  connect(&panel_, &PlaylistPanel::importWanted, this, &MarkCommands::import);
  connect(&panel_, &PlaylistPanel::songsDropped, this,
          [this](qint64 list, const QStringList& paths) { add(list, songsIn(paths)); });
}

std::vector<int> MarkCommands::takeWantedRows() {
  return std::exchange(wanted_rows_, {});
}

void MarkCommands::rate(const std::vector<int>& rows, int stars) {
  const int count = static_cast<int>(rows.size());
  mark(rows,
       stars == 0 ? tr("No stars for %n song(s)", nullptr, count)
                  : tr("%1 for %n song(s)", nullptr, count).arg(star_text(stars)),
       [stars](SongMark& mark) { mark.rating = stars; });
}

void MarkCommands::colour(const std::vector<int>& rows, const std::string& name) {
  mark(rows,
       tr("%1 for %n song(s)", nullptr, static_cast<int>(rows.size())).arg(colour_title(name)),
       [name](SongMark& mark) { mark.colour = name; });
}

void MarkCommands::mark(const std::vector<int>& rows, const QString& text,
                        const std::function<void(SongMark&)>& change) {
  std::vector<std::filesystem::path> songs;
  for (const int row : rows) songs.push_back(table_.songs().song(row).audio);
  if (songs.empty()) return;
  editor_.change(text, [=](const LibraryIndex& index) {
    LibraryEdit edit;
    for (const auto& song : songs) {
      SongMark mark = index.personal().mark_of(song);
      change(mark);
      edit.marks.emplace_back(song, mark);
    }
    return edit;
  });
}

void MarkCommands::fillColours(QMenu& menu, const std::vector<int>& rows) {
  const auto add = [&](const std::string& name) {
    menu.addAction(colour_icon(name), colour_title(name), this, [=, this] { colour(rows, name); });
  };
  for (const SongColour& each : song_colours()) add(std::string(each.name));
  menu.addSeparator();
  add("");
}

void MarkCommands::askForColour(const std::vector<int>& rows) {
  if (rows.empty()) return;
  auto* menu = new QMenu(&table_);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setAccessibleName(tr("Colour"));
  fillColours(*menu, rows);
  const QRect cell = table_.visualRect(table_.songs().index(rows.front(), LibraryModel::kColour));
  menu->popup(table_.viewport()->mapToGlobal(cell.bottomLeft()));
}

void MarkCommands::fill(QMenu& menu) {
  const std::vector<int> rows = table_.selectedSongs();
  if (rows.empty()) return;
  QMenu* stars = menu.addMenu(tr("Rating"));
  for (int number = kMostStars; number >= 0; --number)
    stars->addAction(number > 0 ? star_text(number) : tr("No stars"), this,
                     [=, this] { rate(rows, number); });
  fillColours(*menu.addMenu(tr("Colour")), rows);
  QMenu* lists = menu.addMenu(tr("Add to playlist"));
  for (const Playlist& list : panel_.lists()) {
    if (!list.folder)
      lists->addAction(QString::fromStdString(full_name(list, panel_.lists())).replace('&', "&&"),
                       this, [=, this, id = list.id] { add(id, songsAt(rows)); });
  }
  lists->addSeparator();
  lists->addAction(tr("New playlist"), this, [=, this] { create(false, songsAt(rows)); });
  if (panel_.chosen() != 0)
    menu.addAction(tr("Remove from the playlist"), this, &MarkCommands::removeSelected);
}

std::vector<PlaylistSong> MarkCommands::songsAt(const std::vector<int>& rows) const {
  std::vector<PlaylistSong> songs;
  for (const int row : rows) {
    const IndexedSong& song = table_.songs().song(row);
    songs.push_back({song.audio, song_name(song)});
  }
  return songs;
}

std::vector<PlaylistSong> MarkCommands::songsIn(const QStringList& paths) const {
  std::map<std::filesystem::path, std::string> names;
  for (const PlaylistSong& song : songsAt(table_.selectedSongs())) names[song.audio] = song.name;
  std::vector<PlaylistSong> songs;
  for (const QString& path : paths) {
    const std::filesystem::path audio = path.toStdString();
    if (!audio.is_absolute()) continue;
    const auto name = names.find(audio);
    songs.push_back({audio, name == names.end() ? audio.stem().string() : name->second});
  }
  return songs;
}

void MarkCommands::change(std::int64_t playlist, const QString& text,
                          const std::function<void(std::vector<PlaylistSong>&)>& change) {
  editor_.change(text,
                 [=, gone = tr("The playlist is no longer there").toStdString()](
                     const LibraryIndex& index) -> LibraryEdit {
                   const std::vector<Playlist> all = index.personal().playlists();
                   const auto list = std::ranges::find(all, playlist, &Playlist::id);
                   if (list == all.end()) throw ArgumentError(gone);
                   std::vector<PlaylistSong> songs = index.personal().songs_of(playlist);
                   change(songs);
                   return {.lists = {{.playlist = *list, .songs = std::move(songs)}}};
                 });
}

void MarkCommands::create(bool folder, const std::vector<PlaylistSong>& songs) {
  const Playlist* above = panel_.list(PlaylistTree::idOf(panel_.tree().currentItem()));
  const std::int64_t parent = !above ? 0 : above->folder ? above->id : above->parent;
  const QString name = folder ? tr("New folder") : tr("New playlist");
  const Playlist made = new_playlist(panel_.lists(), name.toStdString(), parent, folder);
  panel_.askForName(made.id);
  editor_.apply(tr("%1 made").arg(QString::fromStdString(made.name)),
                {.lists = {{.playlist = made, .songs = songs}}});
}

void MarkCommands::add(std::int64_t playlist, const std::vector<PlaylistSong>& songs) {
  const Playlist* list = panel_.list(playlist);
  if (songs.empty() || !list) return;
  change(playlist,
         tr("%n song(s) added to %1", nullptr, static_cast<int>(songs.size()))
             .arg(QString::fromStdString(list->name)),
         [songs](auto& all) { all.insert(all.end(), songs.begin(), songs.end()); });
}

void MarkCommands::move(int before) {
  const std::vector<int> rows = table_.selectedSongs();
  if (rows.empty() || panel_.chosen() == 0) return;
  const std::set<int> moved(rows.begin(), rows.end());
  std::vector<int> front, back;
  for (int row = 0; row < table_.songs().rowCount(); ++row)
    if (!moved.contains(row)) (row < before ? front : back).push_back(row);
  std::vector<int> order = front;
  order.insert(order.end(), moved.begin(), moved.end());
  order.insert(order.end(), back.begin(), back.end());
  if (std::ranges::is_sorted(order)) return;
  for (std::size_t i = 0; i < moved.size(); ++i)
    wanted_rows_.push_back(static_cast<int>(front.size() + i));
  change(panel_.chosen(), tr("%n song(s) moved", nullptr, static_cast<int>(rows.size())),
         [order, changed = tr("The playlist has changed meanwhile; try again").toStdString()](
             std::vector<PlaylistSong>& all) {
           if (all.size() != order.size()) throw ArgumentError(changed);
           std::vector<PlaylistSong> ordered;
           for (const int row : order) ordered.push_back(all[static_cast<std::size_t>(row)]);
           all = std::move(ordered);
         });
}

void MarkCommands::removeSelected() {
  const std::vector<int> rows = table_.selectedSongs();
  if (panel_.chosen() == 0 || rows.empty()) return;
  std::map<std::size_t, std::filesystem::path> gone;
  for (const int row : rows) gone[table_.songs().found(row).place] = table_.songs().song(row).audio;
  change(panel_.chosen(),
         tr("%n song(s) removed from the playlist, Ctrl+Z brings them back", nullptr,
            static_cast<int>(rows.size())),
         [gone, changed = tr("The playlist has changed meanwhile; try again").toStdString()](
             std::vector<PlaylistSong>& all) {
           for (auto song = gone.rbegin(); song != gone.rend(); ++song) {
             const auto& [place, audio] = *song;
             if (place == 0 || place > all.size() || all[place - 1].audio != audio)
               throw ArgumentError(changed);
             all.erase(all.begin() + static_cast<std::ptrdiff_t>(place - 1));
           }
         });
}

void MarkCommands::import() {
  const QString file =
      QFileDialog::getOpenFileName(&panel_, tr("Import stars, colours and playlists"), {},
                                   tr("Libraries of rekordbox and Mixxx (*.xml *.sqlite)"));
  if (file.isEmpty()) return;
  try {
    const ReadImport read = off_thread([&] { return read_import(index_, file.toStdString()); });
    const QString summary = import_summary(read);
    if (read.plan.edit.empty())
      emit changed(summary);
    else
      editor_.change(summary, [collection = read.collection](const LibraryIndex& index) {
        return plan_import(index, collection).edit;
      });
    if (read.plan.not_indexed.empty()) return;
    const QString question =
        tr("%n song(s) of this library are not in the index yet. Tag and add them now?", nullptr,
           static_cast<int>(read.plan.not_indexed.size()));
    if (QMessageBox::question(&panel_, tr("Import"), question) != QMessageBox::Yes) return;
    QStringList songs;
    for (const auto& song : read.plan.not_indexed) songs += QString::fromStdString(song.string());
    emit addWanted(songs);
  } catch (const std::exception& error) {
    emit changed(QString::fromUtf8(error.what()));
  }
}

}  // namespace tactus::ui
