// A third hypothesis for the beats of a song: a machine, or a click in the players' ears, kept the
// time. If a path lies now on one even grid and now half-way between its beats, then the path
// changed and the music did not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "features/frames/frame_matrix.h"
#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// The grid begins and ends where the path keeps to it; a free beginning or end is not part of it.
struct EvenGrid {
  double start = 0.0;     // frames; its first beat
  double interval = 0.0;  // frames between beats, not rounded
  std::size_t beats = 0;
};

// path: beats `interval` frames apart, with rising starts. There are two grids, on the beats and on
// the middles between them. Returns the one that the activations [T,1] or [T,2] from frame `first`
// on favour. Returns no value if the path does not keep to a grid, or never lies on both grids for
// eight beats in a row each.
std::optional<EvenGrid> even_grid(std::span<const PathBeat> path, double interval,
                                  const FrameMatrix& activations, std::size_t first,
                                  const BeatDecoderParameters& parameters);

}  // namespace tactus
