// Beats as decoded, on the frames of the network -> beats to the millisecond, and the tempo grid of
// the song.
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
  // Beats are added only there; empty = everywhere.
  std::span<const SoundSpan> music = {};
};

struct TimedBeats {
  std::vector<Beat> beats;
  TempoGrid grid;
};

// The time of the peak of an activation [T,1] within a frame of `time`: the vertex of the parabola
// through the logarithm of three frames.
double peak_time(const FrameMatrix& activation, double time);

// activation [T,1]: of any beat. tempo_lines.h says whether beats lie on lines of the tempo, unless
// options.grid does. On a line all beats lie exactly. Gaps in it, the bar before its first beat and
// the rest of the bar of its last one get beats as far as the sound goes on; these have
// kUnknownConfidence. Without a sound, and outside of options.music, no beat is added. A beat on no
// line gets the peak of the activation, moved half-way to an attack nearby. Beats that a person has
// set never move: a line goes through them, or the song has none. Fewer than two beats stay as they
// are.
TimedBeats time_beats(std::vector<Beat> beats, const FrameMatrix& activation,
                      const AttackCurve& attacks, const BeatTimingOptions& options);

}  // namespace tactus
