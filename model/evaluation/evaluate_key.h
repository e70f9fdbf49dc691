// The score of a key estimate, as in mir_eval.key (MIREX audio key detection).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

enum class KeyMode { kMajor, kMinor, kOther };

struct Key {
  int tonic = -1;  // pitch class; -1 = X, uncategorised
  KeyMode mode = KeyMode::kOther;
  bool operator==(const Key&) const = default;
};

// "C major", "C:major", "c:min", "Am", "Eb", "F# minor", "D:dorian" (other), "X". No value for
// anything else.
std::optional<Key> parse_key(std::string_view text);

// 1 for the same key; 0.5 a perfect fifth above; 0.3 relative major or minor; 0.2 parallel; else 0.
double key_weighted_score(const Key& reference, const Key& estimate);
NamedScores evaluate_key(const Key& reference, const Key& estimate);  // "Weighted Score"

// The mean of that score over the time in which the reference has keys. Time without an estimate
// scores 0, and labels that are no keys do not count. Both sorted. NaN without a key in the
// reference.
double key_score_over_time(std::span<const LabelledSegment> reference,
                           std::span<const LabelledSegment> estimate);

}  // namespace tactus
