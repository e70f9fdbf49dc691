// Lists of found songs for other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/collection/library_index.h"

namespace tactus {

// "Artist - Title", or the title alone.
std::string song_name(const IndexedSong& song);

// A playlist (.m3u8, .m3u) or a rekordbox collection (.xml), by the ending of the file that the
// caller will write. The collection has beats and keys out of the JAMS files, stars and colours,
// and the playlists of the index whose songs are all among these, or the one playlist `only`; songs
// of such a playlist that are not in the index are tracks without beats, and so are those whose
// JAMS file is missing or malformed: `faults` gets a line for each. Throws ArgumentError for
// another ending.
std::string song_list_text(const std::vector<IndexedSong>& songs, const LibraryIndex& index,
                           const std::filesystem::path& file, std::vector<std::string>& faults,
                           std::int64_t only = 0);

}  // namespace tactus
