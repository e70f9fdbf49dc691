// The words of a song with their times.
#pragma once

#include <string>
#include <vector>

namespace tactus {

// A word or syllable; a blank at its beginning or end separates words. `end` may be that of the
// line, if the file does not say more.
struct LyricPiece {
  double start = 0.0, end = 0.0;  // seconds
  std::string text;
  bool operator==(const LyricPiece&) const = default;
};
// At least one piece; one alone if only the line has a time.
struct LyricLine {
  double start = 0.0, end = 0.0;
  std::vector<LyricPiece> pieces;
  std::string text() const;  // single blanks between words
};
struct Lyrics {
  std::string title, artist;
  std::vector<LyricLine> lines;  // by their starts
};

}  // namespace tactus
