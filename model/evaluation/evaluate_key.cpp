#include "model/evaluation/evaluate_key.h"

#include <algorithm>
#include <array>
#include <limits>

#include "audio/text.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

std::optional<KeyMode> parse_mode(std::string_view text) {
  if (text == "m") return KeyMode::kMinor;
  if (text == "M") return KeyMode::kMajor;
  const std::string mode = lower_case(text);
  for (const char* major : {"", "maj", "major", "ionian"}) {
    if (mode == major) return KeyMode::kMajor;
  }
  for (const char* minor : {"min", "minor", "aeolian"}) {
    if (mode == minor) return KeyMode::kMinor;
  }
  for (const char* other :
       {"other", "dorian", "phrygian", "lydian", "mixolydian", "locrian", "modal"}) {
    if (mode == other) return KeyMode::kOther;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Key> parse_key(std::string_view text) {
  text = trimmed(text);
  if (text == "X" || text == "x") return Key{};
  if (text.empty()) return std::nullopt;
  const char letter = text[0] >= 'a' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
  const int natural = natural_pitch_class(letter);
  if (natural < 0) return std::nullopt;
  std::size_t place = 1;
  int tonic = natural;
  if (place < text.size() && (text[place] == '#' || text[place] == 'b')) {
    tonic += text[place++] == '#' ? 1 : -1;
  }
  std::string_view rest = trimmed(text.substr(place));
  if (rest.starts_with(':')) rest = trimmed(rest.substr(1));
  const std::optional<KeyMode> mode = parse_mode(rest);
  if (!mode) return std::nullopt;
  return Key{(tonic + 12) % 12, *mode};
}

double key_weighted_score(const Key& reference, const Key& estimate) {
  constexpr int kFifth = 7;
  constexpr int kRelativeMinor = 9;
  constexpr int kRelativeMajor = 3;
  const bool same_mode = reference.mode == estimate.mode;
  if (reference.tonic == estimate.tonic && (same_mode || reference.tonic < 0)) return 1.0;
  if (reference.tonic < 0 || estimate.tonic < 0) return 0.0;
  const int above = (estimate.tonic - reference.tonic + 12) % 12;
  if (same_mode) return above == kFifth ? 0.5 : 0.0;
  if (reference.mode == KeyMode::kMajor && above == kRelativeMinor) return 0.3;
  if (reference.mode == KeyMode::kMinor && above == kRelativeMajor) return 0.3;
  return above == 0 ? 0.2 : 0.0;
}

NamedScores evaluate_key(const Key& reference, const Key& estimate) {
  return {{"Weighted Score", key_weighted_score(reference, estimate)}};
}

double key_score_over_time(std::span<const LabelledSegment> reference,
                           std::span<const LabelledSegment> estimate) {
  double score = 0.0, seconds = 0.0;
  for (const LabelledSegment& truth : reference) {
    const std::optional<Key> wanted = parse_key(truth.label);
    if (!wanted || !(truth.end > truth.start)) continue;
    seconds += truth.end - truth.start;
    for (const LabelledSegment& guess : estimate) {
      const double both = std::min(truth.end, guess.end) - std::max(truth.start, guess.start);
      const std::optional<Key> found = both > 0.0 ? parse_key(guess.label) : std::nullopt;
      if (found) score += both * key_weighted_score(*wanted, *found);
    }
  }
  return seconds > 0.0 ? score / seconds : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tactus
