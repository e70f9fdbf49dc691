// Scores of chord recognition, as in mir_eval.chord (Harte 2010; Pauwels & Peeters, ICASSP 2013).
// Each comparison calls a pair of chords equal, different, or not comparable (then its time does
// not count). A score is the share of equal time in comparable time; 0 if nothing is comparable.
// Details of mir_eval: The bass belongs to the compared notes, so C:maj/2 is no major triad.
// `thirds` compares only the root and the minor third. An estimate X against a reference N counts
// as equal for root and mirex. Degrees from 8 upward (9, 11, 13) are not compared.
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

// Both chords during one stretch of time.
struct ChordPair {
  double duration = 0.0;  // seconds
  EncodedChord reference;
  EncodedChord estimate;
};

// Segments are sorted by their start. The estimate is cut and padded with N to the reference's
// span; a gap has the label before it. Parts of zero length after the cut are dropped (mir_eval
// refuses them). Throws std::invalid_argument for an empty reference and for segments that are not
// finite, negative, empty, out of order or overlapping with another chord. Throws ChordLabelError
// for an invalid label.
ChordScores evaluate_chords(std::span<const LabelledSegment> reference,
                            std::span<const LabelledSegment> estimate,
                            ChordSyntax syntax = ChordSyntax::kStrict);
// The estimate as in evaluate_chords: cut and padded with N. Throws as that function does.
std::vector<LabelledSegment> chords_within(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate);

// A comparison: equal, different, or no value if the reference is outside its vocabulary.
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
