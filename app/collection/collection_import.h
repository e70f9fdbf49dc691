// Brings stars, colours and playlists of another program into the index.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/collection/library_index.h"
#include "datasets/formats/collections/song_collection.h"

namespace tactus {

struct ImportOptions {
  bool overwrite = false;  // stars and colours of the file replace those of the index
  // "C:/Music" -> "/home/me/Music": a folder of the file, and what it is here.
  std::vector<std::pair<std::string, std::string>> moved = {};
};

struct CollectionImport {
  LibraryEdit edit;  // not yet applied
  std::size_t tracks = 0;
  std::size_t marked = 0;     // songs that get stars or a colour
  std::size_t kept = 0;       // songs that keep other ones than those of the file
  std::size_t playlists = 0;  // new ones, without folders
  std::size_t same = 0;       // playlists that are there already, with the same songs
  std::size_t by_name = 0;    // songs that were found by file name and length alone
  std::vector<std::filesystem::path> not_indexed;  // songs that lie here but not in the index
  std::size_t missing = 0;                         // songs that do not lie here
  std::vector<std::string> notes;                  // what is not as in the file
};

// Reads a rekordbox collection (.xml) or the library of Mixxx (mixxxdb.sqlite). Throws FormatError,
// InputError, DatabaseError.
SongCollection read_collection(const std::filesystem::path& file, std::vector<std::string>& notes);

// What an import would change. A track is the song of its path; a path that is nowhere is the one
// song of the index with that file name and, where both are known, that length within 2 s. Colours
// become the nearest of song_colours(). A playlist whose name is taken by one with other songs gets
// a number. Stars and playlists of songs outside the index wait for them (personal_library.h).
CollectionImport plan_import(const LibraryIndex& index, const SongCollection& collection,
                             const ImportOptions& options = {});

}  // namespace tactus
