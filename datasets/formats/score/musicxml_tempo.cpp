#include "datasets/formats/score/musicxml_tempo.h"

#include <algorithm>
#include <array>

#include "audio/text.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

constexpr double kSlowest = 1.0;
constexpr double kFastest = 1e4;

struct NoteName {
  std::string_view text;
  double quarters;
};
// Longer names first where one ends like another. Single letters are those of music fonts.
constexpr NoteName kTempoNotes[] = {
    {"whole", 4.0},
    {"half", 2.0},
    {"quarter", 1.0},
    {"eighth", 0.5},
    {"16th", 0.25},
    {"halbe", 2.0},
    {"viertel", 1.0},
    {"achtel", 0.5},
    {"semiquaver", 0.25},
    {"quaver", 0.5},
    {"crotchet", 1.0},
    {"minim", 2.0},
    {"blanche", 2.0},
    {"noire", 1.0},
    {"croche", 0.5},
    {"♩", 1.0},
    {"♪", 0.5},
    {"\xF0\x9D\x85\x9E", 2.0},                  // U+1D15E half note
    {"\xF0\x9D\x85\x97\xF0\x9D\x85\xA5", 2.0},  // the same of head and stem
    {"\xF0\x9D\x85\x9F", 1.0},                  // U+1D15F quarter note
    {"\xF0\x9D\x85\x98\xF0\x9D\x85\xA5", 1.0},
    {"\xF0\x9D\x85\xA0", 0.5},  // U+1D160 eighth note
    {"\xEE\xB2\xA3", 2.0},      // U+ECA3, U+ECA5, U+ECA7 of SMuFL fonts
    {"\xEE\xB2\xA5", 1.0},
    {"\xEE\xB2\xA7", 0.5},
    {"\xEE\x87\x93", 2.0},  // U+E1D3, U+E1D5, U+E1D7
    {"\xEE\x87\x95", 1.0},
    {"\xEE\x87\x97", 0.5}};
constexpr NoteName kNoteLetters[] = {{"h", 2.0}, {"q", 1.0}, {"e", 0.5}};
constexpr std::string_view kDots[] = {".", "\xEE\xB2\xB7", "\xEE\x87\xA7", "\xF0\x9D\x85\xAD"};

// Takes a number with an optional fraction off the front; the first digit is at `at`.
std::optional<double> take_number(std::string_view& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_ascii_digit(text[end])) ++end;
  std::string digits(text.substr(at, end - at));
  if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') &&
      is_ascii_digit(text[end + 1])) {
    const std::size_t start = ++end;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    digits += '.' + std::string(text.substr(start, end - start));
  }
  text.remove_prefix(end);
  return to_number(digits);
}

std::size_t first_digit(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if(text, is_ascii_digit) - text.begin());
}

bool is_range(std::string_view text) {
  const std::string_view between = trimmed(text.substr(0, first_digit(text)));
  for (const std::string_view sign : {"-", "–", "—", "to", "bis", "/", "à"})
    if (between == sign) return true;
  return false;
}

// The note at the end of a text, as "Allegro (♩." has one.
std::optional<double> note_before(std::string_view text) {
  text = trimmed(text, " \t([");
  double dotted = 1.0;
  for (const std::string_view dot : kDots) {
    if (!text.ends_with(dot)) continue;
    text = trimmed(text.substr(0, text.size() - dot.size()));
    dotted = 1.5;
    break;
  }
  const std::string lower = lower_case(text);
  if (lower.find("dotted") != std::string::npos) dotted = 1.5;
  for (const NoteName& note : kTempoNotes) {
    const bool plural = lower.ends_with(std::string(note.text) + " note");
    if (lower.ends_with(note.text) || plural) return note.quarters * dotted;
  }
  const std::size_t word = lower.find_last_of(" ([");
  for (const NoteName& letter : kNoteLetters) {
    if (lower.substr(word == std::string::npos ? 0 : word + 1) == letter.text)
      return letter.quarters * dotted;
  }
  return std::nullopt;
}

// "quarter" and a dot; 0 for an unknown note.
struct BeatUnit {
  double quarters = 0.0;
};
BeatUnit beat_unit(pugi::xml_node element) {
  const std::string name = label_text(element.child_value());
  const auto* note = std::ranges::find(kTempoNotes, name, &NoteName::text);
  if (note == std::end(kTempoNotes)) return {};
  double quarters = note->quarters, part = note->quarters;
  for (pugi::xml_node dot = element.next_sibling(); dot; dot = dot.next_sibling()) {
    if (std::string_view(dot.name()) != "beat-unit-dot") break;
    quarters += part /= 2.0;
  }
  return {quarters};
}

// "c." in front of a number, in small letters without the dot.
bool is_about(std::string_view word) {
  constexpr std::array<std::string_view, 9> kAbout = {"",      "c", "ca", "circa", "approx",
                                                      "about", "≈", "um", "mm"};
  return std::ranges::find(kAbout, word) != kAbout.end();
}

// "= 120" behind the sign, where words such as "c." may stand before the number.
std::optional<TempoMark> tempo_behind(std::string_view text) {
  const std::size_t digit = first_digit(text);
  if (!is_about(lower_case(trimmed(text.substr(0, digit), " \t.~(")))) return std::nullopt;
  return tempo_in_number(text);
}

bool names_a_pace(std::string_view lower) {
  constexpr std::array<std::string_view, 26> kPaces = {
      "allegr", "andant", "adagi",    "largo",   "larghe", "lento",   "moderato",
      "presto", "vivace", "vivo",     "grave",   "swing",  "shuffle", "fast",
      "slow",   "medium", "up tempo", "uptempo", "ballad", "schnell", "langsam",
      "mäßig",  "lively", "vif",      "bossa",   "waltz"};
  return std::ranges::any_of(
      kPaces, [&](std::string_view pace) { return lower.find(pace) != std::string_view::npos; });
}

// The number of "Allegro (c. 72)", "Medium Swing 120" and "(circa 96)", in quarters; nothing if
// another word than that of the pace stands right before it, or any behind it.
std::optional<TempoMark> tempo_without_note(std::string_view words) {
  const std::size_t digit = first_digit(words);
  if (digit == words.size()) return std::nullopt;
  const std::size_t last = words.find_last_of("0123456789") + 1;
  const std::string behind(trimmed(words.substr(last), " \t)]."));
  const std::size_t open = words.substr(0, digit).find_last_of("([,");
  const bool enclosed = open != std::string_view::npos;
  const std::string pace = lower_case(words.substr(0, enclosed ? open : digit));
  const std::string about =
      enclosed ? lower_case(trimmed(words.substr(open + 1, digit - open - 1), " \t.~")) : "";
  if (!behind.empty() || !is_about(about)) return std::nullopt;
  const std::string_view words_before = trimmed(pace);
  const std::string_view last_word =
      words_before.substr(words_before.find_last_of(' ') + 1);  // npos + 1 is 0
  if (about.empty() && !names_a_pace(enclosed ? words_before : last_word)) return std::nullopt;
  return tempo_in_number(words.substr(digit));
}

}  // namespace

std::optional<TempoMark> tempo_in_number(std::string_view text) {
  text = trimmed(text);
  const std::size_t digit = first_digit(text);
  if (digit == text.size()) return std::nullopt;
  TempoMark mark;
  mark.rough = digit > 0;
  double bpm = take_number(text, digit).value_or(0.0);
  if (is_range(text)) {
    bpm = (bpm + take_number(text, first_digit(text)).value_or(bpm)) / 2.0;
    mark.rough = true;
  }
  if (!(bpm >= kSlowest && bpm <= kFastest)) return std::nullopt;
  mark.bpm = bpm;
  return mark;
}

std::optional<TempoMark> tempo_in_metronome(pugi::xml_node metronome) {
  const pugi::xml_node first = metronome.child("beat-unit");
  const double quarters = beat_unit(first).quarters;
  if (quarters <= 0.0) return std::nullopt;
  if (const pugi::xml_node number = metronome.child("per-minute")) {
    std::optional<TempoMark> mark = tempo_in_number(number.child_value());
    if (mark) mark->bpm *= quarters;
    return mark;
  }
  const double second = beat_unit(first.next_sibling("beat-unit")).quarters;
  if (second <= 0.0) return std::nullopt;
  return TempoMark{0.0, second / quarters, false};
}

std::optional<TempoMark> tempo_in_words(std::string_view words) {
  constexpr double kLeast = 20.0, kMost = 600.0;  // of words that name no note
  if (const std::size_t sign = words.find('='); sign != std::string_view::npos) {
    std::optional<TempoMark> mark = tempo_behind(words.substr(sign + 1));
    if (!mark) return std::nullopt;
    const std::optional<double> note = note_before(words.substr(0, sign));
    mark->bpm *= note.value_or(1.0);
    mark->rough = mark->rough || !note;
    return mark;
  }
  const std::string lower = lower_case(words);
  const bool named = lower.find("bpm") != std::string::npos || lower.starts_with("tempo") ||
                     lower.find("m.m.") != std::string::npos;
  std::optional<TempoMark> mark = named ? tempo_in_number(words) : tempo_without_note(words);
  if (!mark || mark->bpm < kLeast || mark->bpm > kMost) return std::nullopt;
  mark->rough = !named;
  return mark;
}

}  // namespace tactus
