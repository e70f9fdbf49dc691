#include "model/decoding/chords/chord_transpositions.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "features/filterbanks/circular_bins.h"

namespace tactus {
namespace {

constexpr int kPitchClasses = 12;

FrameMatrix turned(FrameMatrix frames, int bins, int circle) {
  for (std::size_t t = 0; t < frames.frames; ++t) turn_bins(frames.row(t), bins, circle);
  return frames;
}

// Roots and bass notes have 13 values: twelve and none. turn_bins does not move the last one, nor
// the last entry of the vocabulary, which is N.
void turn_back(ChordLogits& logits, int semitones) {
  for (FrameMatrix* head : {&logits.root, &logits.bass, &logits.pitches})
    *head = turned(std::move(*head), -semitones, kPitchClasses);
  logits.chord = turned(std::move(logits.chord), -semitones * kNoChordQuality,
                        kPitchClasses * kNoChordQuality);
}

}  // namespace

std::vector<FrameMatrix> in_keys(const FrameMatrix& pitch_classes, int keys) {
  if (keys < 1 || kPitchClasses % keys != 0 || pitch_classes.bins % kPitchClasses != 0)
    throw std::invalid_argument(
        fmt::format("in_keys: {} bins in {} keys; the bins must be a multiple of 12 and the keys a "
                    "divisor",
                    pitch_classes.bins, keys));
  std::vector<FrameMatrix> inferred;
  for (int k = 0; k < keys; ++k)
    inferred.push_back(turned(pitch_classes, k * kPitchClasses / keys, kPitchClasses));
  return inferred;
}

ChordLogits mean_over_keys(std::vector<ChordLogits> inferred) {
  const int keys = static_cast<int>(inferred.size());
  for (int k = 1; k < keys; ++k)
    turn_back(inferred[static_cast<std::size_t>(k)], k * kPitchClasses / keys);
  return mean_of(std::move(inferred));
}

}  // namespace tactus
