// Beats and bars that are odd by themselves, whatever their confidence.
#pragma once

#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/editing/beat_edits.h"

namespace tactus {

inline constexpr double kTooClose = 0.1;  // seconds; nobody taps two beats so near

// An interval that fits neither the median of the four intervals before it nor that of the four
// after it. So a change of tempo is not odd, and neither is a ritardando at the end.
struct OddInterval {
  enum class Kind { kMissing, kExtra, kJump };
  Kind kind = Kind::kJump;
  std::size_t beat = 0;   // the interval follows this beat
  std::size_t extra = 0;  // kExtra: the beat that splits another interval
  double seconds = 0.0;
  double usual = 0.0;  // seconds: the median that fits better
};
std::vector<OddInterval> odd_intervals(std::span<const Beat> beats);

// Four or more beats at twice or half the tempo of most beats. Networks change the metrical level
// so; music seldom does.
struct LevelPassage {
  BeatRange beats;
  bool twice = false;  // else half
};
std::vector<LevelPassage> level_passages(std::span<const Beat> beats);

// The first beats of pairs nearer than kTooClose.
std::vector<std::size_t> close_beats(std::span<const Beat> beats);

// From each downbeat to the next one, without those in free time.
std::vector<BeatRange> complete_bars(std::span<const Beat> beats);

// Complete bars against the prevailing meter: of one beat, or of another length than most bars and
// not with two more bars of that length, one of them beside it, within four bars. If less than half
// of the bars have one length, only bars of one beat are odd.
std::vector<BeatRange> odd_bars(std::span<const Beat> beats);

}  // namespace tactus
