// The places of an annotation that a person should look at, ranked. Doubt is a rank within the
// song, not a threshold: of the beats, bars, chords and keys those with the least confidence.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/annotation.h"
#include "model/editing/beat_edits.h"

namespace tactus {

struct ReviewPlace {
  enum class Kind {
    kCloseBeats,   // two beats nearer than kTooClose
    kMissingBeat,  // see beat_oddities.h
    kExtraBeat,
    kTempoJump,
    kTwiceTempo,  // a passage at another metrical level
    kHalfTempo,
    kOddBar,
    kBeats,  // a run of unsure beats
    kBars,   // a run of bars with an unsure beginning
    kChord,
    kKey
  };
  Kind kind = Kind::kBeats;
  double begin = 0.0;  // seconds
  double end = 0.0;
  double confidence = kUnknownConfidence;  // the least of a run; unknown for what is odd by itself
  std::size_t first = 0;                   // beats, chords or keys [first, last)
  std::size_t last = 0;
  std::size_t item = 0;  // the one that stands for the place: the least sure or the wrong one
  bool odd() const { return kind < Kind::kBeats; }
  bool operator==(const ReviewPlace&) const = default;
};

// Confidences below these are the worst share of each list. They are found once for a song. So the
// places do not move up while a person works through them.
struct DoubtLimits {
  double beats = 0.0;
  double bars = 0.0;
  double chords = 0.0;
  double keys = 0.0;
};
// bars: one confidence for each downbeat (rate_bars, beat_summary.h), or empty. share: 0..1. What
// has no confidence or is certain does not count; of the rest, at least one is below the limit.
DoubtLimits doubt_limits(const Annotation& annotation, std::span<const double> bars, double share);

// True if a beat, chord or key has a known confidence.
bool has_confidence(const Annotation& annotation);

// First what is odd by itself: intervals, then bars, each by time. Then what is below the limits,
// least sure first. A bar whose downbeat is certain is sure.
std::vector<ReviewPlace> review_places(const Annotation& annotation, std::span<const double> bars,
                                       const DoubtLimits& limits);

// The annotation after a person has found the place right: its beats (of bars, the downbeats),
// chord or key are certain. What is odd by itself has no such mark.
Annotation accepted(Annotation annotation, const ReviewPlace& place);

// Begin and end of the passage to hear, in seconds: at least two bars, at most four.
std::pair<double, double> bars_around(std::span<const Beat> beats, double begin, double end);

}  // namespace tactus
