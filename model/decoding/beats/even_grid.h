// A third hypothesis for the beats of a piece: that a machine, or a click in the players' ears,
// kept its time, and that a path which is now on one even grid and now just half-way between its
// beats has changed its mind where the music has not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "features/frames/frame_matrix.h"
#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Its beats lie where the path keeps to it: a free beginning or end is no part of it.
struct EvenGrid {
  double start = 0.0;     // frames, of its first beat
  double interval = 0.0;  // frames between beats, not rounded
  std::size_t beats = 0;
};

// The grid that a path of beats `interval` frames apart, whose starts rise, keeps to: the one of
// the two, on the beats and on the middles between them, that the activations [T,1] or [T,2] from
// frame `first` on speak for. Nothing for paths that do not keep to one, or that never change
// between the two for eight beats in a row.
std::optional<EvenGrid> even_grid(std::span<const PathBeat> path, double interval,
                                  const FrameMatrix& activations, std::size_t first,
                                  const BeatDecoderParameters& parameters);

}  // namespace tactus
