// What the index says to a search, or why it says nothing.
#pragma once

#include <QString>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "app/collection/song_search.h"

namespace tactus::ui {

using FoundSongs = std::shared_ptr<const std::vector<FoundSong>>;

struct CountedPlaylist {
  Playlist playlist;
  std::size_t songs = 0;
};

struct LibraryAnswer {
  enum class State {
    kFound,       // songs may be empty
    kNoIndex,     // there is none yet, or it has neither song nor playlist
    kWrongQuery,  // the text says what is wrong with query or progression
    kUnusable,    // the text says why the index cannot be read; adding songs does not help
    kDamaged,     // adding songs makes it again
  };
  State state = State::kNoIndex;
  FoundSongs songs;        // never null
  std::int64_t total = 0;  // songs in the index
  QString text;
  std::vector<CountedPlaylist> playlists = {};
};

// Reads the index; may take seconds. Throws nothing.
LibraryAnswer ask_library(const std::filesystem::path& index, const SongSearch& search);

// Size and time of change of an index and of what was written to it since. Equal values = most
// probably the same content.
using IndexStamp = std::pair<FileState, FileState>;
IndexStamp index_stamp(const std::filesystem::path& index);

}  // namespace tactus::ui
