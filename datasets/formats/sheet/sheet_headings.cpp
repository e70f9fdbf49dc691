#include "datasets/formats/sheet/sheet_headings.h"

#include <algorithm>
#include <array>
#include <vector>

#include "audio/text.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/labels/roman_numerals.h"
#include "datasets/formats/labels/sheet_note_names.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

bool is_chord_of_a_sheet(std::string_view text) {
  constexpr NoteNames kGerman = {.german = true, .has_h = true};
  return is_chord(english_chord(text, kGerman)) || is_solfege(text);
}

// Alone on its line in brackets. "[Solo]" is a heading; "[Hm]", "[IV]", "[1]", "[C7foo]" are
// chords in some spelling.
bool is_bracketed_heading(std::string_view text) {
  const auto letters =
      std::ranges::count_if(lower_case(text), [](char c) { return c >= 'a' && c <= 'z'; });
  return letters > 2 && label_kind(text) == LabelKind::kWord && !is_chord_of_a_sheet(text) &&
         !roman_degree(text);
}

// "Chorus" or "Verse 2" and nothing else, which a line of lyrics hardly is.
bool is_bare_heading(std::string_view line) {
  constexpr std::array<std::string_view, 11> kAlone = {
      "intro", "verse",     "chorus",     "bridge",       "outro", "refrain",
      "coda",  "interlude", "pre-chorus", "instrumental", "ending"};
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty() || words.size() > 2) return false;
  return std::ranges::find(kAlone, lower_case(words[0])) != kAlone.end() &&
         (words.size() == 1 || std::ranges::all_of(words[1], is_ascii_digit));
}

}  // namespace

std::string label_of_directive(std::string_view value) {
  const std::size_t given = value.find("label=\"");
  if (given != std::string_view::npos) {
    value.remove_prefix(given + 7);
    return label_text(value.substr(0, value.find('"')));
  }
  if (value.find('=') != std::string_view::npos) return {};
  return label_text(value);
}

bool is_heading(std::string_view text) {
  constexpr std::size_t kMostBytes = 40, kMostWords = 3;
  return text.size() <= kMostBytes && words_of(text).size() <= kMostWords &&
         names_a_part(lower_case(text)) && text.find_first_of("[]{}|") == text.npos;
}

HeadedLine headed_line(std::string_view line) {
  if (line.starts_with('[')) {
    const std::size_t end = line.find(']');
    if (end == line.npos) return {"", line};
    const bool starred = line.starts_with("[*");  // an annotation above the line
    const std::string_view name = trimmed(line.substr(1, end - 1), " \t:*");
    const std::string_view rest = trimmed(line.substr(end + 1), " \t:");
    const bool heads =
        is_bracketed_heading(name) && ((rest.empty() && !starred) || is_heading(name));
    if (heads && !is_repetition(name)) return {label_text(name), rest};
    return {"", line};
  }
  const std::size_t colon = line.find(':');
  if (is_bare_heading(line)) return {label_text(line), ""};
  if (colon == line.npos || !is_heading(line.substr(0, colon))) return {"", line};
  const std::string_view rest = trimmed(line.substr(colon + 1));
  if (!rest.empty() && rest[0] != '[' && !is_line_of_chords(rest)) return {"", line};
  return {label_text(line.substr(0, colon)), rest};
}

bool is_repetition(std::string_view text) {
  const std::string lower = lower_case(trimmed(text, " \t()"));
  const std::string_view sign = "x×";
  std::string_view rest = lower;
  if (rest.ends_with("times")) rest = trimmed(rest.substr(0, rest.size() - 5));
  const bool marked =
      rest.size() < lower.size() || rest.find('x') != rest.npos || rest.find("×") != rest.npos;
  rest = trimmed(rest, sign);
  rest = trimmed(rest);
  return marked && !rest.empty() && std::ranges::all_of(rest, is_ascii_digit);
}

std::optional<HeadLine> head_line(std::string_view line) {
  constexpr std::array<std::string_view, 8> kNames = {"title", "artist", "album",    "key",
                                                      "tempo", "time",   "duration", "capo"};
  const std::size_t colon = line.find(':');
  if (colon == line.npos) return std::nullopt;
  std::string name = lower_case(trimmed(line.substr(0, colon)));
  if (name == "bpm") name = "tempo";
  if (std::ranges::find(kNames, name) == kNames.end()) return std::nullopt;
  return HeadLine{std::move(name), trimmed(line.substr(colon + 1), " \t[]")};
}

bool is_line_of_chords(std::string_view line) {
  std::size_t chords = 0;
  bool plain = false;  // a letter, which may be a word
  for (const std::string_view word : words_of(line)) {
    if (word.find_first_not_of("|-/.:()*") == word.npos || is_repetition(word)) continue;
    const std::string_view chord = trimmed(word, "|()*");
    if (!is_chord_of_a_sheet(chord) || (chord[0] >= 'a' && chord[0] <= 'z')) return false;
    plain = chord.size() == 1 || is_solfege(chord);
    ++chords;
  }
  return chords > 1 || (chords == 1 && !plain);
}

bool is_other_notation(std::string_view environment) {
  constexpr std::array<std::string_view, 5> kOthers = {"tab", "ly", "abc", "svg", "textblock"};
  return std::ranges::find(kOthers, environment) != kOthers.end();
}

}  // namespace tactus
