// What the library of a DJ program holds beside annotations: stars, colours and playlists. Of
// rekordbox XML (format_rekordbox.cpp):
//
//   track    ::= <TRACK TrackID Name Artist TotalTime Location Rating Colour> ... </TRACK>
//   playlists::= <PLAYLISTS> folder </PLAYLISTS>
//   folder   ::= <NODE Type="0" Name Count> { folder | playlist } </NODE>      the first is "ROOT"
//   playlist ::= <NODE Type="1" Name KeyType Entries> { <TRACK Key/> } </NODE>
//
// Rating is 0, 51, 102, 153, 204 or 255 for 0 to 5 stars, Colour "0xRRGGBB". Key is a TrackID
// (KeyType 0) or a Location (1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_types.h"
#include "model/annotation.h"

namespace tactus {

struct CollectionTrack {
  std::string path;  // of the audio file; "" if it is no file
  std::string title, artist;
  double duration = 0.0;                     // seconds; 0 = unknown
  int rating = 0;                            // stars, 0..5
  std::optional<std::uint32_t> colour = {};  // 0xRRGGBB
};

struct CollectionList {
  static constexpr std::size_t kTop = static_cast<std::size_t>(-1);
  std::string name;
  std::size_t parent = kTop;  // a folder before it in SongCollection::lists
  bool folder = false;
  std::vector<std::size_t> tracks = {};  // of a playlist, by their numbers
};

struct SongCollection {
  std::vector<CollectionTrack> tracks;
  std::vector<CollectionList> lists;
};

// Reads the content of a rekordbox XML file. Values that are no rating or colour, and entries of
// unknown tracks, are left out with a note. Throws FormatError for malformed XML, for a file
// without <DJ_PLAYLISTS>, and for folders that are nested deeper than 20.
SongCollection parse_rekordbox_library(std::string_view content, const std::string& name,
                                       Notes& notes);
// The same from a file. Throws FormatError also for one of more than 256 MiB.
SongCollection read_rekordbox_library(const std::filesystem::path& file, Notes& notes);
// A rekordbox XML file of songs with the marks of as many tracks, and playlists. Throws as
// serialise_annotations().
std::string serialise_collection(std::span<const Annotation> songs, const SongCollection& beside);

// For the writer: " Rating=... Colour=..." of a track, and <PLAYLISTS>; track i has TrackID i + 1.
std::string rekordbox_marks(const CollectionTrack& track);
std::string rekordbox_playlists(const SongCollection& collection);

}  // namespace tactus
