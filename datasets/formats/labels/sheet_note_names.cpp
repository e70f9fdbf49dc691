#include "datasets/formats/labels/sheet_note_names.h"

#include <algorithm>

#include "audio/text.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr std::string_view kLetters = "ABCDEFGH";

bool is_small(char c) {
  return c >= 'a' && c <= 'h';
}

char large(char c) {
  return is_small(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// A note at the start of a chord; no bytes if there is none.
struct TypedNote {
  std::size_t bytes = 0;
  std::string english;  // "B" for H and for B
  bool german = false;  // no English sheet has it
  bool small = false;
  bool plain_b = false;
};

TypedNote note_at_start(std::string_view typed) {
  if (typed.empty() || kLetters.find(large(typed[0])) == kLetters.npos) return {};
  const char letter = large(typed[0]);
  TypedNote note{1, std::string(1, letter == 'H' ? 'B' : letter), letter == 'H', is_small(typed[0]),
                 false};
  const std::string rest = lower_case(typed.substr(1, 3));
  const bool vowel = letter == 'A' || letter == 'E';
  const auto named = [&](std::size_t bytes, char sign) {
    note.bytes = bytes;
    note.english += sign;
    note.german = true;
  };
  if (rest.starts_with("is")) {
    named(3, '#');
  } else if (rest.starts_with("es") && !vowel) {
    named(3, 'b');
  } else if (vowel && rest.starts_with("s") && !rest.starts_with("sus")) {
    named(2, 'b');
  } else {
    while (note.bytes < typed.size() && (typed[note.bytes] == '#' || typed[note.bytes] == 'b'))
      note.english += typed[note.bytes++];
    note.plain_b = letter == 'B' && note.bytes == 1;
  }
  return note;
}

// "m", but not of "maj".
bool says_minor(std::string_view rest) {
  return (rest.starts_with("m") && !rest.starts_with("maj")) || rest.starts_with("-");
}
// A quality that leaves no room for a minor third.
bool has_quality(std::string_view rest) {
  for (const std::string_view start : {"dim", "aug", "sus", "+", "0", "°", "5", ":", "maj", "M"})
    if (rest.starts_with(start)) return true;
  return says_minor(rest);
}

std::string english_note(const TypedNote& note, const NoteNames& names) {
  return note.plain_b && names.has_h ? "Bb" : note.english;
}

}  // namespace

NoteNames note_names(const std::set<std::string>& chords) {
  NoteNames names;
  bool small = false, large = false, small_with_m = false;
  for (const std::string& typed : chords) {
    const TypedNote note = note_at_start(typed);
    if (note.bytes == 0 || !is_chord(english_chord(typed, {.german = true}))) continue;
    names.german = names.german || note.german;
    names.has_h = names.has_h || lower_case(typed).starts_with("h");
    names.has_b = names.has_b || note.plain_b;
    const bool minor = says_minor(std::string_view(typed).substr(note.bytes));
    (note.small ? small : large) = true;
    small_with_m = small_with_m || (note.small && minor);
  }
  names.small_is_minor = small && !small_with_m && (large || names.german);
  names.doubtful = small && !names.small_is_minor;
  return names;
}

std::string english_chord(std::string_view typed, const NoteNames& names) {
  const TypedNote note = note_at_start(typed);
  const bool minor = note.small && names.small_is_minor;
  if (note.bytes == 0 || (!names.german && !minor)) return std::string(typed);
  std::string_view rest = typed.substr(note.bytes);
  std::string result = english_note(note, names);
  if (minor && !has_quality(rest)) result += 'm';
  const std::size_t slash = rest.find('/');
  result += rest.substr(0, slash);
  if (slash == std::string_view::npos) return result;
  const std::string_view bass = rest.substr(slash + 1);
  const TypedNote low = note_at_start(bass);
  if (low.bytes == 0) return result + std::string(rest.substr(slash));
  return result + '/' + english_note(low, names) + std::string(bass.substr(low.bytes));
}

std::string english_key(std::string_view typed, const NoteNames& names) {
  const TypedNote note = note_at_start(typed);
  if (note.bytes == 0) return std::string(typed);
  const std::string_view rest = typed.substr(note.bytes);
  return english_note(note, names) + std::string(rest) + (note.small && rest.empty() ? "m" : "");
}

const char* how_german_names_are_read(const NoteNames& names) {
  if (names.has_h) return "German note names: H is read as B, B as B flat";
  return names.has_b ? "German note names: B is read as B, as there is no H"
                     : "German note names: -is is read as sharp, -es or -s as flat";
}

bool is_solfege(std::string_view typed) {
  const std::string lower = lower_case(typed);
  for (const std::string_view name :
       {"do", "dó", "re", "ré", "mi", "fa", "fá", "sol", "la", "lá", "si"}) {
    if (!lower.starts_with(name)) continue;
    const std::string_view rest = std::string_view(lower).substr(name.size());
    if (rest.starts_with(' ') && rest.find_first_not_of("m0123456789", 1) == rest.npos)
      return true;  // "Lá m"
    if (rest.empty() ||
        std::string_view("#bm-/0123456789+°").find(rest[0]) != std::string_view::npos)
      return true;
    for (const std::string_view quality : {"sus", "dim", "aug", "add", "maj"})
      if (rest.starts_with(quality)) return true;
  }
  return false;
}

}  // namespace tactus
