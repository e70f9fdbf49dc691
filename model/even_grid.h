// A third hypothesis for the beats of a piece: that a machine, or a click in the players' ears,
// kept its time, and that a path which is now on one even grid and now just half-way between its
// beats has changed its mind where the music has not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "features/frame_matrix.h"
#include "model/bar_viterbi.h"
#include "model/beat_decoder.h"

namespace tactus {

struct EvenGrid {
  double start = 0.0;       // frames, where the path's first beat is
  double interval = 0.0;    // frames between beats, not rounded
  std::size_t beats = 0;    // of the grid from its start to the path's end
  double regularity = 0.0;  // 0..1, how closely the path keeps to it and the middles between
};

// The grid that a path of beats `interval` frames apart keeps to, with the beats and the middles
// between them exchanged where the activations [T,1] or [T,2] from frame `first` on ask for it.
// Nothing for paths that do not keep to one, or that never leave its beats.
std::optional<EvenGrid> even_grid(std::span<const PathBeat> path, double interval,
                                  const FrameMatrix& activations, std::size_t first,
                                  const BeatDecoderParameters& parameters);

}  // namespace tactus
