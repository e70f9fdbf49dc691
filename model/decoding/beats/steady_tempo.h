// A second hypothesis for the beats of a song: a steady tempo, as most recorded music has.
//
// With intervals of whole frames the bar pointer cannot keep a tempo that lies between two of them.
// So its tempo changes must be cheap. But then a shift by half a beat is cheap too, in a passage
// whose off-beats are louder. Here the same model runs on eighths of frames, near one tempo, with
// changes that cost ten times as much. Both paths have probabilities of the same observations, so
// decode_downbeats can compare them.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

struct SteadyPath {
  double log_probability = 0.0;
  std::vector<PathBeat> beats;  // in whole frames, as in BarViterbi::path
};

// The most likely path through frames [first, last) of activations [T,1] or [T,2] with values in
// [0, 1]. Intervals stay within 6 % of `interval` frames. fixed: beats that a user has set, sorted,
// in seconds from the activations' first frame.
SteadyPath steady_path(const FrameMatrix& activations, std::size_t first, std::size_t last,
                       double interval, int beats_per_bar, const BeatDecoderParameters& parameters,
                       std::span<const Beat> fixed);

}  // namespace tactus
