#include "datasets/formats/labels/label_kinds.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/key_names.h"
#include "datasets/formats/labels/roman_numerals.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr double kLongChord =
    7.0;  // seconds: the median of chords is below, that of sections above
constexpr double kShortPart = 4.0;  // seconds: the median of sections is above

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_pause(std::string_view lower) {
  constexpr std::array<std::string_view, 10> kPauses = {
      "", "silence", "end", "z", "&pause", "pause", "noise", "applause", "start", "nothing"};
  return is_one_of(lower, kPauses);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// "A", "a", "A'", "B''", "A1", "Aa": a letter of the form with what tells its variants apart. "A7"
// and "Bb" are chords.
bool is_form_letter(std::string_view label) {
  if (label.empty() || !is_letter(label[0])) return false;
  std::string_view rest = label.substr(1);
  if (rest.size() == 1 && rest[0] >= 'a' && rest[0] <= 'e' && rest[0] != 'b') return true;
  while (rest.starts_with('\'') || rest.starts_with('"')) rest.remove_prefix(1);
  for (const std::string_view prime : {"′", "″", "’", "´"})
    while (rest.starts_with(prime)) rest.remove_prefix(prime.size());
  if (rest.size() > 2 || !std::ranges::all_of(rest, is_digit)) return false;
  constexpr std::array<std::string_view, 7> kOfChords = {"5", "6", "7", "9", "11", "13", "69"};
  return !is_one_of(rest, kOfChords);
}

// Does it begin like a chord whose rest nobody knows: "G:9(113)", "C7alt"?
bool is_odd_chord(std::string_view label) {
  if (label.empty() || label[0] < 'A' || label[0] > 'G') return false;
  const std::string_view rest =
      label.substr(std::min(label.find_first_not_of("b#", 1), label.size()));
  if (rest.find(' ') != std::string_view::npos) return false;
  if (rest == "alt" || rest.starts_with(":")) return rest.size() > 1;
  constexpr std::string_view kNumbers = "5679";
  return !rest.empty() &&
         (kNumbers.find(rest[0]) != std::string_view::npos || rest.starts_with("11") ||
          rest.starts_with("13") || (rest.size() > 1 && rest[0] == 'm' && is_digit(rest[1])));
}

// Words that the chord reader knows as well: "Ch" for a chorus, "Do" for a note.
bool is_short_word(std::string_view label) {
  return label.size() == 2 && (label[1] == 'h' || label[1] == 'o');
}

// A column of labels and their kinds.
struct Column {
  std::span<const LabelledSegment> segments;
  std::vector<LabelKind> kinds;

  explicit Column(std::span<const LabelledSegment> all) : segments(all), kinds(label_kinds(all)) {}
  std::size_t size() const { return segments.size(); }
  const std::string& label(std::size_t i) const { return segments[i].label; }
};

// "Aa", "Ac" and "Ab", "Bb": variants of the parts A and B, of which some look like chords.
bool has_lettered_variants(const Column& column) {
  bool variants = false;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const std::string& label = column.label(i);
    const bool flat = label.size() == 2 && label[1] == 'b';
    if (column.kinds[i] == LabelKind::kChord && !flat) return false;
    variants |= column.kinds[i] == LabelKind::kLetter && label.size() == 2 && label[1] >= 'a';
  }
  return variants;
}

struct Counts {
  std::size_t no_chords = 0, chords = 0, keys = 0, letters = 0, words = 0, parts = 0;
  std::size_t pauses = 0;

  std::size_t named() const { return chords + keys + letters + words; }
};

Counts count_kinds(const Column& column) {
  Counts counts;
  for (std::size_t i = 0; i < column.size(); ++i) {
    switch (column.kinds[i]) {
      case LabelKind::kNothing:
        ++counts.pauses;
        break;
      case LabelKind::kNoChord:
        ++counts.no_chords;
        break;
      case LabelKind::kChord:
        ++counts.chords;
        break;
      case LabelKind::kKey:
        ++counts.keys;
        break;
      case LabelKind::kLetter:
        ++counts.letters;
        break;
      case LabelKind::kWord:
        ++counts.words;
        if (names_a_part(lower_case(column.label(i)))) ++counts.parts;
    }
  }
  return counts;
}

double median_length(const Column& column) {
  std::vector<double> lengths;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column.kinds[i] != LabelKind::kNothing && column.kinds[i] != LabelKind::kNoChord)
      lengths.push_back(column.segments[i].end - column.segments[i].start);
  }
  if (lengths.empty()) return 0.0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  return *middle;
}

// The letters of a column, in the order in which they appear first.
struct Letters {
  std::string seen;
  std::size_t in_order = 0;  // of `seen`: A, B, C and so on
  bool beyond = false;       // one that is no root of a chord
  bool small = true;         // all of them
  bool variants = false;     // "A'", "A1", "Aa"
};

Letters letters_of(const Column& column) {
  Letters letters;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column.kinds[i] != LabelKind::kLetter) continue;
    const char typed = column.label(i)[0];
    const char letter = typed >= 'a' ? static_cast<char>(typed - 'a' + 'A') : typed;
    letters.small &= typed >= 'a';
    letters.beyond |= letter > 'G';
    letters.variants |= column.label(i).size() > 1;
    if (letters.seen.find(letter) != std::string::npos) continue;
    if (letters.seen.size() == letters.in_order &&
        letter == 'A' + static_cast<int>(letters.in_order))
      ++letters.in_order;
    letters.seen += letter;
  }
  return letters;
}

LabelReading sections(std::string reason, bool doubtful = false) {
  return {SegmentLayer::kSections, std::move(reason), doubtful, SegmentLayer::kChords};
}

LabelReading chords(std::string reason, bool doubtful = false) {
  return {SegmentLayer::kChords, std::move(reason), doubtful, SegmentLayer::kSections};
}

// Letters without a chord quality: the form of a song names its parts A, B, C in the order in which
// they appear, and a part lasts longer than a chord.
LabelReading read_letters(const Column& column, const Counts& counts) {
  const Letters letters = letters_of(column);
  const double length = median_length(column);
  const bool ordered = letters.in_order == letters.seen.size();
  const bool several = letters.seen.size() > 1;
  const std::string labels = counted(counts.letters, "label");
  if (letters.variants || (letters.beyond && (ordered || length > kLongChord)))
    return sections(labels + " that name the form, no chord quality");
  if (ordered && several) {
    const std::string reason = labels + " in alphabetical order, no chord quality";
    if (counts.no_chords > 0) return chords(reason + ", but N for no chord", true);
    const bool chords_of_two = letters.seen.size() == 2 && length < kShortPart && !letters.small;
    if (chords_of_two) return chords(fmt::format("{}, each about {:.1f} s", reason, length), true);
    const bool few = letters.seen.size() == 2 && counts.letters < 3 && counts.pauses == 0;
    return sections(reason, few || (length < kShortPart && !letters.small));
  }
  const std::string reason =
      fmt::format("{}{}, no chord quality, each about {:.1f} s", labels,
                  several ? " not in alphabetical order" : " of one letter", length);
  if (letters.small && length >= kShortPart) return sections(reason, true);
  if (letters.small || letters.beyond) return chords(reason, true);
  if (counts.no_chords > 0) return chords("");
  if (length > kLongChord && letters.seen[0] == 'A') return sections(reason, true);
  const bool doubtful =
      length > kLongChord || letters.in_order > 2 || counts.pauses + counts.words > 0;
  return chords(doubtful ? reason : "", doubtful);
}

// Chords, or words of which some look like chords.
LabelReading read_mixed(const Counts& counts) {
  const std::size_t all_chords = counts.chords + counts.keys + counts.letters;
  const auto [few, many] = std::minmax(all_chords, counts.words);
  const bool doubtful = few > 1 && few * 4 > many;
  const std::string reason =
      doubtful ? fmt::format("{} of {} are chords", all_chords, counted(few + many, "label")) : "";
  return all_chords >= counts.words ? chords(reason, doubtful) : sections(reason, doubtful);
}

// I and V alone, each for long, are an intro and verses.
bool are_numerals(const Column& column) {
  bool several = false;
  bool beyond = median_length(column) <= kLongChord;
  const std::string* first = nullptr;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column.kinds[i] == LabelKind::kNothing || column.kinds[i] == LabelKind::kNoChord) continue;
    if (!roman_degree(column.label(i))) return false;
    if (!first) first = &column.label(i);
    several |= column.label(i) != *first;
    beyond |= *roman_degree(column.label(i)) != 1 && *roman_degree(column.label(i)) != 5;
  }
  return several && beyond;
}

// Movements count up: I, II, III. Degrees of a key go to and fro.
LabelReading read_numerals(const Column& column, const Counts& counts) {
  int last = 0;
  bool counting = true;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (const auto degree = roman_degree(column.label(i))) counting &= *degree == ++last;
  const std::string numerals = counted(counts.named(), "Roman numeral");
  if (counting) return sections(numerals + " that count up");
  return chords(numerals + ", which name chords in a key that the file does not tell", true);
}

bool contradicted(SegmentLayer named, const Counts& counts) {
  if (named == SegmentLayer::kSections) return counts.chords > counts.words;
  const std::size_t readable = counts.chords + counts.keys + counts.letters + counts.no_chords;
  return counts.words > readable;
}

// A key has no seventh.
bool has_chord_that_is_no_key(const Column& column) {
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column.kinds[i] != LabelKind::kChord) continue;
    const bool number = column.label(i).find_first_of("0123456789") != std::string::npos;
    if (number || !key_label(column.label(i))) return true;
  }
  return false;
}

// "1a 1b 2a 2b": parts of the form that count up, and no numbers of keys.
bool count_up(const Column& column) {
  const auto number = [](const std::string& label) {
    const std::size_t letter = std::min(label.find_first_not_of("0123456789"), label.size());
    return letter == 0 ? std::string()
                       : std::string(3 - std::min<std::size_t>(letter, 3), '0') + lower_case(label);
  };
  for (std::size_t i = 0; i < column.size(); ++i)
    if (number(column.label(i)).empty() ||
        (i > 0 && number(column.label(i)) <= number(column.label(i - 1))))
      return false;
  return column.size() > 2 && number(column.label(0)).starts_with("001");
}

// "8A", "a-Moll", "D dorian".
bool has_key_that_is_no_chord(const Column& column) {
  for (std::size_t i = 0; i < column.size(); ++i)
    if (column.kinds[i] == LabelKind::kKey && !is_chord(column.label(i))) return true;
  return false;
}

}  // namespace

bool names_a_part(std::string_view lower) {
  constexpr std::array<std::string_view, 26> kParts = {
      "intro",   "outro",   "verse",    "chorus", "bridge", "refrain", "solo", "coda", "theme",
      "inter",   "break",   "instr",    "ending", "pre-",   "hook",    "head", "vamp", "refr",
      "strophe", "couplet", "ritornel", "estrib", "pont",   "vers",    "tag",  "part"};
  return std::ranges::any_of(
      kParts, [&](std::string_view part) { return lower.find(part) != std::string_view::npos; });
}

LabelKind label_kind(std::string_view label) {
  const std::string text = label_text(label);
  if (is_pause(lower_case(text))) return LabelKind::kNothing;
  if (is_form_letter(text) && text != "N" && text != "X" && text != "n" && text != "x")
    return LabelKind::kLetter;
  if (spelled_key(text) || key_of_two_names(text)) return LabelKind::kKey;
  if (!is_chord(text)) return is_odd_chord(text) ? LabelKind::kChord : LabelKind::kWord;
  if (parse_chord(text, ChordSyntax::kLenient).root < 0) return LabelKind::kNoChord;
  return is_short_word(text) ? LabelKind::kWord : LabelKind::kChord;
}

std::vector<LabelKind> label_kinds(std::span<const LabelledSegment> segments) {
  std::unordered_map<std::string_view, LabelKind> known;
  std::vector<LabelKind> kinds;
  kinds.reserve(segments.size());
  for (const LabelledSegment& segment : segments) {
    const auto [place, unknown] = known.try_emplace(segment.label);
    if (unknown) place->second = label_kind(segment.label);
    kinds.push_back(place->second);
  }
  return kinds;
}

LabelReading read_labels(std::span<const LabelledSegment> segments,
                         std::optional<SegmentLayer> named) {
  const auto is_key_label = [](const LabelledSegment& s) { return s.label.starts_with("Key "); };
  if (std::ranges::any_of(segments, is_key_label)) return {SegmentLayer::kKeys, ""};
  const Column column(segments);
  const Counts counts = count_kinds(column);
  const bool keys = named == SegmentLayer::kKeys && !has_chord_that_is_no_key(column);
  if (named && named != SegmentLayer::kKeys && !contradicted(*named, counts)) return {*named, ""};
  if (keys && !contradicted(*named, counts)) return {SegmentLayer::kKeys, ""};
  if (counts.keys == counts.named() && count_up(column))
    return sections(counted(counts.named(), "label") + " that count up", true);
  if (counts.keys > 0 && counts.keys + counts.letters == counts.named() &&
      (has_key_that_is_no_chord(column) || median_length(column) > kLongChord))
    return {SegmentLayer::kKeys, "every label is a key", false, SegmentLayer::kChords};
  if (are_numerals(column)) return read_numerals(column, counts);
  if (counts.named() == 0)
    return counts.no_chords > 0 || counts.pauses == 0 ? chords("") : sections("");
  if (has_lettered_variants(column) && counts.words == 0)
    return sections(counted(counts.named(), "label") + " that name the form, no chord quality");
  if (counts.chords + counts.keys > 0) return read_mixed(counts);
  if (counts.parts > 0 || counts.letters < counts.words) return sections("");
  return read_letters(column, counts);
}

}  // namespace tactus
