// Activations -> beats and downbeats: the bar-pointer model of Krebs, Boeck & Widmer (2015) with
// the observation model of Boeck, Krebs & Widmer (2016), decoded by a log-domain Viterbi.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Confidences are 0 for a beat that the model filled in where the activation is flat, near 1 for
// regular beats that stand out; see beat_summary.h for the formulas.
struct BeatDecoding {
  std::vector<Beat> beats;  // position 0 where only beats were decoded
  int meter = 0;            // beats per bar of the best path, 0 = unknown
  std::vector<TempoCandidate>
      tempi;                        // the beats' own first; half, double, third, triple where heard
  std::vector<double> tempo_curve;  // BPM per beat; empty for fewer than two beats
  std::vector<double> bar_confidence;  // per downbeat in `beats`: how clearly it is the bar's first
  TempoGrid grid;                      // kNone until the piece decoder sets it
  double confidence = 0.0;             // of the whole song, 0..1: the mean over its beats
};

// Logits [T,1] of a network's heads "beat" and "downbeat" -> the columns of decode_downbeats.
FrameMatrix beat_activations(const FrameMatrix& beat_logits, const FrameMatrix& downbeat_logits);

// activations [T,1]: probability of a beat. Empty where none is above the
// threshold or believed (least_confidence).
// Every tempo of the range counts here (num_tempi is for bars, as in madmom's two programs).
// Non-finite values count as 0. Throws std::invalid_argument for another number of bins or fps <=
// 0, for parameters outside their range, or when the fastest beat is shorter than two frames.
BeatDecoding decode_beats(const FrameMatrix& activations, const BeatDecoderParameters& parameters);
// activations [T,2]: columns "beat that is no downbeat" and "downbeat" (madmom's
// RNNDownBeatProcessor order). Weighs no other metrical level: see piece_decoder.h.
//
// fixed: beats that a person has set. Position 1 must be a downbeat, above 1 must be none, 0 may be
// either. They come out at their own times; no other beat is nearer to one than 0.4 of the interval
// there. Sorted, in seconds from the activations' first frame.
BeatDecoding decode_downbeats(const FrameMatrix& activations,
                              const BeatDecoderParameters& parameters,
                              std::span<const Beat> fixed = {});

// Of the best path that decode_downbeats starts from, in nats; 0 where nothing is above the
// threshold.
double downbeat_log_probability(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters);

// [T,2] as above -> [T,1]: their sum, at most 1. [T,1] is returned as it is.
FrameMatrix any_beat(const FrameMatrix& activations);

}  // namespace tactus
