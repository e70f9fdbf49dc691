// The tags that a sound file carries about its song.
#pragma once

#include <string>
#include <vector>

namespace tactus {

inline constexpr int kNoCueColour = -1;

// A cue point or a loop of a DJ program.
struct SongCue {
  double start = 0.0;         // seconds
  double end = 0.0;           // of a loop, > start; else the start
  int pad = 1;                // 1..8; Serato counts cue points and loops apart
  int colour = kNoCueColour;  // 0xRRGGBB; loops of Serato have none
  std::string name;           // UTF-8
  bool is_loop() const { return end > start; }
  bool operator==(const SongCue&) const = default;
};

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
  std::vector<SongCue> cues;
  bool operator==(const SongTags&) const = default;
};

}  // namespace tactus
