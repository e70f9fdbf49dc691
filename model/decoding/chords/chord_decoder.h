// Frame-wise chord posteriors -> chord segments, by a hidden (semi-)Markov model with learned
// transitions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/chords/chord_repeats.h"
#include "model/decoding/confidence/calibration.h"
#include "model/network/network_spec.h"
#include "model/parameter_table.h"

namespace tactus {

struct ChordDecoderParameters {
  double stay_bonus = 4.0;  // nats for staying in a chord, used where no statistics are given
  double observation_scale = 1.0;  // exponent on the frame posteriors
  // First the best path through triads, each with the probability of all labels that have it, then
  // the best labels along that path: where C:maj and C:7 share what is more likely than A:min, the
  // chord is not A:min. Otherwise, and without statistics, one path through the labels.
  bool triads_first = true;
  // Before decoding, by the caller, who has the features: the piece is heard in so many keys, a
  // divisor of 12; see chord_transpositions.h.
  int transpositions = 1;
  // The same; see repeats.h.
  RepeatParameters repeats;
  bool snap_to_beats =
      false;  // move boundaries to the nearest beat (done by the caller, who has the beats)
  double snap_tolerance = 0.2;  // seconds
  CalibrationMap calibration;   // of the chords' confidences, see calibration.h
  double bass_certainty = 0.6;  // mean bass posterior from which an inversion is written
  // Statistics learned from labels (learn_chord_statistics), with Q = kChordQualities; N is quality
  // Q - 1. Transposition-invariant: change[(q1 * 12 + interval) * Q + q2] = log P(root + interval,
  // q2 | q1, change). From N the interval is the new root itself, so all roots are made equally
  // likely; to N it is 0.
  std::vector<float> change_log_probability;  // [Q,12,Q]
  // duration[q * (D + 1) + d - 1] = log P(a chord of quality q lasts d frames), d = 1..D, and in
  // the last column the log probability of each further frame beyond D.
  std::vector<float> duration_log_probability;  // [Q,D+1]
  int max_duration = 0;                         // D, 0 = no statistics
  bool operator==(const ChordDecoderParameters&) const = default;
};
// Names, ranges and meanings. `parameters` must outlive the table.
ParameterTable parameter_table(ChordDecoderParameters& parameters);
// Strict: an unknown key or a wrong type throws std::invalid_argument that names the key. "" =
// defaults.
ChordDecoderParameters chord_decoder_parameters_from_json(const std::string& json);
std::string to_json(const ChordDecoderParameters& parameters);

// Logits of the heads of a chord network, each [T,K]: root (12 + N), bass (12 + N), quality,
// pitches (12), chord (the vocabulary: root and quality as one class, so that C:maj or A:min does
// not become A:maj or C:min). bass, pitches and chord may be absent (0 bins).
struct ChordLogits {
  FrameMatrix root;
  FrameMatrix bass;
  FrameMatrix quality;
  FrameMatrix pitches;
  FrameMatrix chord;
};
// The outputs of a network, one per head, by the heads' names.
ChordLogits chord_logits(std::span<const HeadSpec> heads, std::vector<FrameMatrix> outputs);
// Of what several networks say of the same music, or one of it in several keys: at least one.
ChordLogits mean_of(std::vector<ChordLogits> inferred);
// Exponents of the heads in the log-linear combination
//   log p(chord) = root log P(its root) + quality log P(its quality) + bass log sum_b P(b | chord)
//   P(b)
//                + pitches sum_k log P(pitch class k sounds or not, as in the chord) + constant,
// and, where there is a head "chord", `others` times that + chord log P(chord). There
// P(b | chord) is 0.85 for the root and shared by the other chord tones. The heads are no
// independent witnesses (they share a trunk), so the bass and the twelve pitches count for less
// than one each.
struct ChordHeadWeights {
  double root = 1.0;
  double quality = 1.0;
  double bass = 0.3;
  double pitches = 0.1;
  double chord = 1.0;
  double others = 0.3;  // of the four above, beside a head "chord"
};
// [T,V] posterior over chord_vocabulary(), rows sum to 1. Non-finite logits count as "no evidence".
// Throws std::invalid_argument when the heads disagree in frames or have another width.
FrameMatrix chord_posteriors(const ChordLogits& logits, const ChordHeadWeights& weights = {});

// posteriors [T,V] with one label per column -> contiguous segments from 0 to T / fps; a change
// between frames t - 1 and t lies half-way, at (t - 0.5) / fps. Adjacent equal labels are merged;
// each segment carries the mean posterior of its label. Rows need not sum to 1; non-finite and
// negative values count as 0 and a row of zeros as N (as anything, where the labels have no N). A
// column labelled X is never chosen. With statistics (max_duration > 0) a semi-Markov Viterbi, else
// a hidden Markov model with stay_bonus. Throws std::invalid_argument for a number of labels other
// than V, fps <= 0, statistics of another size, and (with statistics) ChordLabelError for a label
// that is no chord.
// Pieces of more than 12,000 frames are decoded in windows: little memory beside the input.
std::vector<LabelledSegment> decode_chords(const FrameMatrix& posteriors,
                                           std::span<const std::string> labels,
                                           const ChordDecoderParameters& parameters);

// Adds inversions ("C:maj/3") to segments where the bass head [T,13] is sure of another chord tone:
// mean posterior over the segment of at least bass_certainty. Segments that have a bass already are
// left alone.
void add_inversions(std::vector<LabelledSegment>& chords, const FrameMatrix& bass_logits,
                    const ChordDecoderParameters& parameters);

// Moves inner boundaries to the nearest beat within the tolerance; segments that vanish are merged
// away.
void snap_to_beats(std::vector<LabelledSegment>& chords, std::span<const Beat> beats,
                   double tolerance);

// Counts changes and durations in training labels (segments per song) for the parameters above; the
// rest of them stays. Labels are reduced to the vocabulary; what cannot be (X, power chords)
// interrupts the counting. Counts are smoothed: changes towards the distribution that ignores the
// quality they start from, durations over neighbouring lengths and towards that of all chords. fps:
// of the activations that will be decoded. Throws std::invalid_argument for fps <= 0 and
// ChordLabelError for a label that is no chord.
void learn_chord_statistics(std::span<const std::vector<LabelledSegment>> songs, double fps,
                            ChordDecoderParameters& parameters);

}  // namespace tactus
