#include "datasets/formats/labels/key_names.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "audio/text.h"

namespace tactus {
namespace {

struct Word {
  std::string_view typed, meaning;
};

constexpr Word kModes[] = {
    {"major", "major"},     {"minor", "minor"},       {"dur", "major"},
    {"moll", "minor"},      {"majeur", "major"},      {"mineur", "minor"},
    {"mayor", "major"},     {"menor", "minor"},       {"maior", "major"},
    {"maggiore", "major"},  {"minore", "minor"},      {"ionian", "ionian"},
    {"dorian", "dorian"},   {"phrygian", "phrygian"}, {"lydian", "lydian"},
    {"modal", "modal"},     {"other", "other"},       {"mixolydian", "mixolydian"},
    {"aeolian", "aeolian"}, {"locrian", "locrian"}};

// Longer words first where one begins like another.
constexpr Word kNotes[] = {{"dó", "C"}, {"fá", "F"}, {"lá", "A"}, {"sí", "B"}, {"sol", "G"},
                           {"do", "C"}, {"ut", "C"}, {"re", "D"}, {"ré", "D"}, {"mi", "E"},
                           {"fa", "F"}, {"la", "A"}, {"si", "B"}, {"a", "A"},  {"b", "B"},
                           {"c", "C"},  {"d", "D"},  {"e", "E"},  {"f", "F"},  {"g", "G"}};

constexpr Word kSigns[] = {{"#", "#"},         {"sharp", "#"},   {"dièse", "#"},
                           {"diese", "#"},     {"diesis", "#"},  {"sostenido", "#"},
                           {"sustenido", "#"}, {"bemolle", "b"}, {"bemol", "b"},
                           {"bémol", "b"},     {"flat", "b"},    {"b", "b"}};

constexpr std::string_view kBetween = " \t:-_";

template <std::size_t N>
const Word* word_at_start(std::string_view text, const Word (&words)[N]) {
  const auto* found =
      std::ranges::find_if(words, [&](const Word& word) { return text.starts_with(word.typed); });
  return found == std::end(words) ? nullptr : found;
}

// "C-sharp" is "C#" and "si bemol" is "Bb"; "" for what is no note. `lower`: in small letters.
std::string tonic_of(std::string_view lower) {
  const Word* note = word_at_start(lower, kNotes);
  if (!note) return {};
  std::string tonic(note->meaning);
  lower.remove_prefix(note->typed.size());
  while (!(lower = trimmed(lower, kBetween)).empty()) {
    const Word* sign = word_at_start(lower, kSigns);
    if (!sign) return {};
    tonic += sign->meaning;
    lower.remove_prefix(sign->typed.size());
  }
  return tonic;
}

// "es" is "Eb", "h" is "B" and "b" is "Bb".
std::string german_tonic(std::string_view lower) {
  if (lower == "b") return "Bb";
  if (lower.empty() || lower[0] < 'a' || lower[0] > 'h') return {};
  const std::string_view rest = lower.substr(1);
  std::string tonic(1, lower[0] == 'h' ? 'B' : static_cast<char>(lower[0] - 'a' + 'A'));
  if (rest.empty()) return tonic;
  if (rest == "is") return tonic + '#';
  const bool vowel = tonic == "A" || tonic == "E";
  if (rest == (vowel ? "s" : "es")) return tonic + 'b';
  return tonic_of(lower);
}

// The numbers go up by a fifth; 8B and 1d are C major, 8A and 1m are A minor.
std::optional<std::string> key_of_wheel(std::string_view text) {
  constexpr std::array kMajor = {"C", "G", "D", "A", "E", "B", "Gb", "Db", "Ab", "Eb", "Bb", "F"};
  constexpr std::array kMinor = {"A", "E", "B", "F#", "C#", "G#", "Eb", "Bb", "F", "C", "G", "D"};
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const std::string_view digits = text.substr(0, text.size() - 1);
  if (!std::ranges::all_of(digits, is_ascii_digit)) return std::nullopt;
  std::size_t number = 0;
  for (const char digit : digits) number = 10 * number + static_cast<std::size_t>(digit - '0');
  const char mode = text.back();
  const bool camelot = mode == 'A' || mode == 'B' || mode == 'a' || mode == 'b';
  if (number < 1 || number > 12 || (!camelot && mode != 'm' && mode != 'd')) return std::nullopt;
  const std::size_t fifths = (number + (camelot ? 4 : 11)) % 12;
  const bool minor = mode == 'A' || mode == 'a' || mode == 'm';
  return minor ? std::string(kMinor[fifths]) + ":minor" : std::string(kMajor[fifths]) + ":major";
}

}  // namespace

std::string with_plain_signs(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const bool flat = text.starts_with("♭"), sharp = text.starts_with("♯");
    plain += flat ? 'b' : sharp ? '#' : text[0];
    text.remove_prefix(flat || sharp ? std::string_view("♭").size() : 1);
  }
  return plain;
}

std::optional<std::string> spelled_key(std::string_view text) {
  constexpr std::size_t kLongest = 80;  // bytes
  if (text.size() > kLongest) return std::nullopt;
  if (const auto key = key_of_wheel(text)) return key;
  const std::string lower = lower_case(with_plain_signs(text));
  const std::size_t separator = lower.find_last_of(kBetween);
  if (separator == std::string::npos) return std::nullopt;
  const std::string_view typed = std::string_view(lower).substr(separator + 1);
  const auto* mode = std::ranges::find(kModes, typed, &Word::typed);
  if (mode == std::end(kModes)) return std::nullopt;
  const bool german = typed == "dur" || typed == "moll";
  std::string_view head = trimmed(std::string_view(lower).substr(0, separator), kBetween);
  for (const std::string_view scale : {"harmonic", "melodic", "natural"})
    if (typed == "minor" && head.ends_with(scale))
      head = trimmed(head.substr(0, head.size() - scale.size()), kBetween);
  const std::string tonic = german ? german_tonic(head) : tonic_of(head);
  if (tonic.empty()) return std::nullopt;
  return tonic + ':' + std::string(mode->meaning);
}

}  // namespace tactus
