// Tempi in the words and metronome marks of scores.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace tactus {

struct TempoMark {
  double bpm = 0.0;    // quarters a minute; 0: `ratio` times those of the tempo before
  double ratio = 1.0;  // quarters
  bool rough = false;  // "c. 72", "72-76" (their mean), or a number without its note
};

// "72", "c. 72", "72-76", "ca. 120 (live)". Nothing without a number from 1 to 10,000.
std::optional<TempoMark> tempo_in_number(std::string_view text);
// A note and a number, or two notes ("quarter = dotted quarter"). Nothing for other marks, such as
// those of swing.
std::optional<TempoMark> tempo_in_metronome(pugi::xml_node metronome);
// "Allegro (♩. = 120)", "q = 84", "Viertel = 60", "120 BPM", "Tempo: 96". Nothing for words alone.
std::optional<TempoMark> tempo_in_words(std::string_view words);

}  // namespace tactus
