// Frame-wise chord posteriors -> chord segments, by a hidden (semi-)Markov model with learned
// transitions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/frame_matrix.h"
#include "model/annotation.h"
#include "model/chord_vocabulary.h"

namespace tactus {

struct ChordDecoderParameters {
  double stay_bonus = 4.0;         // nats added to staying in a chord when no statistics are given
  double observation_scale = 1.0;  // exponent on the frame posteriors
  bool snap_to_beats = false;      // move boundaries to the nearest beat
  double snap_tolerance = 0.2;     // seconds
  double bass_certainty = 0.6;     // mean bass posterior from which an inversion is written
  // Learned from labels, transposition-invariant: change[q1 * Q * 12 + interval * Q + q2] log
  // probability of moving from quality q1 to (root + interval, q2) given a change, with N at q =
  // Q-1 (interval 0).
  std::vector<float> change_log_probability;
  std::vector<float>
      duration_log_probability;  // per quality group: log P(duration = d frames), flattened
  int max_duration = 0;          // columns of the above, 0 = stay_bonus model
  bool operator==(const ChordDecoderParameters&) const = default;
};
ChordDecoderParameters chord_decoder_parameters_from_json(const std::string& json);
std::string to_json(const ChordDecoderParameters& parameters);

// Logits of the four heads of a chord network, each [T,K]: root (12 + N), bass (12 + N), quality,
// pitches (12).
struct ChordLogits {
  FrameMatrix root;
  FrameMatrix bass;
  FrameMatrix quality;
  FrameMatrix pitches;
};
// [T,V] posterior over chord_vocabulary(), rows sum to 1.
FrameMatrix chord_posteriors(const ChordLogits& logits);

// posteriors [T,V] with one label per column -> contiguous segments from 0 to T / fps. Labels
// follow the chord grammar; adjacent equal labels are merged; each segment carries the mean
// posterior of its label.
std::vector<LabelledSegment> decode_chords(const FrameMatrix& posteriors,
                                           std::span<const std::string> labels,
                                           const ChordDecoderParameters& parameters);

// Adds inversions ("C:maj/3") to segments where the bass head is sure of another chord tone.
void add_inversions(std::vector<LabelledSegment>& chords, const FrameMatrix& bass_logits,
                    const ChordDecoderParameters& parameters);

// Moves boundaries to the nearest beat within the tolerance; segments that vanish are merged away.
void snap_to_beats(std::vector<LabelledSegment>& chords, std::span<const Beat> beats,
                   double tolerance);

// Counts changes and durations in training labels (segments per song) for the parameters above.
void learn_chord_statistics(std::span<const std::vector<LabelledSegment>> songs, double fps,
                            ChordDecoderParameters& parameters);

}  // namespace tactus
