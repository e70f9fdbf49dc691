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

namespace tactus {
namespace {

using PitchClasses = std::array<double, 12>;

constexpr double kRootWeight = 0.5;
constexpr double kChromaShare = 0.25;
constexpr double kLastChord = 0.05;
constexpr double kFirstChord = 0.025;
constexpr double kSharpness = 15.0;

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

PitchClasses of_chords(std::span<const LabelledSegment> segments, std::span<const Chord> chords) {
  PitchClasses classes{};
  for (std::size_t k = 0; k < chords.size(); ++k) {
    const double seconds = segments[k].end - segments[k].start;
    if (chords[k].root < 0 || !(seconds > 0.0)) continue;
    for (int note = 0; note < 12; ++note) {
      if (!chords[k].notes[static_cast<std::size_t>(note)]) continue;
      classes[static_cast<std::size_t>((chords[k].root + note) % 12)] += seconds;
    }
    classes[static_cast<std::size_t>(chords[k].root)] += kRootWeight * seconds;
  }
  return classes;
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

// Index of the key whose tonic triad a chord is: 0..11 major, 12..23 minor.
std::size_t key_of(const Chord& chord) {
  const bool minor = chord.notes[3] && !chord.notes[4];
  return static_cast<std::size_t>(chord.root) + (minor ? 12u : 0u);
}

void favour_ends(std::span<const Chord> chords, std::array<double, 24>& scores) {
  const auto sounds = [](const Chord& chord) { return chord.root >= 0; };
  const auto first = std::find_if(chords.begin(), chords.end(), sounds);
  if (first == chords.end()) return;
  scores[key_of(*first)] += kFirstChord;
  scores[key_of(*std::find_if(chords.rbegin(), chords.rend(), sounds))] += kLastChord;
}

std::string key_name(std::size_t key) {
  return key < 12 ? fmt::format("{}:major", kMajorTonics[key])
                  : fmt::format("{}:minor", kMinorTonics[key - 12]);
}

using KeyScores = std::array<double, 24>;

// No value if neither chords nor chroma give evidence.
std::optional<KeyScores> score_keys(std::span<const LabelledSegment> chords,
                                    const FrameMatrix& chroma) {
  std::vector<Chord> parsed;
  for (const LabelledSegment& segment : chords) parsed.push_back(parse_chord(segment.label));
  PitchClasses classes = of_chords(chords, parsed);
  PitchClasses heard = of_chroma(chroma);
  const bool has_chords = normalise(classes);
  const bool has_chroma = normalise(heard);
  if (!has_chords && !has_chroma) return std::nullopt;
  const double share = !has_chroma ? 0.0 : has_chords ? kChromaShare : 1.0;
  for (std::size_t k = 0; k < 12; ++k) classes[k] += share * (heard[k] - classes[k]);
  KeyScores scores{};
  for (std::size_t key = 0; key < 24; ++key) {
    scores[key] = correlation(classes, key < 12 ? kMajorProfile : kMinorProfile, key % 12);
  }
  favour_ends(parsed, scores);
  return scores;
}

// Share of each key in the sum of exp(sharpness * score).
KeyScores shares_of(const KeyScores& scores) {
  const double best = *std::max_element(scores.begin(), scores.end());
  KeyScores shares{};
  double sum = 0.0;
  for (std::size_t k = 0; k < 24; ++k) {
    shares[k] = std::exp(kSharpness * (scores[k] - best));
    sum += shares[k];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace

std::vector<LabelledSegment> estimate_key(std::span<const LabelledSegment> chords,
                                          const FrameMatrix& chroma, double duration) {
  if (chroma.frames > 0 && chroma.bins != 12) {
    throw std::invalid_argument(fmt::format("chroma of {} columns: expected 12", chroma.bins));
  }
  const auto scores = duration > 0.0 ? score_keys(chords, chroma) : std::nullopt;
  if (!scores) return {};
  const KeyScores shares = shares_of(*scores);
  const auto best = std::max_element(shares.begin(), shares.end());
  return {{0.0, duration, key_name(static_cast<std::size_t>(best - shares.begin())), *best}};
}

std::vector<RankedKey> rank_keys(std::span<const LabelledSegment> chords, std::size_t most) {
  std::vector<RankedKey> ranked;
  const auto scores = score_keys(chords, {});
  if (!scores) return ranked;
  const KeyScores shares = shares_of(*scores);
  for (std::size_t k = 0; k < 24; ++k) ranked.push_back({key_name(k), shares[k]});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const RankedKey& a, const RankedKey& b) { return a.share > b.share; });
  if (ranked.size() > most) ranked.resize(most);
  return ranked;
}

}  // namespace tactus
