#include "ui/library/mark_commands.h"

#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <exception>
#include <map>
#include <set>
#include <utility>

#include "app/collection/collection_import.h"
#include "app/collection/song_list_text.h"
#include "ui/files/off_thread.h"
#include "ui/library/library_table.h"
#include "ui/library/mark_texts.h"
#include "ui/library/playlist_panel.h"

namespace tactus::ui {
namespace {

struct ReadImport {
  CollectionImport plan;
  std::vector<std::string> notes;
};

ReadImport read_import(const std::filesystem::path& index, const std::filesystem::path& file) {
  ReadImport read;
  const SongCollection collection = read_collection(file, read.notes);
  read.plan = plan_import(LibraryIndex(index, Database::Mode::kWrite), collection);
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
  LibraryEdit edit;
  for (const int row : rows) {
    SongMark mark = table_.songs().song(row).mark;
    mark.rating = stars;
    edit.marks.emplace_back(table_.songs().song(row).audio, mark);
  }
  editor_.apply(
      stars == 0
          ? tr("No stars for %n song(s)", nullptr, static_cast<int>(rows.size()))
          : tr("%1 for %n song(s)", nullptr, static_cast<int>(rows.size())).arg(star_text(stars)),
      edit);
}

void MarkCommands::colour(const std::vector<int>& rows, const std::string& name) {
  LibraryEdit edit;
  for (const int row : rows) {
    SongMark mark = table_.songs().song(row).mark;
    mark.colour = name;
    edit.marks.emplace_back(table_.songs().song(row).audio, mark);
  }
  editor_.apply(
      tr("%1 for %n song(s)", nullptr, static_cast<int>(rows.size())).arg(colour_title(name)),
      edit);
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

bool MarkCommands::read(std::int64_t playlist, std::vector<PlaylistSong>& songs) {
  try {
    songs = off_thread(
        [&] { return LibraryIndex(index_, Database::Mode::kRead).personal().songs_of(playlist); });
    return true;
  } catch (const std::exception& error) {
    emit changed(QString::fromUtf8(error.what()));
    return false;
  }
}

bool MarkCommands::change(std::int64_t playlist, std::vector<PlaylistSong> songs,
                          const QString& text) {
  const Playlist* list = panel_.list(playlist);
  return list && editor_.apply(text, {.lists = {{.playlist = *list, .songs = std::move(songs)}}});
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
  std::vector<PlaylistSong> all;
  if (songs.empty() || !read(playlist, all)) return;
  all.insert(all.end(), songs.begin(), songs.end());
  const Playlist* list = panel_.list(playlist);
  if (!list) return;
  change(playlist, std::move(all),
         tr("%n song(s) added to %1", nullptr, static_cast<int>(songs.size()))
             .arg(QString::fromStdString(list->name)));
}

void MarkCommands::move(int before) {
  std::vector<PlaylistSong> all;
  const std::vector<int> rows = table_.selectedSongs();
  if (rows.empty() || !read(panel_.chosen(), all)) return;
  if (all.size() != static_cast<std::size_t>(table_.songs().rowCount())) return;  // changed since
  const std::set<int> moved(rows.begin(), rows.end());
  std::vector<PlaylistSong> front, middle, back;
  for (int row = 0; row < static_cast<int>(all.size()); ++row) {
    auto& part = moved.contains(row) ? middle : row < before ? front : back;
    part.push_back(all[static_cast<std::size_t>(row)]);
  }
  std::vector<PlaylistSong> ordered = front;
  ordered.insert(ordered.end(), middle.begin(), middle.end());
  ordered.insert(ordered.end(), back.begin(), back.end());
  if (ordered == all) return;
  for (std::size_t i = 0; i < middle.size(); ++i)
    wanted_rows_.push_back(static_cast<int>(front.size() + i));
  change(panel_.chosen(), std::move(ordered),
         tr("%n song(s) moved", nullptr, static_cast<int>(rows.size())));
}

void MarkCommands::removeSelected() {
  std::vector<PlaylistSong> all;
  if (panel_.chosen() == 0 || !read(panel_.chosen(), all)) return;
  const std::vector<int> rows = table_.selectedSongs();
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    const std::size_t place = table_.songs().found(*row).place;
    if (place == 0 || place > all.size() || all[place - 1].audio != table_.songs().song(*row).audio)
      return;  // the playlist has changed since
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(place - 1));
  }
  change(panel_.chosen(), std::move(all),
         tr("%n song(s) removed from the playlist, Ctrl+Z brings them back", nullptr,
            static_cast<int>(rows.size())));
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
      editor_.apply(summary, read.plan.edit);
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
