// The lines of song sheets that are no music: names of sections, marks of repetition, the head, and
// chords that stand in a line of their own above the lyrics.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus {

// The name of a section in the value of a directive: "label="Verse 2"", or plain text.
std::string label_of_directive(std::string_view value);

// "Verse 1", "Chorus:", "Guitar Solo (x2)": a few words that name a part of a song.
bool is_heading(std::string_view text);

// "Verse 1:" and "[Intro] [C]": what names a section at the start of a line, and the rest of it.
struct HeadedLine {
  std::string heading;  // "" if the line begins with none
  std::string_view rest;
};
HeadedLine headed_line(std::string_view line);

// "x2", "4x", "2 times".
bool is_repetition(std::string_view text);

// "Key: G" and "Tempo: 75" of a head as OnSong has it, as name and value of a directive; nothing
// for other lines. The name is in lower case.
struct HeadLine {
  std::string name;
  std::string_view value;
};
std::optional<HeadLine> head_line(std::string_view line);

// "G   C  D" above a line of words: two or more chords and nothing else, or one that is no letter.
bool is_line_of_chords(std::string_view line);

// What is between {start_of_X} and {end_of_X} and holds no lyrics.
bool is_other_notation(std::string_view environment);

}  // namespace tactus
