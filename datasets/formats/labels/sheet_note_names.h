// Names of notes on song sheets: English (C D E F G A B), and German, where H is B, B is B flat,
// Fis is F# and Es is Eb; chords with small letters may be minor.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace tactus {

struct NoteNames {
  bool german = false;  // Fis, Es, H
  bool has_h = false;   // so B is B flat
  bool has_b = false;   // a B without a sign
  bool small_is_minor = false;
  bool doubtful = false;  // small letters that may or may not be minor
};

// Of a sheet, by all its chords as typed. An H, or a name such as Fis or Es, is German. Small
// letters are minor if there are large ones too, and none of the small ones has an "m"; German ones
// always are unless one has.
NoteNames note_names(const std::set<std::string>& chords);

// "fis7/e" of a German sheet as "F#m7/E"; other texts unchanged.
std::string english_chord(std::string_view typed, const NoteNames& names);
// "e" is "Em" and "Hm" is "Bm".
std::string english_key(std::string_view typed, const NoteNames& names);

// For a note.
const char* how_german_names_are_read(const NoteNames& names);

// Do, Re#, Sim7, SOL/SI ...
bool is_solfege(std::string_view typed);

}  // namespace tactus
