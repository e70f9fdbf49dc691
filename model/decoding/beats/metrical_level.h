// At which metrical level a piece is felt: a network can take every off-beat of a slow piece for a
// beat, and every second beat of a fast one for all.
//
// At about 65 beats per minute and 130, where both levels are usual, it can be asked again at
// another speed, which brings both to where it knows them apart, about 78 and 156. Each level gets
// the log probability of its best path in both hearings, and the one with the larger sum is taken.
//
// At any tempo its half and its double can be weighed against it by what the activations repeat:
// most of all a beat after the right beat, and a bar after three or four of them. A conditional
// logit (McFadden 1974), fitted on rendered songs (datasets/models/EXPERIMENTS.md), weighs that and
// the tempo:
//   score = 2.7 ln(bpm / 100) + 4.4 r(beats, 1 beat)
//           + 5.5 max(r(downbeats, 3 beats), r(downbeats, 4 beats))
// r(x, lag) being the autocorrelation of x over its variance, x smoothed by a Hann window of 0.16
// s, the greatest within 1.5 % of the lag.
#pragma once

#include <optional>

#include "features/frames/frame_matrix.h"
#include "model/decoding/beats/beat_decoder.h"

namespace tactus {

// A piece that may be half as fast as its beats have been decoded.
struct LevelDoubt {
  double bpm = 0.0;     // of the beats
  double speed = 1.0;   // at which it should be heard again
  double margin = 0.0;  // nats by which `bpm` is likelier than its half so far
};

// activations [T,2], of a whole piece, and the tempo of its beats. Nothing where the tempo leaves
// no doubt, its half is below the decoder's range, or the margin is level_margin per beat and more.
std::optional<LevelDoubt> level_doubt(const FrameMatrix& activations, double bpm,
                                      const BeatDecoderParameters& parameters);

// What a network should hear: rows of features interpolated linearly in time, as in training with
// another tempo. fps is divided by the speed, so that times stay those of the piece. Throws
// std::invalid_argument unless the speed is above 0.
FrameMatrix at_speed(const FrameMatrix& features, double speed);

// Is half the tempo the likelier one, all in all? second_pass: the activations at that speed.
bool half_is_likelier(const LevelDoubt& doubt, const FrameMatrix& second_pass,
                      const BeatDecoderParameters& parameters);

// The tempo of a piece's beats, its half or its double, whichever has the highest score among
// those in the decoder's range; level_bonus is added to that of the first. activations [T,2].
double likeliest_level(const FrameMatrix& activations, double bpm,
                       const BeatDecoderParameters& parameters);

// What was decoded from the activations, or that at another level where level_bonus is above 0 and
// another one the likeliest.
BeatDecoding at_likeliest_level(BeatDecoding decoding, const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters);

// The same decoder at the tempi around one, within its range.
BeatDecoderParameters near_tempo(const BeatDecoderParameters& parameters, double bpm);

}  // namespace tactus
