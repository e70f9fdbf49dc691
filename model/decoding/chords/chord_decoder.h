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
  double stay_bonus = 4.0;         // nats for staying in a chord, if there are no statistics
  double observation_scale = 1.0;  // exponent of the frame posteriors
  // First finds the best path through triads, where each has the probability of all labels with it.
  // Then it finds the best labels along that path: if C:maj and C:7 together are likelier than
  // A:min, the chord is not A:min. Otherwise, and without statistics, there is one path through the
  // labels.
  bool triads_first = true;
  // For the caller, who has the features: number of keys in which the network runs, a divisor of
  // 12. See chord_transpositions.h.
  int transpositions = 1;
  // For the caller too: see chord_repeats.h.
  RepeatParameters repeats;
  // Moves changes to the nearest beat; done by the caller, who has the beats.
  bool snap_to_beats = false;
  double snap_tolerance = 0.2;  // seconds
  CalibrationMap calibration;   // of the confidences of chords, see calibration.h
  double bass_certainty = 0.6;  // mean posterior of a bass from which an inversion is written
  // Statistics learned from labels (learn_chord_statistics), with Q = kChordQualities; N is quality
  // Q - 1. The same for all keys: change[(q1 * 12 + interval) * Q + q2] = log P(root + interval, q2
  // | q1, change). From N the interval is the new root itself, so all roots are made equally
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
// Throws std::invalid_argument if the tables of probabilities do not fit max_duration.
void check_chord_statistics(const ChordDecoderParameters& parameters);
// Strict: an unknown key, a wrong type or a value out of range throws std::invalid_argument that
// names the key. "" = defaults.
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
// Mean of the logits of several networks for the same music, or of one network in several keys. At
// least one.
ChordLogits mean_of(std::vector<ChordLogits> inferred);
// Exponents of the heads in the log-linear combination
// log p(chord) = root log P(its root) + quality log P(its quality)
//              + bass log sum_b P(b | chord) P(b)
//              + pitches sum_k log P(pitch class k sounds or not, as in the chord) + constant.
// If there is a head "chord", the sum above is multiplied by `others`, and chord log P(chord) is
// added. P(b | chord) is 0.85 for the root; the other chord tones share the rest. The heads are not
// independent (they share a trunk), so the bass and the twelve pitches count less than one each.
struct ChordHeadWeights {
  double root = 1.0;
  double quality = 1.0;
  double bass = 0.3;
  double pitches = 0.1;
  double chord = 1.0;
  double others = 0.3;  // of the four above, if there is a head "chord"
};
// [T,V] posterior over chord_vocabulary(); rows sum to 1. Non-finite logits count as "no evidence".
// Throws std::invalid_argument if the heads differ in frames or have another width.
FrameMatrix chord_posteriors(const ChordLogits& logits, const ChordHeadWeights& weights = {});

// posteriors [T,V] with one label per column -> contiguous segments from 0 to T / fps. A change
// between frames t - 1 and t lies half-way, at (t - 0.5) / fps. Adjacent equal labels are merged.
// The confidence of a segment is the mean posterior of its label.
//
// Rows need not sum to 1. Non-finite and negative values count as 0. A row of zeros counts as N, or
// as any label if there is no N. A column labelled X is never chosen. With statistics (max_duration
// > 0) the search is a semi-Markov Viterbi, otherwise a hidden Markov model with stay_bonus. Songs
// of more than 12,000 frames are decoded in windows, so memory beside the input is small.
//
// Throws std::invalid_argument for a number of labels other than V, fps <= 0, or statistics of
// another size. Throws ChordLabelError (with statistics) for a label that is no chord.
std::vector<LabelledSegment> decode_chords(const FrameMatrix& posteriors,
                                           std::span<const std::string> labels,
                                           const ChordDecoderParameters& parameters);

// Adds inversions ("C:maj/3") where the bass head [T,13] is sure of another chord tone: its mean
// posterior over the segment is at least bass_certainty. Segments with a bass do not change.
void add_inversions(std::vector<LabelledSegment>& chords, const FrameMatrix& bass_logits,
                    const ChordDecoderParameters& parameters);

// Moves inner boundaries to the nearest beat within the tolerance; merges segments that vanish into
// their neighbours.
void snap_to_beats(std::vector<LabelledSegment>& chords, std::span<const Beat> beats,
                   double tolerance);

// Counts changes and durations in training labels (segments per song) for the parameters above; the
// others stay. Labels are reduced to the vocabulary; labels outside it (X, power chords) interrupt
// the counting. Counts are smoothed: changes towards the distribution over all starting qualities,
// durations over neighbouring lengths and towards those of all chords. fps: of the activations to
// decode. Throws std::invalid_argument for fps <= 0 and ChordLabelError for a label that is no
// chord.
void learn_chord_statistics(std::span<const std::vector<LabelledSegment>> songs, double fps,
                            ChordDecoderParameters& parameters);

}  // namespace tactus
