// Places where two annotations of a song agree, for display side by side.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/annotation.h"

namespace tactus {

enum class BeatAgreement {
  kAlone,     // the other side has no beat nearby
  kPosition,  // the other side has a beat nearby, but only one of the two is a downbeat
  kAgrees,
};
struct BeatAgreements {
  std::vector<BeatAgreement> reference;  // per beat of the reference
  std::vector<BeatAgreement> estimate;   // per beat of the estimate
};
// Pairs one to one, as many as possible within `window` seconds (inclusive), as in the F-measure.
// If a side has no positions, positions are not compared.
BeatAgreements compare_beats(std::span<const Beat> reference, std::span<const Beat> estimate,
                             double window = 0.07);

// The pairs of compare_beats: an index of each side, in the order of time.
std::vector<std::pair<std::size_t, std::size_t>> pair_beats(std::span<const Beat> reference,
                                                            std::span<const Beat> estimate,
                                                            double window = 0.07);

// A stretch of constant agreement; no value if the reference is outside the vocabulary of the
// comparison.
struct SegmentAgreement {
  double begin = 0.0;
  double end = 0.0;
  std::optional<bool> equal;
  bool operator==(const SegmentAgreement&) const = default;
};
// Over the reference's span, by compare_majmin. An invalid chord label counts as X.
std::vector<SegmentAgreement> compare_chords(std::span<const LabelledSegment> reference,
                                             std::span<const LabelledSegment> estimate);
// By tonic and mode, with enharmonic tonics equal; no value if the reference's label is no key.
std::vector<SegmentAgreement> compare_keys(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate);
// By label, ignoring (ASCII) case.
std::vector<SegmentAgreement> compare_sections(std::span<const LabelledSegment> reference,
                                               std::span<const LabelledSegment> estimate);

}  // namespace tactus
