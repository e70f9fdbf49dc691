// What a person asks of an index, on the command line or in the window.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/collection/library_index.h"

namespace tactus {

struct SongSearch {
  enum class Kind {
    kAll,         // what fulfils query and progression, in the order
    kWorst,       // the same without songs that a person has checked, least confidence first
    kSimilar,     // what fulfils the query, nearest to `song` first (harmony.h), without `song`
    kDuplicates,  // all files of recordings that have several
  };
  Kind kind = Kind::kAll;
  std::string query = {};        // song_query.h
  std::string progression = {};  // progression_steps(); "" = any
  std::string order = "path";    // a field; -FIELD: descending; kPlaylistOrder
  std::int64_t playlist = 0;     // kAll and kWorst: only its songs; 0 = all of the index
  std::filesystem::path song = {};
  std::size_t limit = 0;  // 0 = no limit; for kSimilar kUsualSimilar
  bool operator==(const SongSearch&) const = default;
};
inline constexpr std::size_t kUsualSimilar = 20;
inline constexpr const char* kPlaylistOrder = "place";  // as the playlist has them

struct FoundSong {
  IndexedSong song;
  std::optional<double> unlike = {};  // kSimilar: difference()
  std::size_t group = 0;              // kDuplicates: number of the recording, from 1; else 0
  // Of a playlist: its place there, from 1. A song that is twice in it is found twice.
  std::size_t place = 0;
  bool indexed = true;  // else in a playlist alone: only path and title are known
};

// Songs of a playlist that are not in the index are found where nothing is asked of them. Throws
// ArgumentError for a query, progression or order that is wrong, InputError if `song` is not
// in the index, DatabaseError.
std::vector<FoundSong> find_songs(const LibraryIndex& index, const SongSearch& search);

// Songs whose files do not exist. A song of a folder that cannot be read is not among them.
std::vector<std::filesystem::path> missing_songs(const LibraryIndex& index);

}  // namespace tactus
