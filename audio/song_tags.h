// The tags that a sound file carries about its song.
#pragma once

#include <string>

namespace tactus {

// UTF-8 without control characters; several values of one name are joined by ", ". Empty or 0 = the
// file has no such tag.
struct SongTags {
  std::string title;
  std::string artist;
  std::string album;
  int track = 0;     // number on the album
  std::string date;  // as written: "1999", "2001-05-14"
  double bpm = 0.0;
  std::string key;  // as written: "Am", "8A", "1m"
  bool operator==(const SongTags&) const = default;
};

}  // namespace tactus
