// Which chords were taken for which, in seconds: roots, and qualities of the chord vocabulary.
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
    kChordQualities + 1;  // the vocabulary's, N, other

struct ChordConfusion {
  // seconds[reference][estimate]
  std::array<std::array<double, kConfusionRoots>, kConfusionRoots> roots{};
  std::array<std::array<double, kConfusionQualities>, kConfusionQualities> qualities{};
  std::array<double, kConfusionIntervals> intervals{};  // where both sides have a root

  ChordConfusion& operator+=(const ChordConfusion& other);
};
const std::array<const char*, kConfusionRoots>& confusion_root_names();
const std::array<const char*, kConfusionQualities>& confusion_quality_names();

// Over the reference's span. Throws as evaluate_chords does.
ChordConfusion chord_confusion(std::span<const LabelledSegment> reference,
                               std::span<const LabelledSegment> estimate,
                               ChordSyntax syntax = ChordSyntax::kStrict);

// The semitones (1 to 11) by which the estimate's roots are above the true ones throughout: for
// seven tenths of the time that has true roots, on three of them or more. Then the music was likely
// in another key than its annotation (another edition, or a tuning between two keys), or the
// estimate transposes; only roots are compared, so chords taken for their relatives count, too.
std::optional<int> constant_transposition(const ChordConfusion& confusion);

}  // namespace tactus
