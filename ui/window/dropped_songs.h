// The songs of files, folders and playlists that a person drops on the window.
#pragma once

#include <QStringList>
#include <filesystem>
#include <vector>

namespace tactus::ui {

struct DroppedSongs {
  std::vector<std::filesystem::path> songs;  // audio files that exist, each once, in order
  QStringList failed;                        // names of what gave no song
};

// Folders are searched with their sub-folders; a playlist (.m3u, .m3u8) stands for its songs, an
// annotation for its audio.
DroppedSongs dropped_songs(const QStringList& paths);

// "2 of 200 not opened: a.mp3, b.txt", with a few names; "" if nothing failed.
QString failures_line(const DroppedSongs& dropped);

}  // namespace tactus::ui
