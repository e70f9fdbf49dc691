// Commands of the Library page that ask a person and may wait for a disk.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

#include "app/collection/library_index.h"

class QWidget;

namespace tactus::ui {

// Both return a sentence on what was done or what went wrong; "" if the person gave up.

// Asks for a file and saves the songs as playlist or rekordbox collection (song_list_text).
QString save_song_list(QWidget& parent, const std::filesystem::path& index,
                       const std::vector<IndexedSong>& songs);
// Removes the songs whose files are gone from the index, after a question with their number.
QString forget_missing_songs(QWidget& parent, const std::filesystem::path& index);

}  // namespace tactus::ui
