// Activations -> beats and downbeats: the bar-pointer model of Krebs, Boeck & Widmer (2015) with
// the observation model of Boeck, Krebs & Widmer (2016), decoded by Viterbi in the log domain.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// The most that a decoded beat can have: 1 means that a person has set it (beat_edits.h).
inline constexpr double kHighestConfidence = 0.999;

// Confidence is 0 for a beat that the model filled in where the activation is flat, and near 1 for
// regular beats that stand out. The formulas are in beat_summary.h.
struct BeatDecoding {
  std::vector<Beat> beats;             // position 0 if only beats were decoded
  int meter = 0;                       // beats per bar of the best path, 0 = unknown
  std::vector<TempoCandidate> tempi;   // of the beats first; then half, double, third, triple
  std::vector<double> tempo_curve;     // BPM per beat; empty for fewer than two beats
  std::vector<double> bar_confidence;  // per downbeat in `beats`: how clearly its bar begins there
  TempoGrid grid;                      // kNone until the piece decoder sets it
  double confidence = 0.0;             // of the whole song, 0..1: the mean over its beats
};

// Logits [T,1] of a network's heads "beat" and "downbeat" -> the columns of decode_downbeats.
FrameMatrix beat_activations(const FrameMatrix& beat_logits, const FrameMatrix& downbeat_logits);

// activations [T,1]: probability of a beat. Returns no beats if no value reaches the threshold, if
// the mean confidence is below least_confidence, or if there is only one beat. All tempi of the
// range count here (num_tempi is for bars, as in madmom's two programs). Non-finite values count as
// 0. Throws std::invalid_argument for another number of bins, fps <= 0, parameters outside their
// range, or a fastest beat shorter than two frames.
BeatDecoding decode_beats(const FrameMatrix& activations, const BeatDecoderParameters& parameters);
// activations [T,2]: columns "beat that is no downbeat" and "downbeat" (the order of madmom's
// RNNDownBeatProcessor). Tries the double of fast tempi; for other levels see piece_decoder.h.
//
// fixed: beats that a user has set, sorted, in seconds from the activations' first frame. Position
// 1 is a downbeat, above 1 is none, 0 may be either. They keep their own times; no other beat is
// nearer to one than 0.4 of the interval there.
BeatDecoding decode_downbeats(const FrameMatrix& activations,
                              const BeatDecoderParameters& parameters,
                              std::span<const Beat> fixed = {});

// Log probability in nats of the best path from which decode_downbeats starts; 0 if no value
// reaches the threshold.
double downbeat_log_probability(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters);

// [T,2] as above -> [T,1]: their sum, at most 1. Returns [T,1] unchanged.
FrameMatrix any_beat(const FrameMatrix& activations);

}  // namespace tactus
