// A second hypothesis for the beats of a piece: that its tempo is steady, as that of most recorded
// music is.
//
// With intervals of whole frames the bar pointer cannot keep a tempo that lies between two of them,
// so its tempo changes have to be cheap; and then half a beat's shift in a passage where the
// off-beats are louder is cheap, too. Here the same model runs on eighths of frames, near one
// tempo, with changes that cost ten times as much. Both paths have probabilities of the same
// observations, so they can be compared: see decode_downbeats.
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
  std::vector<PathBeat> beats;  // in whole frames, as those of BarViterbi::path
};

// The most likely path through frames [first, last) of activations [T,1] or [T,2] with values in
// [0, 1], with intervals within 6 % of `interval` frames. fixed: beats that a person has set,
// sorted, in seconds from the activations' first frame.
SteadyPath steady_path(const FrameMatrix& activations, std::size_t first, std::size_t last,
                       double interval, int beats_per_bar, const BeatDecoderParameters& parameters,
                       std::span<const Beat> fixed);

}  // namespace tactus
