// Scores of structural segmentation, as mir_eval.segment has them: boundaries found, deviation of
// boundaries, and agreement of the labels on frames of 0.1 s (pairwise, Rand index, mutual
// information, conditional entropies).
#pragma once

#include <span>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

// All 22 scores of mir_eval.segment.evaluate in its order and with its keys, "Precision@0.5" to
// "V-measure". The reference is padded at its start to 0, the estimate cut and padded to the
// reference's span; time without a label is a label of its own. Labels are compared without regard
// to (ASCII) case. A score that a division by zero leaves undefined (fewer than two frames) is NaN,
// as there. Throws std::invalid_argument for an empty reference and for segments that are not
// finite, negative, empty or out of order.
NamedScores evaluate_segments(std::span<const LabelledSegment> reference,
                              std::span<const LabelledSegment> estimate);

}  // namespace tactus
