#include "model/evaluation/chord_confusion.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "model/evaluation/evaluate_chords.h"
#include "model/evaluation/labelled_spans.h"

namespace tactus {
namespace {

struct Classified {
  std::size_t root = 0;
  std::size_t quality = 0;
};

Classified classify(const LabelledSegment& segment, ChordSyntax syntax) {
  const Chord chord = parse_chord(segment.label, syntax);
  if (chord.is_no_chord()) return {12, kNoChordQuality};
  if (chord.unknown) return {13, kConfusionQualities - 1};
  const int index = vocabulary_index(chord);
  const int quality = index < 0 ? kChordQualities : index % kNoChordQuality;
  return {static_cast<std::size_t>(chord.root), static_cast<std::size_t>(quality)};
}

std::vector<Classified> classify_all(std::span<const LabelledSegment> segments,
                                     ChordSyntax syntax) {
  std::vector<Classified> result;
  for (const LabelledSegment& segment : segments) result.push_back(classify(segment, syntax));
  return result;
}

template <std::size_t N>
void add(std::array<double, N>& sum, const std::array<double, N>& more) {
  for (std::size_t i = 0; i < N; ++i) sum[i] += more[i];
}

}  // namespace

ChordConfusion& ChordConfusion::operator+=(const ChordConfusion& other) {
  for (std::size_t i = 0; i < roots.size(); ++i) add(roots[i], other.roots[i]);
  for (std::size_t i = 0; i < qualities.size(); ++i) add(qualities[i], other.qualities[i]);
  add(intervals, other.intervals);
  return *this;
}

const std::array<const char*, kConfusionRoots>& confusion_root_names() {
  static constexpr std::array<const char*, kConfusionRoots> kNames = {
      "C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B", "N", "X"};
  return kNames;
}

const std::array<const char*, kConfusionQualities>& confusion_quality_names() {
  static const auto names = [] {
    std::array<const char*, kConfusionQualities> all{};
    const std::span<const char* const> vocabulary = chord_qualities();
    std::copy(vocabulary.begin(), vocabulary.end(), all.begin());
    all.back() = "other";
    return all;
  }();
  return names;
}

ChordConfusion chord_confusion(std::span<const LabelledSegment> reference,
                               std::span<const LabelledSegment> whole_estimate,
                               ChordSyntax syntax) {
  const std::vector<LabelledSegment> estimate = chords_within(reference, whole_estimate);
  const std::vector<Classified> truth = classify_all(reference, syntax);
  const std::vector<Classified> guess = classify_all(estimate, syntax);
  ChordConfusion confusion;
  for (const MergedSpan& span : merged_spans(reference, estimate)) {
    const Classified& t = truth[span.reference];
    const Classified& g = guess[span.estimate];
    const double seconds = span.end - span.start;
    confusion.roots[t.root][g.root] += seconds;
    confusion.qualities[t.quality][g.quality] += seconds;
    if (t.root < 12 && g.root < 12) confusion.intervals[(g.root + 12 - t.root) % 12] += seconds;
  }
  return confusion;
}

std::optional<int> constant_transposition(const ChordConfusion& confusion) {
  constexpr double kLeastShare = 0.7;
  constexpr double kLeastShareOfRoot = 0.05;  // of that time, for a root to count
  constexpr int kLeastRoots = 3;
  const auto& intervals = confusion.intervals;
  const auto largest = std::max_element(intervals.begin(), intervals.end());
  const auto semitones = static_cast<std::size_t>(largest - intervals.begin());
  double total = 0.0;
  for (std::size_t root = 0; root < kConfusionIntervals; ++root) {
    total = std::accumulate(confusion.roots[root].begin(), confusion.roots[root].end(), total);
  }
  if (semitones == 0 || total <= 0.0 || *largest < kLeastShare * total) return std::nullopt;
  int roots = 0;
  for (std::size_t root = 0; root < kConfusionIntervals; ++root) {
    const double seconds = confusion.roots[root][(root + semitones) % kConfusionIntervals];
    if (seconds >= kLeastShareOfRoot * *largest) ++roots;
  }
  if (roots < kLeastRoots) return std::nullopt;
  return static_cast<int>(semitones);
}

}  // namespace tactus
