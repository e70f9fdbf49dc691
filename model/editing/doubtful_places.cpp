#include "model/editing/doubtful_places.h"

#include <algorithm>

namespace tactus {

std::vector<DoubtfulPlace> doubtful_places(const Annotation& annotation, double threshold) {
  const auto doubtful = [&](double confidence) {
    return confidence != kUnknownConfidence && confidence < threshold;
  };
  std::vector<DoubtfulPlace> places;
  bool in_run = false;
  for (const Beat& beat : annotation.beats) {
    const bool doubt = doubtful(beat.confidence);
    if (doubt && in_run) {
      places.back().end = beat.time;
      places.back().confidence = std::min(places.back().confidence, beat.confidence);
    } else if (doubt) {
      places.push_back({beat.time, beat.time, beat.confidence, false});
    }
    in_run = doubt;
  }
  for (const LabelledSegment& chord : annotation.chords) {
    if (doubtful(chord.confidence)) {
      places.push_back({chord.start, chord.end, chord.confidence, true});
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return places;
}

std::optional<DoubtfulPlace> next_doubtful_place(std::span<const DoubtfulPlace> places,
                                                 double after) {
  constexpr double kSame = 1e-6;  // the cursor is at this place already
  for (const DoubtfulPlace& place : places) {
    if (place.begin > after + kSame) return place;
  }
  return places.empty() ? std::nullopt : std::optional(places.front());
}

std::optional<DoubtfulPlace> most_doubtful_place(std::span<const DoubtfulPlace> places) {
  const auto found =
      std::min_element(places.begin(), places.end(),
                       [](const auto& a, const auto& b) { return a.confidence < b.confidence; });
  return found == places.end() ? std::nullopt : std::optional(*found);
}

}  // namespace tactus
