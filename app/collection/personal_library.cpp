#include "app/collection/personal_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <unordered_map>

#include "audio/error.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

template <class... Values>
Statement bound(const Database& database, std::string_view sql, Values... values) {
  Statement statement = database.prepare(sql);
  const std::vector<DatabaseValue> all = {DatabaseValue(values)...};
  statement.bind(all);
  return statement;
}

void append_below(const std::multimap<std::int64_t, Playlist>& by_parent, std::int64_t parent,
                  int depth, std::vector<Playlist>& all) {
  if (depth > PersonalLibrary::kDeepestFolder) return;
  const auto [first, last] = by_parent.equal_range(parent);
  for (auto row = first; row != last; ++row) {
    all.push_back(row->second);
    if (row->second.folder) append_below(by_parent, row->second.id, depth + 1, all);
  }
}

void check_mark(const SongMark& mark) {
  if (mark.rating < 0 || mark.rating > kMostStars)
    throw ArgumentError(fmt::format("{} stars, expected 0 to {}", mark.rating, kMostStars));
  if (mark.colour.empty() || song_colour_named(mark.colour)) return;
  std::vector<std::string_view> names;
  for (const SongColour& colour : song_colours()) names.push_back(colour.name);
  throw ArgumentError(fmt::format("colour \"{}\", expected one of {}, or none", mark.colour,
                                  fmt::join(names, ", ")));
}

void check_name(const std::string& name) {
  if (name.find_first_not_of(' ') == std::string::npos)
    throw ArgumentError("a playlist needs a name");
  if (name.size() > PersonalLibrary::kLongestName)
    throw ArgumentError(
        fmt::format("the name of a playlist has at most {} bytes", PersonalLibrary::kLongestName));
}

const char* kind_of(const Playlist& playlist) {
  return playlist.folder ? "folder" : "playlist";
}

}  // namespace

std::int64_t new_playlist_id() {
  constexpr std::int64_t kMost = (std::int64_t{1} << 52) - 1;
  std::random_device device;
  return std::uniform_int_distribution<std::int64_t>(1, kMost)(device);
}

std::vector<Playlist> PersonalLibrary::playlists() const {
  Statement rows = database_->prepare(
      "SELECT id, parent, place, folder, name FROM playlist ORDER BY parent, place, name, id");
  std::multimap<std::int64_t, Playlist> by_parent;
  while (rows.step())
    by_parent.emplace(rows.integer(1), Playlist{rows.integer(0), rows.integer(1), rows.integer(2),
                                                rows.integer(3) != 0, rows.text(4)});
  std::vector<Playlist> all;
  append_below(by_parent, 0, 0, all);
  return all;
}

std::vector<PlaylistSong> PersonalLibrary::songs_of(std::int64_t playlist) const {
  Statement rows = bound(
      *database_, "SELECT path, name, hash FROM entry WHERE playlist = ? ORDER BY place", playlist);
  std::vector<PlaylistSong> songs;
  while (rows.step()) songs.push_back({rows.text(0), rows.text(1), rows.text(2)});
  return songs;
}

std::size_t PersonalLibrary::song_count(std::int64_t playlist) const {
  Statement count = bound(*database_, "SELECT count(*) FROM entry WHERE playlist = ?", playlist);
  count.step();
  return static_cast<std::size_t>(count.integer(0));
}

SongMark PersonalLibrary::mark_of(const fs::path& audio) const {
  Statement row =
      bound(*database_, "SELECT rating, colour FROM mark WHERE path = ?", audio.string());
  if (!row.step()) return {};
  return {static_cast<int>(row.integer(0)), row.text(1)};
}

Playlist PersonalLibrary::playlist_named(std::string_view name) const {
  const std::vector<Playlist> all = playlists();
  const std::vector<std::string> names = full_names_of(all);
  if (const auto whole = std::ranges::find(names, name); whole != names.end())
    return all[static_cast<std::size_t>(whole - names.begin())];
  std::vector<Playlist> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [name](const Playlist& playlist) { return playlist.name == name; });
  if (found.size() == 1) return found.front();
  if (found.size() > 1)
    throw ArgumentError(fmt::format("{} playlists are named \"{}\"; write one with its folder",
                                    found.size(), name));
  throw ArgumentError(fmt::format("no playlist \"{}\"; there {}", name, listed(names)));
}

Playlist PersonalLibrary::folder_named(std::string_view name) const {
  const Playlist found = playlist_named(name);
  if (!found.folder)
    throw ArgumentError(fmt::format("\"{}\" is a playlist, not a folder of playlists", name));
  return found;
}

void PersonalLibrary::write_mark(const fs::path& audio, const SongMark& mark) {
  check_mark(mark);
  if (mark == SongMark{}) {
    bound(*database_, "DELETE FROM mark WHERE path = ?", audio.string()).step();
    return;
  }
  bound(*database_,
        "INSERT OR REPLACE INTO mark (path, hash, rating, colour) VALUES (?1, coalesce((SELECT "
        "hash FROM song WHERE path = ?1), (SELECT hash FROM mark WHERE path = ?1), ''), ?2, ?3)",
        audio.string(), std::int64_t{mark.rating},
        mark.colour.empty() ? std::string() : std::string(song_colour_named(mark.colour)->name))
      .step();
}

LibraryEdit::List PersonalLibrary::present_state(const Playlist& playlist, bool with_songs) const {
  Statement row = bound(*database_, "SELECT parent, place, folder, name FROM playlist WHERE id = ?",
                        playlist.id);
  if (!row.step()) return {.playlist = playlist, .removed = true};
  LibraryEdit::List state{
      .playlist = {playlist.id, row.integer(0), row.integer(1), row.integer(2) != 0, row.text(3)}};
  if (with_songs) state.songs = songs_of(playlist.id);
  return state;
}

void PersonalLibrary::write_list(const LibraryEdit::List& list) {
  const Playlist& playlist = list.playlist;
  if (list.removed || list.songs)
    bound(*database_, "DELETE FROM entry WHERE playlist = ?", playlist.id).step();
  if (list.removed) {
    bound(*database_, "DELETE FROM playlist WHERE id = ?", playlist.id).step();
    return;
  }
  const LibraryEdit::List before = present_state(playlist, false);
  if (before.removed)
    check_name(playlist.name);  // it may be one of an earlier version that comes back
  else if (before.playlist.name != playlist.name)
    require_playlist_name(playlist.name);
  bound(*database_, "INSERT OR REPLACE INTO playlist VALUES (?, ?, ?, ?, ?)", playlist.id,
        playlist.parent, playlist.place, std::int64_t{playlist.folder}, playlist.name)
      .step();
  if (!list.songs) return;
  Statement put = database_->prepare(
      "INSERT INTO entry (playlist, place, path, hash, name) VALUES (?1, ?2, ?3, coalesce((SELECT "
      "hash FROM song WHERE path = ?3), ?4), ?5)");
  for (std::int64_t place = 0; const PlaylistSong& song : *list.songs) {
    put.reset();
    put.bind(std::array<DatabaseValue, 5>{playlist.id, place++, song.audio.string(), song.hash,
                                          song.name});
    put.step();
  }
}

// All playlists can be reached from the top, and names of one folder differ.
void PersonalLibrary::require_sound_lists() const {
  const std::vector<Playlist> all = playlists();
  std::map<std::pair<std::int64_t, std::string>, const Playlist*> names;
  for (const Playlist& playlist : all) {
    const auto [there, fresh] = names.emplace(std::pair(playlist.parent, playlist.name), &playlist);
    if (!fresh)
      throw ArgumentError(fmt::format("there is already a {} \"{}\"", kind_of(*there->second),
                                      full_name(playlist, all)));
  }
  if (database_->number("SELECT count(*) FROM playlist") != static_cast<std::int64_t>(all.size()))
    throw ArgumentError(fmt::format(
        "a playlist lies in a folder that does not exist, in itself, or more than {} folders deep",
        kDeepestFolder));
}

LibraryEdit PersonalLibrary::apply(const LibraryEdit& edit) {
  return change([&] { return edit; });
}

LibraryEdit PersonalLibrary::change(const std::function<LibraryEdit()>& plan) {
  LibraryEdit undo;
  Transaction transaction(*database_);
  const LibraryEdit edit = plan();
  for (const auto& [audio, mark] : edit.marks) {
    undo.marks.emplace_back(audio, mark_of(audio));
    write_mark(audio, mark);
  }
  for (const LibraryEdit::List& list : edit.lists) {
    undo.lists.push_back(present_state(list.playlist, list.removed || list.songs));
    write_list(list);
  }
  if (!edit.lists.empty()) require_sound_lists();
  transaction.commit();
  std::ranges::reverse(undo.marks);
  std::ranges::reverse(undo.lists);
  return undo;
}

void require_playlist_name(const std::string& name) {
  check_name(name);
  const auto refuse = [&](const char* why) {
    throw ArgumentError(
        fmt::format("the name of a playlist {}: \"{}\"", why, utf8_text(label_text(name))));
  };
  if (name.starts_with(' ') || name.ends_with(' ')) refuse("begins or ends with a blank");
  if (name.find('/') != std::string::npos)
    refuse("cannot contain \"/\", which stands between folders");
  if (std::ranges::any_of(name, [](unsigned char byte) { return byte < ' ' || byte == 0x7f; }))
    refuse("cannot contain line ends and control characters");
  if (utf8_text(name) != name) refuse("is not UTF-8");
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  if (names.empty()) return "are none";
  std::string text = fmt::format(
      "are {}", fmt::join(names.begin(), names.begin() + std::min(names.size(), kMost), ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

std::vector<std::string> full_names_of(const std::vector<Playlist>& all) {
  std::unordered_map<std::int64_t, std::string> known;
  std::vector<std::string> names;
  for (const Playlist& playlist : all) {
    const auto above = known.find(playlist.parent);
    names.push_back(above == known.end() ? playlist.name : above->second + "/" + playlist.name);
    if (playlist.folder) known.emplace(playlist.id, names.back());
  }
  return names;
}

std::string full_name(const Playlist& playlist, const std::vector<Playlist>& all) {
  std::string name = playlist.name;
  const auto above = [&](const Playlist& inner) {
    return std::ranges::find(all, inner.parent, &Playlist::id);
  };
  int depth = 0;
  for (auto folder = above(playlist); folder != all.end(); folder = above(*folder)) {
    name = folder->name + "/" + name;
    if (++depth > PersonalLibrary::kDeepestFolder) break;
  }
  return name;
}

PlaylistMaker::PlaylistMaker(const std::vector<Playlist>& all) {
  for (const Playlist& playlist : all) {
    Folder& folder = folders_[playlist.parent];
    folder.names.insert(playlist.name);
    folder.place = std::max(folder.place, playlist.place + 1);
  }
}

Playlist PlaylistMaker::make(std::string_view name, std::int64_t parent, bool folder) {
  Folder& above = folders_[parent];
  Playlist made{new_playlist_id(), parent, above.place++, folder, std::string(name)};
  if (above.names.contains(name)) {
    int& number = above.numbers.try_emplace(made.name, 1).first->second;
    do made.name = fmt::format("{} ({})", name, ++number);
    while (above.names.contains(made.name));
  }
  above.names.insert(made.name);
  return made;
}

Playlist new_playlist(const std::vector<Playlist>& all, std::string_view name, std::int64_t parent,
                      bool folder) {
  return PlaylistMaker(all).make(name, parent, folder);
}

LibraryEdit removal_of(const Playlist& playlist, const std::vector<Playlist>& all) {
  std::set<std::int64_t> gone = {playlist.id};
  for (const Playlist& other : all)  // folders come before what is in them
    if (gone.contains(other.parent)) gone.insert(other.id);
  LibraryEdit edit;
  for (const Playlist& other : all)
    if (gone.contains(other.id)) edit.lists.push_back({.playlist = other, .removed = true});
  std::ranges::reverse(edit.lists);
  return edit;
}

}  // namespace tactus
