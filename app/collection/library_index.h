// The index of a collection of songs: one SQLite file, which any number of processes may read and
// write at a time. All it knows of the songs stands in the JAMS files too, so it can be made again;
// stars, colours and playlists (personal_library.h) stand here alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/collection/database.h"
#include "app/collection/harmony.h"
#include "app/collection/personal_library.h"
#include "app/collection/song_query.h"
#include "audio/error.h"
#include "model/annotation.h"
#include "model/meter.h"

namespace tactus {

// How a file was when it was indexed; equal values = most probably the same content.
struct FileState {
  std::int64_t size = 0;     // bytes
  std::int64_t changed = 0;  // nanoseconds since 1970
  bool operator==(const FileState&) const = default;
};
// All 0 if the file is missing.
FileState file_state(const std::filesystem::path& file);

struct IndexedSong {
  std::filesystem::path audio;  // absolute
  std::string hash;             // of its bytes (content_hash.h)
  FileState audio_state;
  std::filesystem::path annotation;  // its JAMS file, absolute
  FileState annotation_state;
  std::string title, artist, album;
  int year = 0;  // 0 = unknown
  int track = 0;
  double duration = 0.0;   // seconds
  double bpm = 0.0;        // 0 = unknown
  std::string grid;        // "constant", "piecewise", "free", ""
  std::optional<int> key;  // key_number() of the key that holds longest; key_name() names it
  Meter meter;
  double confidence = 0.0;
  int beats = 0, chords = 0;
  std::string sections;  // their names, each once: "verse chorus A"
  std::string model;     // program and models, or the person
  std::string review;    // "", "edited", "checked"
  std::string damage;    // where the sound is damaged
  // fingerprint_of() the sound. put() takes it; "" keeps the one that the song has. find() leaves
  // it out.
  std::string fingerprint;
  SongMark mark = {};  // find() fills it, put() leaves that of the index
};
// Fills all but files and hash.
IndexedSong indexed_song(const Annotation& annotation);

// There is no index in a file that could be read.
class NoIndexError : public InputError {
 public:
  enum class Why { kMissing, kEmpty, kOtherProgram, kNewerTactus };
  NoIndexError(Why why, const std::string& message) : InputError(message), why_(why) {}
  Why why() const { return why_; }

 private:
  Why why_;
};

class LibraryIndex {
 public:
  // kWrite makes the index if the file is missing or empty. Throws NoIndexError if it is missing or
  // empty (kRead), of another program, or of a newer Tactus; DatabaseError::damaged() if it is
  // damaged, or lacks a table.
  // `patience`: milliseconds that it waits for other writers.
  LibraryIndex(const std::filesystem::path& file, Database::Mode mode,
               int patience = Database::kPatience);

  // The songs that fulfil a condition, and the progression (progression_steps) unless it is empty.
  struct Request {
    SqlCondition condition = {};
    std::string order = "path";  // parse_order
    std::string steps = {};
    std::size_t limit = 0;  // 0 = all
  };
  std::vector<IndexedSong> find(const Request& request) const;
  // The songs nearest to one (harmony.h), best first, with their differences.
  std::vector<std::pair<IndexedSong, double>> similar(const HarmonyAndTempo& wanted,
                                                      const SqlCondition& condition,
                                                      std::size_t limit) const;
  // Songs of equal bytes, or of the same recording (fingerprint.h, length within a second); each
  // group together.
  std::vector<std::vector<IndexedSong>> duplicates() const;
  std::optional<HarmonyAndTempo> harmony_of(const std::filesystem::path& audio) const;
  std::optional<IndexedSong> at(const std::filesystem::path& audio) const;
  std::vector<IndexedSong> with_hash(const std::string& hash) const;
  std::int64_t songs() const;
  PersonalLibrary personal() const { return PersonalLibrary(database_); }
  bool is_whole() const;  // reads the whole file

  // Adds songs or replaces those of the same path, all or none.
  void put(const std::vector<std::pair<IndexedSong, Annotation>>& songs);
  // The same file under another path, or with other times.
  void move(const std::filesystem::path& from, const IndexedSong& to);
  // Stars, colours and playlists keep the songs, see personal_library.h.
  void remove(const std::vector<std::filesystem::path>& audio);

 private:
  friend std::unique_ptr<LibraryIndex> index_to_add(
      const std::filesystem::path& file,
      const std::function<void(const std::filesystem::path& aside, bool personal_whole)>& told);
  std::int64_t recording_of(std::int64_t id, const IndexedSong& song);

  mutable Database database_;  // personal() is a view of it
};

// The name under which a damaged index stays: INDEX.damaged, INDEX.damaged2, ... Moves it there
// with its companions. Throws DatabaseError if it does not begin like an index: it may be anything.
std::filesystem::path set_aside_index(const std::filesystem::path& file);

// Opens the index to write. A damaged one is set aside, and it is begun again: all songs stand in
// the JAMS files too. The new one has the stars, colours and playlists that could be read. `told`
// gets the new name of the damaged one, and whether they could all be read.
std::unique_ptr<LibraryIndex> index_to_add(
    const std::filesystem::path& file,
    const std::function<void(const std::filesystem::path& aside, bool personal_whole)>& told);

// $XDG_DATA_HOME/tactus/library.sqlite, else ~/.local/share/tactus/library.sqlite.
std::filesystem::path usual_index();

}  // namespace tactus
