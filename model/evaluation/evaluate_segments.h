// Scores of structural segmentation, as in mir_eval.segment: boundaries found, deviation of
// boundaries, and agreement of the labels on frames of 0.1 s (pairwise, Rand index, mutual
// information, conditional entropies).
#pragma once

#include <span>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

// All 22 scores of mir_eval.segment.evaluate in its order and with its keys, "Precision@0.5" to
// "V-measure". The start of the reference is padded to 0; the estimate is cut and padded to the
// reference's span. Time without a label has a separate label. The comparison of labels ignores
// (ASCII) case. A score that is undefined because of a division by zero (fewer than two frames) is
// NaN, as in mir_eval. Throws std::invalid_argument for an empty reference and for segments that
// are not finite, negative, empty or out of order.
NamedScores evaluate_segments(std::span<const LabelledSegment> reference,
                              std::span<const LabelledSegment> estimate);

}  // namespace tactus
