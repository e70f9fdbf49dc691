// Scores of chord recognition, as mir_eval.chord has them (Harte 2010; Pauwels & Peeters, ICASSP
// 2013). Each comparison says of a pair of chords: equal, different, or not comparable (then its
// time does not count). A score is the share of equal time in comparable time; 0 when nothing is
// comparable. What to know when reading the numbers: the bass belongs to the notes that are
// compared, so C:maj/2 is no major triad; `thirds` looks at the root and at the minor third only;
// an estimate X against a reference N counts as equal for root and mirex; degrees from 8 upward (9,
// 11, 13) are not compared.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/chords/chord_label.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

struct ChordScores {
  double thirds = 0.0;
  double thirds_inv = 0.0;
  double triads = 0.0;
  double triads_inv = 0.0;
  double tetrads = 0.0;
  double tetrads_inv = 0.0;
  double root = 0.0;
  double mirex = 0.0;
  double majmin = 0.0;
  double majmin_inv = 0.0;
  double sevenths = 0.0;
  double sevenths_inv = 0.0;
  double underseg = 0.0;
  double overseg = 0.0;
  double seg = 0.0;
};
// In mir_eval's order with its keys: "thirds", "thirds_inv", ..., "overseg", "seg".
NamedScores named_scores(const ChordScores& scores);

// Both sides at one stretch of time.
struct ChordPair {
  double duration = 0.0;  // seconds
  EncodedChord reference;
  EncodedChord estimate;
};

// Segments are sorted by their start. The estimate is cut and padded with N to the reference's
// span; a gap takes the label before it. Zero-length pieces that the cut leaves are dropped
// (mir_eval refuses them). Throws std::invalid_argument for an empty reference, segments that are
// not finite, negative, empty, out of order or overlapping with another chord, and ChordLabelError
// for a label it cannot read.
ChordScores evaluate_chords(std::span<const LabelledSegment> reference,
                            std::span<const LabelledSegment> estimate,
                            ChordSyntax syntax = ChordSyntax::kStrict);
// The estimate as evaluate_chords takes it: cut and padded with N. Throws as that does.
std::vector<LabelledSegment> chords_within(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate);

// A comparison: equal, different, or no value where the reference is out of its vocabulary.
using ChordComparison = std::optional<bool> (*)(const EncodedChord& reference,
                                                const EncodedChord& estimate);
std::optional<bool> compare_thirds(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_thirds_inv(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_triads(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_triads_inv(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_tetrads(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_tetrads_inv(const EncodedChord& reference,
                                        const EncodedChord& estimate);
std::optional<bool> compare_root(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_mirex(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_majmin(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_majmin_inv(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_sevenths(const EncodedChord& reference, const EncodedChord& estimate);
std::optional<bool> compare_sevenths_inv(const EncodedChord& reference,
                                         const EncodedChord& estimate);

// Share of equal time among comparable pairs.
double weighted_accuracy(std::span<const ChordPair> pairs, ChordComparison comparison);

}  // namespace tactus
