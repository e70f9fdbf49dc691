#include "model/decoding/confidence/song_confidence.h"

namespace tactus {

double song_confidence(const Annotation& annotation) {
  double sum = 0.0;
  int layers = 0;
  const auto add = [&](double weighted, double weights) {
    if (weights <= 0.0) return;
    sum += weighted / weights;
    ++layers;
  };
  double weighted = 0.0, weights = 0.0;
  for (const Beat& beat : annotation.beats) {
    if (beat.confidence < 0) continue;
    weighted += beat.confidence;
    weights += 1.0;
  }
  add(weighted, weights);
  weighted = weights = 0.0;
  for (const LabelledSegment& chord : annotation.chords) {
    if (chord.confidence < 0 || chord.label == "N") continue;
    weighted += chord.confidence * (chord.end - chord.start);
    weights += chord.end - chord.start;
  }
  add(weighted, weights);
  return layers > 0 ? sum / layers : kUnknownConfidence;
}

}  // namespace tactus
