// What a person adds to the index of a library: stars, colours and playlists. Unlike all else in
// the index it stands in no other file.
//
// A song is known by its path and by the hash of its bytes. Stars, colours and places in playlists
// stay when its row leaves the index, and are there again with the path, or with the same bytes
// under another path (follow_song). A song that is in no index yet may have them, too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/collection/database.h"
#include "app/collection/song_marks.h"

namespace tactus {

struct Playlist {
  std::int64_t id = 0;      // new_playlist_id()
  std::int64_t parent = 0;  // a folder; 0 = on top
  std::int64_t place = 0;   // among those of the parent, from 0
  bool folder = false;      // holds playlists instead of songs
  std::string name;
  bool operator==(const Playlist&) const = default;
};
std::int64_t new_playlist_id();  // random, so that two processes make no equal ones

struct PlaylistSong {
  std::filesystem::path audio;  // absolute
  std::string name;             // for songs that are not in the index
  std::string hash = {};        // apply() fills it for songs of the index
  bool operator==(const PlaylistSong& other) const { return audio == other.audio; }
};

// Changes that belong together. One that is undone is the edit that apply() has returned.
struct LibraryEdit {
  struct List {
    Playlist playlist;
    // Nothing: those it has.
    std::optional<std::vector<PlaylistSong>> songs = {};
    bool removed = false;  // only this row: removal_of() makes the edit that removes a folder
  };
  std::vector<std::pair<std::filesystem::path, SongMark>> marks = {};
  std::vector<List> lists = {};  // a folder before what is in it
  bool empty() const { return marks.empty() && lists.empty(); }
};

// A view of the database of an index (LibraryIndex::personal()), valid as long as that. All
// functions throw DatabaseError.
class PersonalLibrary {
 public:
  explicit PersonalLibrary(Database& database) : database_(&database) {}

  // Folders before what is in them, each followed by its content.
  std::vector<Playlist> playlists() const;
  std::vector<PlaylistSong> songs_of(std::int64_t playlist) const;
  std::size_t song_count(std::int64_t playlist) const;
  SongMark mark_of(const std::filesystem::path& audio) const;
  // "Sets/Friday", or "Friday" if only one has this name. Throws ArgumentError with the names that
  // exist.
  Playlist playlist_named(std::string_view name) const;
  // The same, and ArgumentError for a playlist.
  Playlist folder_named(std::string_view name) const;

  // All or nothing. Returns what undoes it. Throws ArgumentError for more than kMostStars, an
  // unknown colour, a new name that require_playlist_name() refuses or its folder has already, a
  // parent that is not a folder or lies in the playlist itself, and more than kDeepestFolder
  // folders in each other.
  LibraryEdit apply(const LibraryEdit& edit);
  // The same for an edit that follows from what the index holds: nobody else writes between the
  // reading of `plan` and this edit.
  LibraryEdit change(const std::function<LibraryEdit()>& plan);

  static constexpr int kDeepestFolder = 20;
  static constexpr std::size_t kLongestName = 200;  // bytes

 private:
  void write_mark(const std::filesystem::path& audio, const SongMark& mark);
  LibraryEdit::List present_state(const Playlist& playlist, bool with_songs) const;
  void write_list(const LibraryEdit::List& list);
  void require_sound_lists() const;

  Database* database_;
};

// Throws ArgumentError for a name that nobody could write or find again: empty, too long, with "/",
// control bytes, bytes that are not UTF-8, or blanks at its ends.
void require_playlist_name(const std::string& name);

// "are A, B and C", "are A, B, ... (and 3 more)", "are none".
std::string listed(const std::vector<std::string>& names);

// Of all, in their order (folders before what is in them): "Sets/Friday".
std::vector<std::string> full_names_of(const std::vector<Playlist>& all);
// "Sets/Friday".
std::string full_name(const Playlist& playlist, const std::vector<Playlist>& all);
// Makes new playlists and folders, each behind those of its parent. A name becomes "name (2)" if it
// is taken.
class PlaylistMaker {
 public:
  explicit PlaylistMaker(const std::vector<Playlist>& all);
  Playlist make(std::string_view name, std::int64_t parent, bool folder);

 private:
  struct Folder {
    std::set<std::string, std::less<>> names;
    std::map<std::string, int, std::less<>> numbers;  // the last one of a name
    std::int64_t place = 0;                           // of the next
  };
  std::map<std::int64_t, Folder> folders_;
};
// One of them.
Playlist new_playlist(const std::vector<Playlist>& all, std::string_view name,
                      std::int64_t parent = 0, bool folder = false);
// Removes a playlist, or a folder with all that is in it.
LibraryEdit removal_of(const Playlist& playlist, const std::vector<Playlist>& all);

// Makes the tables where they are missing; in a database that is only read, empty ones for this
// connection.
void make_personal_tables(Database& database, Database::Mode mode);
// A song is in the index now: what belongs to its bytes under a path without a row becomes its own.
void follow_song(Database& database, const std::filesystem::path& audio, const std::string& hash);
// The file of a song has moved.
void move_song(Database& database, const std::filesystem::path& from,
               const std::filesystem::path& to);
// Before a row leaves the index: what belongs to it passes to another file of the same bytes.
void pass_on_song(Database& database, const std::filesystem::path& audio);
// Copies what can be read out of a damaged index. Returns whether all could be.
bool salvage_personal(const std::filesystem::path& damaged, Database& into);

}  // namespace tactus
