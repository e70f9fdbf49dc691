// At which metrical level a piece is felt: a network can take every off-beat of a slow piece for a
// beat. Where both levels are usual, at about 65 beats per minute and 130, it errs most.
//
// It can be asked again at another speed, which brings both levels to where it knows them apart,
// about 78 and 156. Each level gets the log probability of its best path in both hearings, and the
// one with the larger sum is taken.
#pragma once

#include <optional>

#include "features/frame_matrix.h"
#include "model/beat_decoder.h"

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

// Is half the tempo the likelier one, all in all? heard_again: the activations at that speed.
bool half_is_likelier(const LevelDoubt& doubt, const FrameMatrix& heard_again,
                      const BeatDecoderParameters& parameters);

// The same decoder at the tempi around one, within its range.
BeatDecoderParameters near_tempo(const BeatDecoderParameters& parameters, double bpm);

}  // namespace tactus
