#include "app/collection/mixxx_collection.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "app/collection/database.h"
#include "app/collection/song_marks.h"
#include "audio/error.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMixxxRows = 5'000'000;             // of all tables
constexpr std::size_t kMostMixxxText = std::size_t{1} << 29;  // bytes

class MixxxReader {
 public:
  explicit MixxxReader(const fs::path& file) : database_(file, Database::Mode::kForeign) {
    if (!database_.are_plain_tables({"library", "track_locations", "Playlists", "PlaylistTracks",
                                     "crates", "crate_tracks"}))
      throw InputError(fmt::format(
          "{}: is not the library of Mixxx, expected mixxxdb.sqlite of Mixxx 1.8 or later",
          file.string()));
  }

  SongCollection read() {
    read_tracks();
    read_lists("SELECT id, name FROM Playlists WHERE hidden = 0 ORDER BY position, id",
               "SELECT playlist_id, track_id FROM PlaylistTracks ORDER BY playlist_id, position, "
               "id",
               CollectionList::kTop);
    if (database_.number("SELECT count(*) FROM crates") > 0) {
      found_.lists.push_back({"Crates", CollectionList::kTop, true});
      read_lists("SELECT id, name FROM crates ORDER BY name, id",
                 "SELECT crate_id, track_id FROM crate_tracks ORDER BY crate_id, track_id",
                 found_.lists.size() - 1);
    }
    return std::move(found_);
  }

 private:
  bool has_column(const char* name) const {
    Statement row = database_.prepare(
        "SELECT 1 FROM pragma_table_info('library') WHERE name = ? COLLATE NOCASE");
    row.bind(std::array<DatabaseValue, 1>{std::string(name)});
    return row.step();
  }
  std::string text(const Statement& row, int column) {
    const std::string_view bytes = row.bytes(column);
    count(bytes.size());
    return std::string(bytes);
  }
  void count(std::size_t bytes) {
    ++rows_;
    bytes_ += bytes;
    if (rows_ > kMostMixxxRows || bytes_ > kMostMixxxText)
      throw InputError(
          fmt::format("{}: more than a library of music can be, expected at most {} "
                      "rows and {} MiB of text",
                      database_.file().string(), kMostMixxxRows, kMostMixxxText >> 20));
  }

  void read_tracks() {
    const auto or_null = [&](const char* name) { return has_column(name) ? name : "NULL"; };
    Statement rows = database_.prepare(fmt::format(
        "SELECT library.id, track_locations.location, title, artist, duration, {}, {}, {} IS NULL "
        "FROM library JOIN track_locations ON track_locations.id = library.location WHERE "
        "coalesce(mixxx_deleted, 0) = 0 ORDER BY library.id",
        or_null("rating"), or_null("color"), or_null("color")));
    while (rows.step()) {
      CollectionTrack track;
      track.path = text(rows, 1);
      if (track.path.find('\0') != std::string::npos) continue;
      track.title = utf8_text(label_text(text(rows, 2)));
      track.artist = utf8_text(label_text(text(rows, 3)));
      track.duration = rows.real(4) > 0.0 ? rows.real(4) : 0.0;
      const std::int64_t rating = rows.integer(5);
      if (rating > 0 && rating <= kMostStars) track.rating = static_cast<int>(rating);
      if (rows.integer(7) == 0)
        track.colour = static_cast<std::uint32_t>(rows.integer(6)) & 0xFFFFFF;
      numbers_.emplace(rows.integer(0), found_.tracks.size());
      found_.tracks.push_back(std::move(track));
    }
  }

  void read_lists(const char* of_lists, const char* of_tracks, std::size_t parent) {
    std::map<std::int64_t, std::size_t> lists;
    Statement names = database_.prepare(of_lists);
    while (names.step()) {
      lists.emplace(names.integer(0), found_.lists.size());
      found_.lists.push_back({utf8_text(label_text(text(names, 1))), parent, false});
    }
    Statement entries = database_.prepare(of_tracks);
    while (entries.step()) {
      count(0);
      const auto list = lists.find(entries.integer(0));
      const auto track = numbers_.find(entries.integer(1));
      if (list != lists.end() && track != numbers_.end())
        found_.lists[list->second].tracks.push_back(track->second);
    }
  }

  Database database_;
  SongCollection found_;
  std::map<std::int64_t, std::size_t> numbers_;  // of tracks, by their id
  std::size_t rows_ = 0, bytes_ = 0;
};

}  // namespace

SongCollection read_mixxx_library(const fs::path& file) {
  try {
    return MixxxReader(file).read();
  } catch (const DatabaseError& error) {
    if (!error.damaged()) throw;
    throw InputError(fmt::format(
        "{}: is damaged; start Mixxx to repair it, or give a copy of before", file.string()));
  }
}

bool is_sqlite_file(const fs::path& file) {
  constexpr std::string_view kBegin = "SQLite format 3";
  std::string head(kBegin.size(), '\0');
  std::ifstream(file, std::ios::binary)
      .read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == kBegin;
}

}  // namespace tactus
