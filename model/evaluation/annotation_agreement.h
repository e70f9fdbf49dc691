// Where two annotations of a piece agree, for looking at them side by side.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

enum class BeatAgreement {
  kAlone,     // no beat of the other side is near
  kPosition,  // there is one, but one of them is a downbeat and the other is none
  kAgrees,
};
struct BeatAgreements {
  std::vector<BeatAgreement> reference;  // per beat of the reference
  std::vector<BeatAgreement> estimate;   // per beat of the estimate
};
// Pairs one to one, as many as possible within `window` seconds (inclusive), as the F-measure
// counts them. Where a side knows no positions they are not compared.
BeatAgreements compare_beats(std::span<const Beat> reference, std::span<const Beat> estimate,
                             double window = 0.07);

// A stretch of constant agreement; no value where the reference is out of the comparison's
// vocabulary.
struct SegmentAgreement {
  double begin = 0.0;
  double end = 0.0;
  std::optional<bool> equal;
  bool operator==(const SegmentAgreement&) const = default;
};
// Over the reference's span, by compare_majmin. Labels are read leniently; one that is no chord
// counts as X.
std::vector<SegmentAgreement> compare_chords(std::span<const LabelledSegment> reference,
                                             std::span<const LabelledSegment> estimate);
// By tonic and mode, enharmonic tonics alike; no value where the reference's label is no key.
std::vector<SegmentAgreement> compare_keys(std::span<const LabelledSegment> reference,
                                           std::span<const LabelledSegment> estimate);
// By label, without regard to (ASCII) case.
std::vector<SegmentAgreement> compare_sections(std::span<const LabelledSegment> reference,
                                               std::span<const LabelledSegment> estimate);

}  // namespace tactus
