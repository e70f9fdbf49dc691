#include "model/decoding/chords/key_decoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/chords/chord_label.h"
#include "model/decoding/chords/key_statistics.h"

namespace tactus {
namespace {

using PitchClasses = std::array<double, 12>;

// Weights of the evidence in nats, as in tests/bench/experiments/key_statistics.
constexpr double kDuration = 0.12;            // per second of a chord
constexpr double kLongestChord = 8.0;         // seconds that count
constexpr double kStep = 0.1;                 // of a degree that follows another
constexpr double kChange = 8.0;               // of another key
constexpr double kEnds = 4.0;                 // of the first and the last chord
constexpr double kLikelihoodSharpness = 2.5;  // makes the mean confidence that of right keys
constexpr double kCorrelationSharpness = 15.0;

constexpr PitchClasses kMajorProfile = {0.238, 0.006, 0.111, 0.006, 0.137, 0.094,
                                        0.016, 0.214, 0.009, 0.080, 0.008, 0.081};
constexpr PitchClasses kMinorProfile = {0.220, 0.006, 0.104, 0.123, 0.019, 0.103,
                                        0.012, 0.214, 0.062, 0.022, 0.061, 0.052};
// The usual names of the keys.
constexpr std::array<std::string_view, 12> kMajorTonics = {"C",  "Db", "D",  "Eb", "E",  "F",
                                                           "F#", "G",  "Ab", "A",  "Bb", "B"};
constexpr std::array<std::string_view, 12> kMinorTonics = {"C",  "C#", "D",  "Eb", "E",  "F",
                                                           "F#", "G",  "G#", "A",  "Bb", "B"};

// Scales the classes to a sum of 1; false if all are 0.
bool normalise(PitchClasses& classes) {
  const double sum = std::accumulate(classes.begin(), classes.end(), 0.0);
  if (!(sum > 0.0) || !std::isfinite(sum)) return false;
  for (double& value : classes) value /= sum;
  return true;
}

PitchClasses of_chroma(const FrameMatrix& chroma) {
  PitchClasses classes{};
  for (std::size_t t = 0; t < chroma.frames; ++t) {
    const auto row = chroma.row(t);
    for (std::size_t k = 0; k < 12; ++k) {
      if (std::isfinite(row[k]) && row[k] > 0.0f) classes[k] += row[k];
    }
  }
  return classes;
}

double correlation(const PitchClasses& classes, const PitchClasses& profile, std::size_t tonic) {
  constexpr double kMean = 1.0 / 12.0;
  const double profile_mean = std::accumulate(profile.begin(), profile.end(), 0.0) / 12.0;
  double both = 0.0;
  double first = 0.0;
  double second = 0.0;
  for (std::size_t k = 0; k < 12; ++k) {
    const double a = classes[(k + tonic) % 12] - kMean;
    const double b = profile[k] - profile_mean;
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return first > 0.0 ? both / std::sqrt(first * second) : 0.0;
}

std::string key_name(std::size_t key) {
  return key < 12 ? fmt::format("{}:major", kMajorTonics[key])
                  : fmt::format("{}:minor", kMinorTonics[key - 12]);
}

using KeyScores = std::array<double, 24>;  // 0..11 major, 12..23 minor

// A chord with a root, as the statistics know it.
struct SoundingChord {
  double start = 0.0;
  double seconds = 0.0;
  int root = 0;
  int kind = 0;
};

int kind_of(const Chord& chord) {
  enum { kMajor, kMinor, kDiminished, kOpen, kDominant };
  if (chord.notes[4]) return chord.notes[10] ? kDominant : kMajor;
  if (!chord.notes[3]) return kOpen;
  return chord.notes[6] && !chord.notes[7] ? kDiminished : kMinor;
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

// Adds what chord `i` says of each key.
void add_evidence(std::span<const SoundingChord> chords, std::size_t i, KeyScores& scores) {
  const SoundingChord& chord = chords[i];
  const auto degree_in = [](std::size_t key, int root) {
    return static_cast<std::size_t>(root + 24 - static_cast<int>(key)) % 12;
  };
  const double seconds = std::min(chord.seconds, kLongestChord);
  for (std::size_t key = 0; key < 24; ++key) {
    const std::size_t mode = key / 12, degree = degree_in(key, chord.root);
    scores[key] += kDuration * seconds * kDegreeShares[mode][degree][chord.kind];
    if (i > 0 && chords[i - 1].root != chord.root)
      scores[key] += kStep * kDegreeSteps[mode][degree_in(key, chords[i - 1].root)][degree];
  }
  const bool minor = chord.kind == 1 || chord.kind == 2;
  if (i == 0 || i + 1 == chords.size())
    scores[static_cast<std::size_t>(chord.root) + (minor ? 12u : 0u)] += kEnds;
}

KeyScores before_the_first() {
  KeyScores scores{};
  for (std::size_t key = 0; key < 24; ++key) scores[key] = kModeShares[key / 12];
  return scores;
}

// As if all chords were in one key.
KeyScores likelihoods(std::span<const SoundingChord> chords) {
  KeyScores scores = before_the_first();
  for (std::size_t i = 0; i < chords.size(); ++i) add_evidence(chords, i, scores);
  return scores;
}

// The likeliest key at each chord.
std::vector<std::size_t> key_path(std::span<const SoundingChord> chords) {
  const auto likeliest = [](const KeyScores& scores) {
    return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  };
  KeyScores best = before_the_first();
  std::vector<std::array<std::size_t, 24>> from(chords.size());
  for (std::size_t i = 0; i < chords.size(); ++i) {
    const std::size_t leader = likeliest(best);
    const double changed = best[leader] - kChange;
    for (std::size_t key = 0; key < 24; ++key) {
      const bool stays = i == 0 || best[key] >= changed;
      from[i][key] = stays ? key : leader;
      if (!stays) best[key] = changed;
    }
    add_evidence(chords, i, best);
  }
  std::vector<std::size_t> path(chords.size());
  std::size_t key = likeliest(best);
  for (std::size_t i = chords.size(); i-- > 0;) {
    path[i] = key;
    key = from[i][key];
  }
  return path;
}

// No value without evidence.
std::optional<KeyScores> correlations(const FrameMatrix& chroma) {
  PitchClasses heard = of_chroma(chroma);
  if (!normalise(heard)) return std::nullopt;
  KeyScores scores{};
  for (std::size_t key = 0; key < 24; ++key)
    scores[key] = correlation(heard, key < 12 ? kMajorProfile : kMinorProfile, key % 12);
  return scores;
}

// Share of each key in the sum of exp(sharpness * score).
KeyScores shares_of(const KeyScores& scores, double sharpness) {
  const double best = *std::max_element(scores.begin(), scores.end());
  KeyScores shares{};
  double sum = 0.0;
  for (std::size_t k = 0; k < 24; ++k) {
    shares[k] = std::exp(sharpness * (scores[k] - best));
    sum += shares[k];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

// The shares of the keys if all chords are in one. Chords repeat, so that the evidence grows with
// the root of their time.
KeyScores shares_of(std::span<const SoundingChord> chords) {
  double seconds = 1.0;
  for (const SoundingChord& chord : chords) seconds += std::min(chord.seconds, kLongestChord);
  return shares_of(likelihoods(chords), kLikelihoodSharpness / std::sqrt(seconds));
}

std::vector<LabelledSegment> keys_of_chords(std::span<const SoundingChord> chords,
                                            double duration) {
  const std::vector<std::size_t> path = key_path(chords);
  std::vector<LabelledSegment> keys;
  for (std::size_t begin = 0; begin < path.size();) {
    std::size_t end = begin;
    while (end < path.size() && path[end] == path[begin]) ++end;
    const KeyScores shares = shares_of(chords.subspan(begin, end - begin));
    keys.push_back({begin == 0 ? 0.0 : chords[begin].start,
                    end == path.size() ? duration : chords[end].start, key_name(path[begin]),
                    shares[path[begin]]});
    begin = end;
  }
  return keys;
}

}  // namespace

std::vector<LabelledSegment> estimate_keys(std::span<const LabelledSegment> chords,
                                           const FrameMatrix& chroma, double duration) {
  if (chroma.frames > 0 && chroma.bins != 12) {
    throw std::invalid_argument(fmt::format("chroma of {} columns: expected 12", chroma.bins));
  }
  const std::vector<SoundingChord> parsed = sounding(chords);
  if (!(duration > 0.0)) return {};
  if (!parsed.empty()) return keys_of_chords(parsed, duration);
  const auto scores = correlations(chroma);
  if (!scores) return {};
  const KeyScores shares = shares_of(*scores, kCorrelationSharpness);
  const auto best = std::max_element(shares.begin(), shares.end());
  return {{0.0, duration, key_name(static_cast<std::size_t>(best - shares.begin())), *best}};
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

}  // namespace tactus
