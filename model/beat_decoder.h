// Activations -> beats and downbeats: the bar-pointer model of Krebs, Boeck & Widmer (2015) with the
// observation model of Boeck, Krebs & Widmer (2016), decoded by a log-domain Viterbi.
#pragma once

#include <string>
#include <vector>

#include "features/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// Defaults as in the papers; times in frames follow from the activation's fps.
struct BeatDecoderParameters {
  double min_bpm = 55.0;
  double max_bpm = 215.0;
  int num_tempi = 60;               // log-spaced tempi for bars; 0 = every integer interval
  double transition_lambda = 100.0; // tempo changes at beats: p ~ exp(-lambda |ratio - 1|)
  int observation_lambda = 16;      // the first 1/16 of a beat is the beat
  std::vector<int> beats_per_bar = {3, 4};
  double threshold = 0.05;          // leading/trailing frames below it are not tracked
  bool snap_to_peak = true;         // move each beat to the activation's peak in its beat range
  double positive_weight = 1.0;     // the loss weight w: p becomes p / (p + w (1 - p))
};
// Strict: an unknown key or a wrong type throws std::invalid_argument that names the key. "" = defaults.
BeatDecoderParameters beat_decoder_parameters_from_json(const std::string& json);
std::string to_json(const BeatDecoderParameters& parameters);

struct BeatDecoding {
  std::vector<Beat> beats;      // position 0 where only beats were decoded
  int meter = 0;                // beats per bar of the best path, 0 = unknown
  std::vector<TempoCandidate> tempi;                  // best first, half/double candidates included
  std::vector<double> tempo_curve;                    // BPM per beat
  double confidence = 0.0;                            // of the whole song, 0..1
};

// activations [T,1]: probability of a beat. No beat above the threshold gives an empty result.
// Non-finite values count as 0. Throws std::invalid_argument for another number of bins or fps <= 0.
BeatDecoding decode_beats(const FrameMatrix& activations, const BeatDecoderParameters& parameters);
// activations [T,2]: columns "beat that is no downbeat" and "downbeat" (madmom's RNNDownBeatProcessor order).
BeatDecoding decode_downbeats(const FrameMatrix& activations, const BeatDecoderParameters& parameters);

}  // namespace tactus
