#include "datasets/tasks/beats/beat_confidence.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "model/evaluation/evaluate_beats.h"

namespace tactus {
namespace {

constexpr double kBeatWindow = 0.07;  // seconds

std::vector<ConfidenceSample> of_beats(const std::vector<Beat>& reference,
                                       const std::vector<Beat>& estimate) {
  const std::vector<double> times = beat_times(reference);
  std::vector<ConfidenceSample> samples;
  for (const Beat& beat : estimate) {
    if (beat.confidence < 0.0) continue;
    const bool right = !times.empty() &&
                       std::abs(times[nearest_index(times, beat.time)] - beat.time) <= kBeatWindow;
    samples.push_back({beat.confidence, right ? 1.0 : 0.0, 1.0});
  }
  return samples;
}

}  // namespace

std::optional<JudgedSong> judge_beats(const Annotation* reference, const Annotation& estimate) {
  if (!reference) return JudgedSong{of_beats({}, estimate.beats), 0.0};
  if (reference->beats.empty()) return std::nullopt;
  return JudgedSong{of_beats(reference->beats, estimate.beats),
                    beat_f_measure(beat_times(reference->beats), beat_times(estimate.beats))};
}

}  // namespace tactus
