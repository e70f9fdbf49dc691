// Confusions of chords, in seconds: roots, and qualities of the chord vocabulary.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "model/annotation.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {

inline constexpr std::size_t kConfusionRoots = 14;      // C, C#, ..., B, N, X
inline constexpr std::size_t kConfusionIntervals = 12;  // of the estimated root above the true one
inline constexpr std::size_t kConfusionQualities =
    kChordQualities + 1;  // those of the vocabulary, N, other

struct ChordConfusion {
  // seconds[reference][estimate]
  std::array<std::array<double, kConfusionRoots>, kConfusionRoots> roots{};
  std::array<std::array<double, kConfusionQualities>, kConfusionQualities> qualities{};
  std::array<double, kConfusionIntervals> intervals{};  // if both sides have a root

  ChordConfusion& operator+=(const ChordConfusion& other);
};
const std::array<const char*, kConfusionRoots>& confusion_root_names();
const std::array<const char*, kConfusionQualities>& confusion_quality_names();

// Over the span of the reference. Throws as evaluate_chords does.
ChordConfusion chord_confusion(std::span<const LabelledSegment> reference,
                               std::span<const LabelledSegment> estimate,
                               ChordSyntax syntax = ChordSyntax::kStrict);

// The interval in semitones (1 to 11) by which the estimate's roots are constantly above the true
// ones: for seven tenths of the time with true roots, and on at least three roots. Likely reasons:
// the recording is in another key than its annotation (another edition, or a tuning between two
// keys), or the estimate transposes. Only roots are compared, so relative chords count too.
std::optional<int> constant_transposition(const ChordConfusion& confusion);

}  // namespace tactus
