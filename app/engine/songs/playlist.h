// Playlists: M3U (one path per line), PLS and XSPF.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

struct PlaylistEntry {
  std::string text;            // as the playlist has it
  std::size_t line = 0;        // from 1
  bool is_stream = false;      // an address of a network, such as http://...
  std::filesystem::path path;  // of a file: relative names start from the folder of the playlist
};

bool is_playlist(const std::filesystem::path& file);  // by its ending

// Other programs write names with backslashes, in Windows-1252 or as file:// addresses; the
// spelling under which a file exists is taken. Throws FormatError if the file cannot be read.
std::vector<PlaylistEntry> load_playlist(const std::filesystem::path& path);

}  // namespace tactus
