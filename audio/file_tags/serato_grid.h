// The beat grid that Serato DJ keeps in the tags of a sound file. Mixxx reads it too.
//
//   grid   = 01 00, number of markers, marker*, one byte whose meaning is not known
//   marker = position in seconds (float), then the number of beats up to the next marker, or, in
//            the last marker, the tempo in BPM (float)
//
// Numbers are big-endian and have four bytes. Beats lie evenly between two markers. Mixxx 2.3 has
// no beats after the last marker, and none before the first of several; newer versions and Serato
// go on with the nearest tempo. Mixxx refuses positions that do not rise.
//
// Serato publishes no description. This one is that of Holzhaus' notes
// (github.com/Holzhaus/serato-tags), and of what Mixxx 2.3.3 was seen to read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

struct GridMarker {
  double time = 0.0;  // seconds, >= 0
  int beats = 0;      // up to the next marker, > 0; does not count in the last marker
  bool operator==(const GridMarker&) const = default;
};

struct SeratoGrid {
  std::vector<GridMarker> markers;  // in order
  double bpm = 0.0;                 // from the last marker on, > 0
  bool operator==(const SeratoGrid&) const = default;
};

// As in the frame of an ID3v2 tag. Positions are `shift` seconds later, but at least 1 ms: Mixxx
// 2.3.3 replaces a grid whose first beat is at 0 by its own. A grid without markers is "".
std::string serato_bytes(const SeratoGrid& grid, double shift = 0.0);
// Nothing for bytes of another form.
std::optional<SeratoGrid> serato_grid(std::string_view bytes);

// For people: "123 BPM from 0.750 s, 2 markers": mean tempo, time of the first marker.
std::string describe_serato(std::string_view bytes);

}  // namespace tactus
