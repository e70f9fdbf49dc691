// Activations -> beats and downbeats: the bar-pointer model of Krebs, Boeck & Widmer (2015) with
// the observation model of Boeck, Krebs & Widmer (2016), decoded by a log-domain Viterbi.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/calibration.h"

namespace tactus {

// Defaults as in the papers; times in frames follow from the activation's fps.
struct BeatDecoderParameters {
  double min_bpm = 55.0;
  double max_bpm = 215.0;
  int num_tempi = 60;                // log-spaced tempi for bars; 0 = every integer interval
  double transition_lambda = 100.0;  // tempo changes at beats: p ~ exp(-lambda |ratio - 1|)
  // Not in the papers: above 0 a steady tempo is tried, too (steady_tempo.h), with this lambda;
  // 1000 suits. Its path is taken where that of a free tempo wavers, unless that is likelier by
  // more than the bonus, in nats. What then still changes between the beats of one even grid and
  // their middles is put on the beats (even_grid.h), unless a person has set some.
  double steady_lambda = 0.0;
  double steady_bonus = 60.0;
  // Not in the papers either: above 0 bars may end early, each for so many nats (irregular_bars.h).
  double irregular_bar_cost = 0.0;
  // Nor this: above 0, tagging hears a piece a second time, at another speed, where half its tempo
  // is less likely by fewer nats per beat than this (metrical_level.h). 2 suits.
  double level_margin = 0.0;
  // Nor this: above 0, half the tempo and its double are weighed against it (metrical_level.h),
  // with so many nats for the tempo as decoded. 1 suits. Not where a person has set some beats.
  double level_bonus = 0.0;
  int observation_lambda = 16;              // the first 1/16 of a beat is the beat
  std::vector<int> beats_per_bar = {3, 4};  // one model each, the most probable one wins
  double threshold = 0.05;                  // leading/trailing frames below it are not tracked
  bool snap_to_peak = true;    // move each beat to the activation's peak in its beat range
  double positive_weight = 1;  // the loss weight w: p becomes p / (p + w (1 - p))
  double window = 300.0;       // seconds of undecided path kept in memory, see bar_viterbi.h
  // No beats at all where their mean confidence, as it is before calibration, is below. Nor where
  // there is only one, whatever this is. Beats that a person has set stay.
  double least_confidence = 0.0;
  CalibrationMap calibration;  // of the beats' confidences, see calibration.h
  bool operator==(const BeatDecoderParameters&) const = default;
};
// Strict: an unknown key or a wrong type throws std::invalid_argument that names the key. "" =
// defaults.
BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json);
std::string to_json(const BeatDecoderParameters& parameters);

// Confidences are 0 for a beat that the model filled in where the activation is flat, near 1 for
// regular beats that stand out; see beat_summary.h for the formulas.
struct BeatDecoding {
  std::vector<Beat> beats;  // position 0 where only beats were decoded
  int meter = 0;            // beats per bar of the best path, 0 = unknown
  std::vector<TempoCandidate>
      tempi;                        // the beats' own first; half, double, third, triple where heard
  std::vector<double> tempo_curve;  // BPM per beat; empty for fewer than two beats
  std::vector<double> bar_confidence;  // per downbeat in `beats`: how clearly it is the bar's first
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
// RNNDownBeatProcessor order).
BeatDecoding decode_downbeats(const FrameMatrix& activations,
                              const BeatDecoderParameters& parameters);

// Of the best path that decode_downbeats starts from, in nats; 0 where nothing is above the
// threshold.
double downbeat_log_probability(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters);

// The same through beats that a person has set: position 1 must be a downbeat, above 1 must be
// none, 0 may be either. They come out at their own times; no other beat is nearer to one than 0.4
// of the interval there. `fixed` is sorted, its times are seconds from the activations' first
// frame.
BeatDecoding decode_downbeats_through(const FrameMatrix& activations,
                                      const BeatDecoderParameters& parameters,
                                      std::span<const Beat> fixed);

// [T,2] as above -> [T,1]: their sum, at most 1. [T,1] is returned as it is.
FrameMatrix any_beat(const FrameMatrix& activations);

}  // namespace tactus
