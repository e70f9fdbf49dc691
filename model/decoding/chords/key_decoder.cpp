#include "model/decoding/chords/key_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "model/chords/chord_label.h"
#include "model/decoding/chords/key_statistics.h"

namespace tactus {
namespace {

// Weights of the path in nats, as in tests/bench/experiments/key_statistics.
constexpr double kDuration = 0.12;     // per second of a chord
constexpr double kLongestChord = 8.0;  // seconds that count
constexpr double kStep = 0.1;          // of a degree that follows another
constexpr double kChange = 8.0;        // of another key
// Share of the chords that equal those one turn of a loop before, from which the ends count less.
constexpr double kLoop = 0.8;
constexpr std::size_t kShortestLoop = 2, kLongestLoop = 8;  // chords
constexpr double kLeastConfidence = 0.55;                   // of chords on two roots, on average

// The usual names of the keys.
constexpr std::array<std::string_view, 12> kMajorTonics = {"C",  "Db", "D",  "Eb", "E",  "F",
                                                           "F#", "G",  "Ab", "A",  "Bb", "B"};
constexpr std::array<std::string_view, 12> kMinorTonics = {"C",  "C#", "D",  "Eb", "E",  "F",
                                                           "F#", "G",  "G#", "A",  "Bb", "B"};

std::string key_name(std::size_t key) {
  return key < 12 ? fmt::format("{}:major", kMajorTonics[key])
                  : fmt::format("{}:minor", kMinorTonics[key - 12]);
}

using KeyScores = std::array<double, 24>;  // 0..11 major, 12..23 minor

std::size_t likeliest(const KeyScores& scores) {
  return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
}

// A chord with a root, as the statistics know it.
struct SoundingChord {
  double start = 0.0;
  double seconds = 0.0;
  int root = 0;
  ChordKind kind = ChordKind::kMajor;
  double counted() const { return std::min(seconds, kLongestChord); }
};
using Passage = std::span<const SoundingChord>;

ChordKind kind_of(const Chord& chord) {
  using enum ChordKind;
  const auto& notes = chord.notes;
  if (notes[4]) return notes[10] ? kDominant : notes[11] ? kMajorSeventh : kMajor;
  if (!notes[3]) return kOpen;
  if (notes[6] && !notes[7]) return kDiminished;
  return notes[10] ? kMinorSeventh : kMinor;
}

std::vector<SoundingChord> sounding(std::span<const LabelledSegment> segments) {
  std::vector<SoundingChord> chords;
  for (const LabelledSegment& segment : segments) {
    const Chord chord = parse_chord(segment.label);
    if (chord.root >= 0 && segment.end > segment.start)
      chords.push_back({segment.start, segment.end - segment.start, chord.root, kind_of(chord)});
  }
  return chords;
}

// A chord in a key.
struct Degree {
  Degree(const SoundingChord& chord, std::size_t key)
      : minor(key / 12),
        above(static_cast<std::size_t>(chord.root + 24 - static_cast<int>(key)) % 12),
        kind(chord.kind) {}

  double share() const { return kDegreeShares[minor][above][static_cast<std::size_t>(kind)]; }
  bool is_tonic() const {
    using enum ChordKind;
    if (above != 0 || kind == kDiminished) return false;
    return kind == kOpen || (kind == kMinor || kind == kMinorSeventh) == (minor == 1);
  }
  bool is_major() const { return kind == ChordKind::kMajor || kind == ChordKind::kDominant; }
  bool in_scale() const;

  std::size_t minor;  // 1 in minor keys
  std::size_t above;  // semitones above the tonic
  ChordKind kind;
};

// Minor has both sevenths.
bool Degree::in_scale() const {
  constexpr std::array<std::string_view, 2> kScales = {"x-x-xx-x-x-x", "x-xx-x-xx-xx"};
  constexpr std::array<std::string_view, kChordKinds> kNotes = {
      "x---x--x", "x--x---x", "x--x--x", "x------x", "x---x--x--x", "x---x--x---x", "x--x---x--x"};
  const std::string_view notes = kNotes[static_cast<std::size_t>(kind)];
  for (std::size_t k = 0; k < notes.size(); ++k)
    if (notes[k] == 'x' && kScales[minor][(above + k) % 12] != 'x') return false;
  return true;
}

bool is_change(Passage chords, std::size_t i) {
  return i > 0 && chords[i - 1].root != chords[i].root;
}

// The likeliest key at each chord.
std::vector<std::size_t> key_path(Passage chords) {
  KeyScores best{};
  for (std::size_t key = 0; key < 24; ++key) best[key] = kModeShares[key / 12];
  std::vector<std::array<std::size_t, 24>> from(chords.size());
  for (std::size_t i = 0; i < chords.size(); ++i) {
    const std::size_t leader = likeliest(best);
    const double changed = best[leader] - kChange;
    for (std::size_t key = 0; key < 24; ++key) {
      const bool stays = i == 0 || best[key] >= changed;
      from[i][key] = stays ? key : leader;
      if (!stays) best[key] = changed;
      const Degree degree(chords[i], key);
      best[key] += kDuration * chords[i].counted() * degree.share();
      if (is_change(chords, i))
        best[key] += kStep * kDegreeSteps[key / 12][Degree(chords[i - 1], key).above][degree.above];
    }
  }
  std::vector<std::size_t> path(chords.size());
  std::size_t key = likeliest(best);
  for (std::size_t i = chords.size(); i-- > 0;) {
    path[i] = key;
    key = from[i][key];
  }
  return path;
}

// How much the ends of the passage say: 1, in a loop 0.
double weight_of_ends(Passage chords) {
  double repeated = 0.0;
  for (std::size_t loop = kShortestLoop; loop <= kLongestLoop; ++loop) {
    if (chords.size() < 2 * loop) break;
    std::size_t same = 0;
    for (std::size_t i = loop; i < chords.size(); ++i)
      same += chords[i].root == chords[i - loop].root && chords[i].kind == chords[i - loop].kind;
    repeated =
        std::max(repeated, static_cast<double>(same) / static_cast<double>(chords.size() - loop));
  }
  return std::min(1.0, (1.0 - repeated) / (1.0 - kLoop));
}

// What the chords of a passage say of a key.
double logit(Passage chords, std::size_t key, double ends) {
  double shares = 0.0, steps = 0.0, tonic = 0.0, scale = 0.0, dominants = 0.0, subdominants = 0.0;
  double seconds = 1.0, changes = 1.0;
  for (std::size_t i = 0; i < chords.size(); ++i) {
    const Degree degree(chords[i], key);
    const double counted = chords[i].counted();
    seconds += counted;
    shares += counted * degree.share();
    tonic += counted * degree.is_tonic();
    scale += counted * degree.in_scale();
    if (!is_change(chords, i)) continue;
    const Degree before(chords[i - 1], key);
    changes += 1.0;
    steps += kDegreeSteps[degree.minor][before.above][degree.above];
    dominants += degree.is_tonic() && before.above == 7 && before.is_major();
    subdominants += degree.is_tonic() && before.above == 5;
  }
  constexpr KeyWeights kWeights;
  return kWeights.shares * shares / std::sqrt(seconds) +
         kWeights.steps * steps / std::sqrt(changes) + (key < 12 ? 0.0 : kWeights.minor) +
         ends * (kWeights.first * Degree(chords.front(), key).is_tonic() +
                 kWeights.last * Degree(chords.back(), key).is_tonic()) +
         (kWeights.tonic * tonic + kWeights.scale * scale) / seconds +
         (kWeights.dominant * dominants + kWeights.subdominant * subdominants) / changes;
}

// The probability of each key if all chords are in one.
KeyScores shares_of(Passage chords) {
  const double ends = weight_of_ends(chords);
  KeyScores shares{};
  for (std::size_t key = 0; key < 24; ++key) shares[key] = logit(chords, key, ends);
  const double best = *std::ranges::max_element(shares);
  double sum = 0.0;
  for (double& share : shares) sum += share = std::exp(share - best);
  for (double& share : shares) share /= sum;
  return shares;
}

struct KeyPassage {
  std::size_t begin, end;  // chords
  std::size_t key;
};

std::vector<KeyPassage> without_repeats(const std::vector<KeyPassage>& passages) {
  std::vector<KeyPassage> joined;
  for (const KeyPassage& passage : passages) {
    if (!joined.empty() && joined.back().key == passage.key)
      joined.back().end = passage.end;
    else
      joined.push_back(passage);
  }
  return joined;
}

// Passages that get the same key become one, and are judged anew.
std::vector<KeyPassage> passages_of(Passage chords) {
  std::vector<KeyPassage> passages;
  const std::vector<std::size_t> path = key_path(chords);
  for (std::size_t i = 0; i < path.size(); ++i) passages.push_back({i, i + 1, path[i]});
  for (std::size_t before = 0; passages.size() != before;) {
    passages = without_repeats(passages);
    before = passages.size();
    for (KeyPassage& each : passages)
      each.key = likeliest(shares_of(chords.subspan(each.begin, each.end - each.begin)));
    passages = without_repeats(passages);
  }
  return passages;
}

bool is_harmony(std::span<const LabelledSegment> segments, Passage chords) {
  std::set<int> roots;
  for (const SoundingChord& chord : chords) roots.insert(chord.root);
  double sure = 0.0, seconds = 0.0;
  for (const LabelledSegment& segment : segments) {
    if (segment.confidence == kUnknownConfidence || parse_chord(segment.label).root < 0) continue;
    sure += segment.confidence * (segment.end - segment.start);
    seconds += segment.end - segment.start;
  }
  return roots.size() > 2 || (roots.size() == 2 && sure >= kLeastConfidence * seconds);
}

}  // namespace

std::vector<LabelledSegment> estimate_keys(std::span<const LabelledSegment> chords,
                                           double duration) {
  const std::vector<SoundingChord> parsed = sounding(chords);
  if (!(duration > 0.0) || !is_harmony(chords, parsed)) return {};
  std::vector<LabelledSegment> keys;
  for (const auto& [begin, end, key] : passages_of(parsed)) {
    const KeyScores shares = shares_of(Passage(parsed).subspan(begin, end - begin));
    keys.push_back({begin == 0 ? 0.0 : parsed[begin].start,
                    end == parsed.size() ? duration : parsed[end].start, key_name(key),
                    shares[key]});
  }
  return keys;
}

std::vector<RankedKey> rank_keys(std::span<const LabelledSegment> chords, std::size_t most) {
  std::vector<RankedKey> ranked;
  const std::vector<SoundingChord> parsed = sounding(chords);
  if (parsed.empty()) return ranked;
  const KeyScores shares = shares_of(parsed);
  for (std::size_t k = 0; k < 24; ++k) ranked.push_back({key_name(k), shares[k]});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedKey& a, const RankedKey& b) { return a.share > b.share; });
  if (ranked.size() > most) ranked.resize(most);
  return ranked;
}

std::vector<LabelledSegment> chords_within(std::span<const LabelledSegment> chords, double begin,
                                           double end) {
  constexpr double kSliver = 0.05;  // seconds
  std::vector<LabelledSegment> found;
  for (LabelledSegment chord : chords) {
    const double whole = chord.end - chord.start;
    chord.start = std::max(chord.start, begin);
    chord.end = std::min(chord.end, end);
    if (chord.end <= chord.start || chord.end - chord.start < std::min(kSliver, whole / 2.0))
      continue;
    try {
      chord.label = canonical_label(chord.label, ChordSyntax::kLenient);
    } catch (const ChordLabelError&) {
      continue;
    }
    found.push_back(std::move(chord));
  }
  return found;
}

void rate_keys(std::vector<LabelledSegment>& keys, std::span<const LabelledSegment> chords) {
  constexpr std::size_t kAll = 24;
  for (LabelledSegment& key : keys) {
    if (key.confidence < 0.0 || key.confidence >= 1.0) continue;
    for (const RankedKey& ranked : rank_keys(chords_within(chords, key.start, key.end), kAll))
      if (ranked.label == key.label) key.confidence = ranked.share;
  }
}

}  // namespace tactus
