// What a reader of song sheets leaves out, and the notes that say so.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// Things of one kind: their number, and the first as typed with its line.
struct CountedText {
  std::size_t count = 0;
  std::string first;
  std::size_t line = 0;

  void add(std::string text, std::size_t number) {
    if (count++ > 0) return;
    first = std::move(text);
    line = number;
  }
};

struct SheetLeftOut {
  std::size_t songs = 0;             // behind {new_song}
  std::string notation;              // the name of the last {start_of_...} that is no lyrics
  std::set<std::string> directives;  // unknown ones
  CountedText sections;              // without chords
  CountedText repetitions;           // as text, "x2"
  CountedText chord_lines;           // above the lyrics
  CountedText labels;                // that are no chords: kept, the first is what is wrong with it

  void note(const FormatInput& input) const;
};

}  // namespace tactus
