// The tables of personal_library.h and what happens to them when songs come, move and go.
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/collection/personal_library.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::array kPersonalTables = {
    std::pair{"mark",
              "mark (path TEXT PRIMARY KEY, hash TEXT NOT NULL, rating INTEGER NOT NULL, "
              "colour TEXT NOT NULL)"},
    std::pair{"playlist",
              "playlist (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, place INTEGER NOT NULL, "
              "folder INTEGER NOT NULL, name TEXT NOT NULL)"},
    std::pair{"entry",
              "entry (playlist INTEGER NOT NULL, place INTEGER NOT NULL, path TEXT NOT NULL, "
              "hash TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (playlist, place))"}};

constexpr const char* kPersonalIndices = R"(
CREATE INDEX IF NOT EXISTS mark_hash ON mark (hash);
CREATE INDEX IF NOT EXISTS entry_path ON entry (path);
CREATE INDEX IF NOT EXISTS entry_hash ON entry (hash);
)";

void run_with(Database& database, std::string_view sql, std::initializer_list<std::string> texts) {
  Statement statement = database.prepare(sql);
  const std::vector<DatabaseValue> values(texts.begin(), texts.end());
  statement.bind(values);
  statement.step();
}

// Returns whether the end was reached.
bool copy_rows(const Database& from, std::string_view select, Database& into,
               std::string_view insert, std::string_view kinds) {
  constexpr std::size_t kMostRows = 5'000'000;
  try {
    Statement rows = from.prepare(select);
    Statement put = into.prepare(insert);
    for (std::size_t count = 0; rows.step(); ++count) {
      if (count == kMostRows) return false;
      std::vector<DatabaseValue> values;
      for (int column = 0; column < static_cast<int>(kinds.size()); ++column) {
        if (kinds[static_cast<std::size_t>(column)] == 't')
          values.emplace_back(rows.text(column));
        else
          values.emplace_back(rows.integer(column));
      }
      put.reset();
      put.bind(values);
      put.step();
    }
    return true;
  } catch (const DatabaseError& error) {
    if (error.damaged()) return false;
    throw;
  }
}

}  // namespace

void make_personal_tables(Database& database, Database::Mode mode) {
  if (mode == Database::Mode::kWrite) {
    for (const auto& [name, columns] : kPersonalTables)
      database.run(std::string("CREATE TABLE IF NOT EXISTS ") + columns);
    return database.run(kPersonalIndices);
  }
  for (const auto& [name, columns] : kPersonalTables) {
    Statement there = database.prepare("SELECT 1 FROM main.sqlite_master WHERE name = ?");
    there.bind(std::array<DatabaseValue, 1>{std::string(name)});
    if (!there.step()) database.run(std::string("CREATE TEMP TABLE ") + columns);
  }
}

void follow_song(Database& database, const fs::path& audio, const std::string& hash) {
  const std::string path = audio.string();
  run_with(database, "UPDATE mark SET hash = ?2 WHERE path = ?1", {path, hash});
  run_with(database, "UPDATE entry SET hash = ?2 WHERE path = ?1", {path, hash});
  if (hash.empty()) return;
  run_with(database,
           "UPDATE OR IGNORE mark SET path = ?1 WHERE path = (SELECT path FROM mark WHERE hash = "
           "?2 AND path NOT IN (SELECT path FROM song) LIMIT 1)",
           {path, hash});
  run_with(database,
           "UPDATE entry SET path = ?1 WHERE hash = ?2 AND path NOT IN (SELECT path FROM song)",
           {path, hash});
}

void move_song(Database& database, const fs::path& from, const fs::path& to) {
  run_with(database, "UPDATE OR REPLACE mark SET path = ?2 WHERE path = ?1",
           {from.string(), to.string()});
  run_with(database, "UPDATE entry SET path = ?2 WHERE path = ?1", {from.string(), to.string()});
}

void pass_on_song(Database& database, const fs::path& audio) {
  Statement other = database.prepare(
      "SELECT path FROM song WHERE path <> ?1 AND hash <> '' AND hash = (SELECT hash FROM song "
      "WHERE path = ?1) LIMIT 1");
  other.bind(std::array<DatabaseValue, 1>{audio.string()});
  if (!other.step()) return;
  const std::string heir = other.text(0);
  run_with(database, "UPDATE OR IGNORE mark SET path = ?2 WHERE path = ?1", {audio.string(), heir});
  run_with(database, "UPDATE entry SET path = ?2 WHERE path = ?1", {audio.string(), heir});
}

bool salvage_personal(const fs::path& damaged, Database& into) {
  try {
    const Database from(damaged, Database::Mode::kRead);
    if (!from.are_plain_tables({"mark", "playlist", "entry"})) return true;  // one without them
    Transaction transaction(into);
    const bool marks = copy_rows(from, "SELECT path, hash, rating, colour FROM mark", into,
                                 "INSERT OR IGNORE INTO mark VALUES (?, ?, ?, ?)", "ttit");
    const bool lists = copy_rows(from, "SELECT id, parent, place, folder, name FROM playlist", into,
                                 "INSERT OR IGNORE INTO playlist VALUES (?, ?, ?, ?, ?)", "iiiit");
    const bool songs = copy_rows(from, "SELECT playlist, place, path, hash, name FROM entry", into,
                                 "INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?)", "iittt");
    into.run(
        "UPDATE playlist SET parent = 0 WHERE parent NOT IN (SELECT id FROM playlist WHERE "
        "folder); DELETE FROM entry WHERE playlist NOT IN (SELECT id FROM playlist)");
    transaction.commit();
    return marks && lists && songs;
  } catch (const DatabaseError&) {
    return false;
  }
}

}  // namespace tactus
