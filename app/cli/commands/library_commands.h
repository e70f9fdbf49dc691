// Commands of `tactus library` that have files of their own, and what they share.
#pragma once

#include <vector>

#include "app/cli/commands/option_rows.h"
#include "app/collection/song_search.h"

namespace tactus {

CommandRow library_playlist_command();
CommandRow library_rate_command();
CommandRow library_import_command();

// The songs as a table, or as a JSON object per line, or in a file (song_list_text).
void show_found(const std::vector<FoundSong>& found, bool json);
void write_found(const std::vector<FoundSong>& found, const LibraryIndex& index,
                 const std::filesystem::path& file);

}  // namespace tactus
