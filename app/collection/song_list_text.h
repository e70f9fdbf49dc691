// Lists of found songs for other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/collection/library_index.h"

namespace tactus {

// "Artist - Title", or the title alone.
std::string song_name(const IndexedSong& song);

// A playlist (.m3u8, .m3u) or a rekordbox collection (.xml), by the ending of the file that the
// caller will write. The collection has beats and keys out of the JAMS files, stars and colours,
// and the playlists of the index whose songs are all among these; songs of such a playlist that are
// not in the index are tracks without beats. Throws ArgumentError for another ending, InputError
// for a JAMS file that is missing or malformed.
std::string song_list_text(const std::vector<IndexedSong>& songs, const LibraryIndex& index,
                           const std::filesystem::path& file);

}  // namespace tactus
