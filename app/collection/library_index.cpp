#include "app/collection/library_index.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "app/collection/fingerprint.h"
#include "app/engine/tagging/batch_tagger.h"
#include "audio/error.h"
#include "datasets/formats/labels/key_label.h"
#include "features/files/descriptor.h"
#include "features/files/home_folder.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kApplication = 0x54616374;  // "Tact", in the head of the file
constexpr std::int64_t kVersion = 1;

constexpr const char* kSchema = R"(
CREATE TABLE song (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, size INTEGER, changed INTEGER,
  annotation TEXT, annotation_size INTEGER, annotation_changed INTEGER,
  title TEXT, artist TEXT, album TEXT, year INTEGER, track INTEGER,
  duration REAL, bpm REAL, grid TEXT, key INTEGER, meter INTEGER, confidence REAL,
  beats INTEGER, chords INTEGER, sections TEXT, model TEXT, review TEXT, damage TEXT,
  recording INTEGER);
CREATE INDEX song_hash ON song (hash);
CREATE INDEX song_annotation ON song (annotation);
CREATE INDEX song_bpm ON song (bpm);
CREATE INDEX song_key ON song (key, bpm);
CREATE INDEX song_confidence ON song (confidence);
CREATE INDEX song_recording ON song (recording);
CREATE TABLE print (song INTEGER PRIMARY KEY, duration REAL, hash INTEGER, items BLOB);
CREATE INDEX print_duration ON print (duration, hash);
CREATE TABLE harmony (song INTEGER PRIMARY KEY, bpm REAL, key INTEGER, histogram BLOB);
CREATE VIRTUAL TABLE progression USING fts5(steps, tokenize = 'trigram case_sensitive 1');
)";

// Counts what computes rows while it is read, perhaps without end.
constexpr const char* kComputed =
    "SELECT (SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger') OR "
    "(sql LIKE 'CREATE VIRTUAL%' AND name <> 'progression')) + "
    "(SELECT count(*) FROM sqlite_master AS made, pragma_table_xinfo(made.name) AS columns "
    "WHERE made.type = 'table' AND columns.hidden > 1)";

constexpr const char* kColumns =
    "path, hash, size, changed, annotation, annotation_size, annotation_changed, title, artist, "
    "album, year, track, duration, bpm, grid, key, meter, confidence, beats, chords, sections, "
    "model, review, damage";

// What find() reads: the row, and the mark of its song.
std::string shown_columns() {
  return std::string(kColumns) +
         ", coalesce((SELECT rating FROM mark WHERE mark.path = song.path), 0)"
         ", coalesce((SELECT colour FROM mark WHERE mark.path = song.path), '')";
}

constexpr int kNoKey = -1;

IndexedSong song_of(const Statement& row) {
  IndexedSong song;
  song.audio = row.text(0);
  song.hash = row.text(1);
  song.audio_state = {row.integer(2), row.integer(3)};
  song.annotation = row.text(4);
  song.annotation_state = {row.integer(5), row.integer(6)};
  song.title = row.text(7);
  song.artist = row.text(8);
  song.album = row.text(9);
  song.year = static_cast<int>(row.integer(10));
  song.track = static_cast<int>(row.integer(11));
  song.duration = row.real(12);
  song.bpm = row.real(13);
  song.grid = row.text(14);
  if (const auto key = row.integer(15); key >= 0) song.key = static_cast<int>(key);
  song.meter = meter_named(row.text(16)).value_or(Meter());
  song.confidence = row.real(17);
  song.beats = static_cast<int>(row.integer(18));
  song.chords = static_cast<int>(row.integer(19));
  song.sections = row.text(20);
  song.model = row.text(21);
  song.review = row.text(22);
  song.damage = row.text(23);
  song.mark = {static_cast<int>(row.integer(24)), row.text(25)};
  return song;
}

// A number of beats, or "6/8".
DatabaseValue meter_value(const Meter& meter) {
  if (meter.compound()) return name_of(meter);
  return static_cast<std::int64_t>(meter.beats);
}

std::vector<DatabaseValue> values_of(const IndexedSong& song) {
  const auto whole = [](auto value) { return static_cast<std::int64_t>(value); };
  return {song.audio.string(),
          song.hash,
          song.audio_state.size,
          song.audio_state.changed,
          song.annotation.string(),
          song.annotation_state.size,
          song.annotation_state.changed,
          song.title,
          song.artist,
          song.album,
          whole(song.year),
          whole(song.track),
          song.duration,
          song.bpm,
          song.grid,
          whole(song.key.value_or(kNoKey)),
          meter_value(song.meter),
          song.confidence,
          whole(song.beats),
          whole(song.chords),
          song.sections,
          song.model,
          song.review,
          song.damage};
}

std::vector<IndexedSong> songs_of(Statement statement) {
  std::vector<IndexedSong> songs;
  while (statement.step()) songs.push_back(song_of(statement));
  return songs;
}

// Tempo, key and histogram in columns from `first` on.
HarmonyAndTempo harmony_at(const Statement& row, int first) {
  HarmonyAndTempo song;
  song.bpm = row.real(first);
  if (const auto key = row.integer(first + 1); key >= 0) song.key = static_cast<int>(key);
  const std::string_view bytes = row.bytes(first + 2);
  std::copy_n(bytes.begin(), std::min(bytes.size(), song.histogram.size()), song.histogram.begin());
  return song;
}

std::string grid_name(GridKind kind) {
  constexpr std::array kNames = {"", "constant", "piecewise", "free"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string section_names(const std::vector<LabelledSegment>& sections) {
  std::vector<std::string> names;
  for (const LabelledSegment& section : sections) {
    if (std::ranges::find(names, section.label) == names.end()) names.push_back(section.label);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

int year_of(const std::string& date) {
  int year = 0;
  std::from_chars(date.data(), date.data() + std::min<std::size_t>(date.size(), 4), year);
  return year;
}

// An index that lacks a table or a column is damaged, and can be made again.
void require_tables(const Database& database) {
  try {
    database.prepare(fmt::format("SELECT recording, {} FROM song", kColumns));
    database.prepare("SELECT song, duration, hash, items FROM print");
    database.prepare("SELECT song, bpm, key, histogram FROM harmony");
    database.prepare("SELECT rowid, steps FROM progression");
  } catch (const DatabaseError& error) {
    const std::string file = database.file().string() + ": ";
    const std::string what = error.what();
    if (!what.starts_with(file + "no such ")) throw;
    throw DatabaseError::of_sqlite(database.file(), SQLITE_CORRUPT, what.substr(file.size()));
  }
}

// Two chords and the interval between them are three letters: what the index of trigrams needs.
SqlCondition with_steps(const std::string& steps) {
  return {"song.id IN (SELECT rowid FROM progression WHERE steps GLOB ?)", {"*" + steps + "*"}};
}

}  // namespace

FileState file_state(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {found.st_size, found.st_mtim.tv_sec * 1000000000LL + found.st_mtim.tv_nsec};
}

IndexedSong indexed_song(const Annotation& annotation) {
  const SongSummary summary = summarise(annotation);
  IndexedSong song;
  song.title = annotation.title;
  song.artist = annotation.artist;
  song.album = annotation.album;
  song.year = year_of(annotation.tags.date);
  song.track = annotation.tags.track;
  song.duration = summary.duration;
  song.bpm = summary.tempo;
  song.grid = grid_name(annotation.grid.kind);
  song.key = key_number(main_key(annotation.keys));
  song.meter = summary.meter;
  song.confidence = summary.confidence;
  song.beats = static_cast<int>(summary.beats);
  song.chords = static_cast<int>(summary.chords);
  song.sections = section_names(annotation.sections);
  song.model = annotation.annotator;
  song.review = annotation.review == Review::kChecked  ? "checked"
                : annotation.review == Review::kEdited ? "edited"
                                                       : "";
  song.damage = annotation.damage;
  return song;
}

LibraryIndex::LibraryIndex(const fs::path& file, Database::Mode mode, int patience)
    : database_(
          [&] {
            std::error_code unknown;
            if (mode == Database::Mode::kRead && !fs::exists(file, unknown) && !unknown)
              throw NoIndexError(NoIndexError::Why::kMissing,
                                 fmt::format("{}: no such index; make it with `tactus library add "
                                             "FOLDER`, or choose another with --index",
                                             file.string()));
            return file;
          }(),
          mode, patience) {
  database_.run("BEGIN");  // one state for all three: another process may make the index now
  const std::int64_t application = database_.number("PRAGMA application_id");
  const std::int64_t version = database_.number("PRAGMA user_version");
  const bool empty = database_.number("SELECT count(*) FROM sqlite_master") == 0;
  const bool computed = database_.number(kComputed) > 0;
  database_.run("COMMIT");
  if (computed)
    throw NoIndexError(
        NoIndexError::Why::kOtherProgram,
        fmt::format("{}: contains views, triggers or computed columns, which Tactus never writes; "
                    "choose another index with --index",
                    file.string()));
  if (application != kApplication && !(empty && application == 0))
    throw NoIndexError(
        NoIndexError::Why::kOtherProgram,
        fmt::format("{}: is a database from another program; choose the index with --index",
                    file.string()));
  if (version > kVersion)
    throw NoIndexError(
        NoIndexError::Why::kNewerTactus,
        fmt::format("{}: is an index from a newer Tactus (version {}, expected {}); update Tactus",
                    file.string(), version, kVersion));
  if (!empty) require_tables(database_);
  if (mode == Database::Mode::kRead) {
    if (empty)
      throw NoIndexError(
          NoIndexError::Why::kEmpty,
          fmt::format("{}: is empty; fill it with `tactus library add FOLDER`", file.string()));
    make_personal_tables(database_, mode);
    return;
  }
  database_.use_write_ahead_log(patience);
  if (!empty) {  // an index of before has none of this
    database_.run("CREATE INDEX IF NOT EXISTS song_annotation ON song (annotation)");
    make_personal_tables(database_, mode);
    return;
  }
  Transaction transaction(database_);
  if (database_.number("SELECT count(*) FROM sqlite_master") == 0) {  // not made in between
    database_.run(kSchema);
    database_.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication,
                              kVersion));
  }
  make_personal_tables(database_, mode);
  transaction.commit();
}

std::vector<IndexedSong> LibraryIndex::find(const Request& request) const {
  SqlCondition condition = request.condition;
  if (!request.steps.empty()) {
    const SqlCondition steps = with_steps(request.steps);
    condition.sql += " AND " + steps.sql;
    condition.values.insert(condition.values.end(), steps.values.begin(), steps.values.end());
  }
  std::string sql = fmt::format("SELECT {} FROM song WHERE {} ORDER BY {}", shown_columns(),
                                condition.sql, request.order);
  if (request.limit > 0) sql += fmt::format(" LIMIT {}", request.limit);
  Statement statement = database_.prepare(sql);
  statement.bind(condition.values);
  return songs_of(std::move(statement));
}

std::vector<std::pair<IndexedSong, double>> LibraryIndex::similar(const HarmonyAndTempo& wanted,
                                                                  const SqlCondition& condition,
                                                                  std::size_t limit) const {
  std::string sql = "SELECT song, bpm, key, histogram FROM harmony";
  if (condition.sql != "1")
    sql += fmt::format(" WHERE song IN (SELECT id FROM song WHERE {})", condition.sql);
  Statement rows = database_.prepare(sql);
  rows.bind(condition.values);
  std::vector<std::pair<double, std::int64_t>> all;
  while (rows.step()) {
    all.emplace_back(difference(wanted, harmony_at(rows, 1)), rows.integer(0));
  }
  const std::size_t count = limit > 0 ? std::min(limit, all.size()) : all.size();
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
  all.resize(count);
  std::vector<std::pair<IndexedSong, double>> found;
  Statement one =
      database_.prepare(fmt::format("SELECT {} FROM song WHERE id = ?", shown_columns()));
  for (const auto& [unlike, id] : all) {
    one.reset();
    one.bind(std::array<DatabaseValue, 1>{id});
    if (one.step()) found.emplace_back(song_of(one), unlike);
  }
  return found;
}

std::optional<HarmonyAndTempo> LibraryIndex::harmony_of(const fs::path& audio) const {
  Statement row = database_.prepare(
      "SELECT bpm, key, histogram FROM harmony WHERE song = (SELECT id FROM song WHERE path = ?)");
  row.bind(std::array<DatabaseValue, 1>{audio.string()});
  return row.step() ? std::optional(harmony_at(row, 0)) : std::nullopt;
}

std::vector<std::vector<IndexedSong>> LibraryIndex::duplicates() const {
  std::vector<std::vector<IndexedSong>> groups;
  Statement rows =
      database_.prepare(fmt::format("SELECT {}, recording FROM song WHERE recording IN "
                                    "(SELECT recording FROM song GROUP BY recording HAVING "
                                    "count(*) > 1) ORDER BY recording, path",
                                    shown_columns()));
  std::int64_t last = -1;
  while (rows.step()) {
    constexpr int kRecording = 26;  // behind shown_columns()
    if (std::exchange(last, rows.integer(kRecording)) != last || groups.empty())
      groups.emplace_back();
    groups.back().push_back(song_of(rows));
  }
  return groups;
}

std::optional<IndexedSong> LibraryIndex::at(const fs::path& audio) const {
  auto songs = find({.condition = {"path = ?", {audio.string()}}});
  return songs.empty() ? std::nullopt : std::optional(std::move(songs.front()));
}

std::vector<IndexedSong> LibraryIndex::with_hash(const std::string& hash) const {
  return find({.condition = {"hash = ?", {hash}}});
}

std::int64_t LibraryIndex::songs() const {
  return database_.number("SELECT count(*) FROM song");
}

bool LibraryIndex::is_whole() const {
  try {
    Statement check = database_.prepare("PRAGMA quick_check(1)");
    return check.step() && check.text(0) == "ok";
  } catch (const DatabaseError& error) {
    if (error.damaged()) return false;
    throw;
  }
}

void LibraryIndex::put(const std::vector<std::pair<IndexedSong, Annotation>>& songs) {
  Transaction transaction(database_);
  Statement insert = database_.prepare(fmt::format(
      "INSERT OR REPLACE INTO song (id, {}) VALUES ((SELECT id FROM song WHERE path = ?1)"
      ", ?1{})",
      kColumns, [] {
        std::string marks;
        for (int i = 2; i <= 24; ++i) marks += fmt::format(", ?{}", i);
        return marks;
      }()));
  Statement id_of = database_.prepare("SELECT id FROM song WHERE path = ?");
  Statement harmony = database_.prepare(
      "INSERT OR REPLACE INTO harmony (song, bpm, key, histogram) VALUES (?, ?, ?, ?)");
  Statement forget = database_.prepare("DELETE FROM progression WHERE rowid = ?");
  Statement steps = database_.prepare("INSERT INTO progression (rowid, steps) VALUES (?, ?)");
  Statement print = database_.prepare(
      "INSERT OR REPLACE INTO print (song, duration, hash, items) VALUES (?, ?, ?, ?)");
  Statement recording = database_.prepare("UPDATE song SET recording = ? WHERE id = ?");
  for (const auto& [song, annotation] : songs) {
    insert.reset();
    insert.bind(values_of(song));
    insert.step();
    id_of.reset();
    id_of.bind(std::array<DatabaseValue, 1>{song.audio.string()});
    id_of.step();
    const std::int64_t id = id_of.integer(0);
    const ChordHistogram histogram = chord_histogram(annotation.chords, song.key);
    harmony.reset();
    harmony.bind(
        std::array<DatabaseValue, 3>{id, song.bpm, std::int64_t{song.key.value_or(kNoKey)}});
    harmony.bind_bytes(4, {reinterpret_cast<const char*>(histogram.data()), histogram.size()});
    harmony.step();
    forget.reset();
    forget.bind(std::array<DatabaseValue, 1>{id});
    forget.step();
    steps.reset();
    steps.bind(std::array<DatabaseValue, 2>{id, chord_steps(annotation.chords)});
    steps.step();
    if (!song.fingerprint.empty()) {
      print.reset();
      print.bind(std::array<DatabaseValue, 3>{id, song.duration,
                                              std::int64_t{fingerprint_hash(song.fingerprint)}});
      print.bind_bytes(4, song.fingerprint);
      print.step();
    }
    recording.reset();
    recording.bind(std::array<DatabaseValue, 2>{recording_of(id, song), id});
    recording.step();
    follow_song(database_, song.audio, song.hash);
  }
  transaction.commit();
}

// The number of the recording of a song that was just put: that of a song of equal bytes or of the
// same sound, else its own.
std::int64_t LibraryIndex::recording_of(std::int64_t id, const IndexedSong& song) {
  Statement same = database_.prepare(
      "SELECT recording FROM song WHERE hash = ? AND id <> ? AND recording IS NOT NULL LIMIT 1");
  same.bind(std::array<DatabaseValue, 2>{song.hash, id});
  if (same.step()) return same.integer(0);
  Statement mine = database_.prepare("SELECT duration, hash, items FROM print WHERE song = ?");
  mine.bind(std::array<DatabaseValue, 1>{id});
  if (!mine.step()) return id;
  constexpr double kLength = 1.0;  // second by which two files of a recording may differ
  constexpr int kHashBits = 8;     // of 32; different recordings differ in some 16
  const double duration = mine.real(0);
  const auto hash = static_cast<std::uint32_t>(mine.integer(1));
  const std::string items(mine.bytes(2));
  Statement near = database_.prepare(
      "SELECT song, hash FROM print WHERE duration BETWEEN ? AND ? AND song <> ?");
  near.bind(std::array<DatabaseValue, 3>{duration - kLength, duration + kLength, id});
  Statement other = database_.prepare(
      "SELECT items, recording FROM print JOIN song ON song.id = print.song WHERE print.song = ?");
  while (near.step()) {
    if (std::popcount(hash ^ static_cast<std::uint32_t>(near.integer(1))) > kHashBits) continue;
    other.reset();
    other.bind(std::array<DatabaseValue, 1>{near.integer(0)});
    if (other.step() && alike(items, other.bytes(0)) >= kSameRecording) return other.integer(1);
  }
  return id;
}

void LibraryIndex::move(const fs::path& from, const IndexedSong& to) {
  Transaction transaction(database_);
  Statement statement = database_.prepare(
      "UPDATE OR REPLACE song SET path = ?, size = ?, changed = ?, annotation = ?, "
      "annotation_size = ?, annotation_changed = ? WHERE path = ?");
  statement.bind(std::array<DatabaseValue, 7>{
      to.audio.string(), to.audio_state.size, to.audio_state.changed, to.annotation.string(),
      to.annotation_state.size, to.annotation_state.changed, from.string()});
  statement.step();
  move_song(database_, from, to.audio);
  transaction.commit();
}

void LibraryIndex::remove(const std::vector<fs::path>& audio) {
  Transaction transaction(database_);
  for (const fs::path& path : audio) pass_on_song(database_, path);
  for (const char* sql :
       {"DELETE FROM print WHERE song = (SELECT id FROM song WHERE path = ?)",
        "DELETE FROM harmony WHERE song = (SELECT id FROM song WHERE path = ?)",
        "DELETE FROM progression WHERE rowid = (SELECT id FROM song WHERE path = ?)",
        "DELETE FROM song WHERE path = ?"}) {
    Statement statement = database_.prepare(sql);
    for (const fs::path& path : audio) {
      statement.reset();
      statement.bind(std::array<DatabaseValue, 1>{path.string()});
      statement.step();
    }
  }
  transaction.commit();
}

namespace {

void require_index_file(const fs::path& file) {
  constexpr std::size_t kHead = 72;
  std::string head(kHead, '\0');
  std::ifstream(file, std::ios::binary).read(head.data(), kHead);
  const bool index = head.starts_with("SQLite format 3") && head.substr(68) == "Tact";
  if (!index) throw DatabaseError::of_sqlite(file, SQLITE_NOTADB, "");
}

}  // namespace

fs::path set_aside_index(const fs::path& file) {
  require_index_file(file);
  fs::path name = file.string() + ".damaged";
  for (int number = 2; fs::exists(name); ++number)
    name = fmt::format("{}.damaged{}", file.string(), number);
  for (const char* ending : {"", "-wal", "-shm"}) {
    if (fs::exists(file.string() + ending))
      fs::rename(file.string() + ending, name.string() + ending);
  }
  return name;
}

namespace {

// Null if the index is damaged.
std::unique_ptr<LibraryIndex> whole_index(const fs::path& file) {
  try {
    auto index = std::make_unique<LibraryIndex>(file, Database::Mode::kWrite);
    if (index->is_whole()) return index;
  } catch (const DatabaseError& error) {
    if (!error.damaged()) throw;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<LibraryIndex> index_to_add(const fs::path& file,
                                           const std::function<void(const fs::path&, bool)>& told) {
  if (auto index = whole_index(file)) return index;
  const Descriptor folder(::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ::flock(folder.get(), LOCK_EX);                    // ends with the descriptor
  if (auto index = whole_index(file)) return index;  // another process has made it in between
  const fs::path aside = set_aside_index(file);
  auto fresh = std::make_unique<LibraryIndex>(file, Database::Mode::kWrite);
  told(aside, salvage_personal(aside, fresh->database_));
  return fresh;
}

fs::path usual_index() {
  const char* variable = std::getenv("XDG_DATA_HOME");
  const fs::path data = variable ? variable : "";
  const fs::path folder = data.is_absolute() ? data : home_folder() / ".local" / "share";
  return folder / "tactus" / "library.sqlite";
}

}  // namespace tactus
