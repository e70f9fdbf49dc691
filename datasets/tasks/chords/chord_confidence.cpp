#include "datasets/tasks/chords/chord_confidence.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "model/evaluation/evaluate_chords.h"

namespace tactus {
namespace {

// Compares the estimated chord with every annotated chord that it overlaps.
ConfidenceSample of_chord(std::span<const LabelledSegment> reference,
                          const LabelledSegment& estimate) {
  const EncodedChord encoded = encode_chord(parse_chord(estimate.label, ChordSyntax::kLenient));
  double right = 0.0, comparable = 0.0;
  for (const LabelledSegment& segment : reference) {
    const double seconds =
        std::min(segment.end, estimate.end) - std::max(segment.start, estimate.start);
    if (seconds <= 0.0) continue;
    const auto equal =
        compare_majmin(encode_chord(parse_chord(segment.label, ChordSyntax::kLenient)), encoded);
    if (!equal) continue;
    comparable += seconds;
    if (*equal) right += seconds;
  }
  return {estimate.confidence, comparable > 0.0 ? right / comparable : 0.0, comparable};
}

std::vector<ConfidenceSample> of_chords(const std::vector<LabelledSegment>& reference,
                                        const std::vector<LabelledSegment>& estimate) {
  std::vector<ConfidenceSample> samples;
  for (const LabelledSegment& chord : estimate) {
    if (chord.confidence < 0.0 || chord.label == "N") continue;
    const ConfidenceSample sample = of_chord(reference, chord);
    if (sample.weight > 0.0) samples.push_back(sample);
  }
  return samples;
}

std::vector<ConfidenceSample> all_wrong(const std::vector<LabelledSegment>& estimate) {
  std::vector<ConfidenceSample> samples;
  for (const LabelledSegment& chord : estimate)
    if (chord.confidence >= 0.0 && chord.label != "N")
      samples.push_back({chord.confidence, 0.0, chord.end - chord.start});
  return samples;
}

}  // namespace

std::optional<JudgedSong> judge_chords(const Annotation* reference, const Annotation& estimate) {
  if (!reference) return JudgedSong{all_wrong(estimate.chords), 0.0};
  if (reference->chords.empty()) return std::nullopt;
  return JudgedSong{
      of_chords(reference->chords, estimate.chords),
      evaluate_chords(reference->chords, estimate.chords, ChordSyntax::kLenient).majmin};
}

}  // namespace tactus
