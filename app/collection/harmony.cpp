#include "app/collection/harmony.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "datasets/formats/labels/key_label.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

enum ChordKind { kMajor, kMinor, kDiminished, kAugmented, kOpen, kKinds };

struct PlainChord {
  int root = -1;  // -1 = none
  ChordKind kind = kMajor;
  bool operator==(const PlainChord&) const = default;
};

PlainChord plain(const Chord& chord) {
  if (chord.root < 0) return {};
  const bool minor = chord.notes[3], major = chord.notes[4];
  ChordKind kind = kOpen;
  if (major) kind = chord.notes[8] && !chord.notes[7] ? kAugmented : kMajor;
  if (minor && !major) kind = chord.notes[6] && !chord.notes[7] ? kDiminished : kMinor;
  return {chord.root, kind};
}

PlainChord plain(const std::string& label) {
  try {
    return plain(parse_chord(label));
  } catch (const ChordLabelError&) {
    return {};
  }
}

// Kinds and intervals have letters of their own, so a text begins and ends with whole chords.
std::string steps_between(const std::vector<PlainChord>& chords) {
  constexpr std::string_view kKindLetters = "VWXYZ", kIntervalLetters = "ABCDEFGHIJKL";
  std::string text;
  PlainChord last;
  for (const PlainChord& chord : chords) {
    if (chord == last) continue;
    if (chord.root < 0) {
      text += '.';
    } else {
      if (last.root >= 0)
        text += kIntervalLetters[static_cast<std::size_t>((chord.root - last.root + 12) % 12)];
      text += kKindLetters[chord.kind];
    }
    last = chord;
  }
  return text;
}

// "vi", "bVII", "V7", "iio": above any tonic.
std::optional<PlainChord> chord_of_numeral(std::string_view word) {
  int sign = 0;
  while (!word.empty() && (word.front() == 'b' || word.front() == '#')) {
    sign += word.front() == '#' ? 1 : -1;
    word.remove_prefix(1);
  }
  const std::size_t length = std::min(word.find_first_not_of("IViv"), word.size());
  const std::string numeral(word.substr(0, length));
  std::string upper = numeral;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  constexpr std::array<std::string_view, 7> kNumerals = {"I", "II", "III", "IV", "V", "VI", "VII"};
  constexpr std::array kSemitones = {0, 2, 4, 5, 7, 9, 11};
  const auto found = std::ranges::find(kNumerals, upper);
  std::string lower = upper;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (found == kNumerals.end() || (numeral != upper && numeral != lower)) return std::nullopt;
  const int root = kSemitones[static_cast<std::size_t>(found - kNumerals.begin())] + sign;
  const std::string_view rest = word.substr(length);
  ChordKind kind = numeral == upper ? kMajor : kMinor;
  if (rest.starts_with("o") || rest.starts_with("°") || rest.starts_with("dim")) kind = kDiminished;
  if (rest.starts_with("+") || rest.starts_with("aug")) kind = kAugmented;
  return PlainChord{(root + 12) % 12, kind};
}

}  // namespace

std::optional<int> key_number(std::string_view text) {
  std::string name(text);
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  const auto label = key_label(name);
  if (!label) return std::nullopt;
  const bool minor = label->ends_with(":minor");
  if (!minor && !label->ends_with(":major")) return std::nullopt;
  int pitch = natural_pitch_class(label->front());
  for (std::size_t i = 1; i < label->size() && (*label)[i] != ':'; ++i)
    pitch += (*label)[i] == '#' ? 1 : -1;
  return (pitch + 24) % 12 + (minor ? 12 : 0);
}

ChordHistogram chord_histogram(const std::vector<LabelledSegment>& chords, std::optional<int> key) {
  std::array<double, 24> seconds{};
  const int tonic = key.value_or(0) % 12;
  for (const LabelledSegment& segment : chords) {
    const PlainChord chord = plain(segment.label);
    if (chord.root < 0) continue;
    const bool minor = chord.kind == kMinor || chord.kind == kDiminished;
    seconds[static_cast<std::size_t>((chord.root - tonic + 12) % 12 + (minor ? 12 : 0))] +=
        segment.end - segment.start;
  }
  const double most = std::ranges::max(seconds);
  ChordHistogram histogram{};
  for (std::size_t i = 0; i < histogram.size() && most > 0; ++i)
    histogram[i] = static_cast<unsigned char>(std::lround(255.0 * seconds[i] / most));
  return histogram;
}

std::string chord_steps(const std::vector<LabelledSegment>& chords) {
  std::vector<PlainChord> plains;
  for (const LabelledSegment& segment : chords) plains.push_back(plain(segment.label));
  return steps_between(plains);
}

std::string progression_steps(std::string_view text) {
  std::vector<PlainChord> chords;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (const auto numeral = chord_of_numeral(word)) {
      chords.push_back(*numeral);
      continue;
    }
    try {
      chords.push_back(plain(parse_chord(word, ChordSyntax::kLenient)));
    } catch (const ChordLabelError&) {
      chords.push_back({});
    }
    if (chords.back().root < 0)
      throw ArgumentError(fmt::format(
          "--progression: {}: is not a chord, expected numerals (vi IV I V) or names (Am F C G)",
          word));
  }
  const std::string steps = steps_between(chords);
  if (steps.size() < 3)
    throw ArgumentError(fmt::format(
        "--progression \"{}\": contains no chord change, expected two or more chords", text));
  return steps;
}

double difference(const HarmonyAndTempo& a, const HarmonyAndTempo& b) {
  constexpr double kUnknown = 0.5;
  double tempo = kUnknown, key = kUnknown, chords = kUnknown;
  if (a.bpm > 0 && b.bpm > 0) {
    const double octaves = std::abs(std::log2(a.bpm / b.bpm));
    tempo = std::min(1.0, 4.0 * std::abs(octaves - std::round(octaves)));  // 1 from 19 % on
  }
  if (a.key && b.key) {
    const auto fifths = [](int number) { return (number % 12 + (number >= 12 ? 3 : 0)) * 7 % 12; };
    const int apart = std::abs(fifths(*a.key) - fifths(*b.key));
    key = std::min(apart, 12 - apart) / 6.0;
  }
  double product = 0.0, first = 0.0, second = 0.0;
  for (std::size_t i = 0; i < a.histogram.size(); ++i) {
    product += a.histogram[i] * b.histogram[i];
    first += a.histogram[i] * a.histogram[i];
    second += b.histogram[i] * b.histogram[i];
  }
  if (first > 0 && second > 0) chords = 1.0 - product / std::sqrt(first * second);
  return (tempo + key + chords) / 3.0;
}

}  // namespace tactus
