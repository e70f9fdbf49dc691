// The library of Mixxx (mixxxdb.sqlite), version 3 of its schema and later.
#pragma once

#include <filesystem>

#include "datasets/formats/collections/song_collection.h"

namespace tactus {

// Reads tracks with stars and colours, playlists, and crates as playlists of a folder "Crates";
// not the history and the queue of Auto DJ. Nothing is written, and Mixxx may not be writing.
// Throws InputError for a database that is not of Mixxx, or damaged; DatabaseError for one that is
// too large or busy.
SongCollection read_mixxx_library(const std::filesystem::path& file);

// Does the file begin like a database of SQLite?
bool is_sqlite_file(const std::filesystem::path& file);

}  // namespace tactus
