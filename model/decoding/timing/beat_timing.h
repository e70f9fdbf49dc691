// Beats as decoded, on the frames of the network -> beats to the millisecond, and the tempo grid of
// the piece.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/decoding/timing/attack_curve.h"

namespace tactus {

struct BeatTimingOptions {
  GridChoice grid = GridChoice::kAuto;
  double seconds = 0.0;              // where the music ends
  std::span<const Beat> fixed = {};  // beats that a person has set, as they are in the list
};

struct TimedBeats {
  std::vector<Beat> beats;
  TempoGrid grid;
};

// The time of the peak of an activation [T,1] within a frame of `time`: the vertex of the parabola
// through the logarithm of three frames.
double peak_time(const FrameMatrix& activation, double time);

// activation [T,1]: of any beat. Whether beats lie on lines of the tempo says tempo_lines.h, unless
// options.grid does. On a line of the tempo all beats lie exactly; gaps in it, and the
// bar before its first beat and after its last one, get beats as far as the sound goes on. These
// have kUnknownConfidence. Without a sound no beat is added. Other beats get the peak of the
// activation, moved half-way to an attack that lies near. Beats that a person has set never move:
// a line goes through them, or the piece has none. Fewer than two beats stay as they are.
TimedBeats time_beats(std::vector<Beat> beats, const FrameMatrix& activation,
                      const AttackCurve& attacks, const BeatTimingOptions& options);

}  // namespace tactus
