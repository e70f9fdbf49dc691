// What networks hear in a piece -> what is written down of it: beats, chords and key. Tagging, the
// validation of training, `tactus decode` and the window all decode here. A caller that lacks
// something (the network, the sound, the beats) leaves it out, and the step that needs it is
// skipped.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/decoding/timing/attack_curve.h"

namespace tactus {

// Rows of beats [T,1] or [T,2], or of chords [T,V], where nothing sounds: no beat, and the last
// label (N). Throws std::invalid_argument unless `audible` has T values.
void silence_beats(FrameMatrix& activations, const std::vector<bool>& audible);
void silence_chords(FrameMatrix& posteriors, const std::vector<bool>& audible);

// Port: [T,2] as the network hears the piece at that speed; fps is divided by the speed, so that
// times stay those of the piece (at_speed in metrical_level.h).
using SecondPass = std::function<FrameMatrix(double speed)>;

struct BeatPieceOptions {
  std::optional<double> seconds = {};  // where the music ends; none = with the activations
  std::span<const Beat> fixed = {};    // set by a person, as decode_downbeats takes them
  // Asked at most once, where level_margin is above 0 and the metrical level is in doubt. Absent =
  // the first hearing counts alone.
  SecondPass run_second_pass = {};
  AttackCurve attacks = {};  // of the sound; empty = beats have the times of the activations
};
// [T,2] as decode_downbeats takes it; or [T,1] as decode_beats does, without levels and fixed
// beats. The metrical level is weighed unless a person has set beats. No other beat lies in the
// last kShortestBeat (beat_summary.h). Then the beats get exact times and the tempo grid
// (beat_timing.h). Throws as those do.
BeatDecoding decode_piece_beats(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters,
                                const BeatPieceOptions& options = {});

struct InferredChords {
  FrameMatrix posteriors;   // [T,V], one label per column
  FrameMatrix bass_logits;  // [T,13]; empty = no inversions
  FrameMatrix features;     // [T,B] as the network takes them; empty = repeats are not looked for
  FrameMatrix chroma;       // [n,12] for the key; may be empty
};
struct ChordPieceOptions {
  std::optional<double> seconds = {};  // where the music ends; none = with the posteriors
  std::span<const Beat> beats = {};    // to move changes to, where parameters.snap_to_beats
  bool find_key = true;                // and spell the roots by it
};
struct ChordPiece {
  std::vector<LabelledSegment> chords;
  std::vector<LabelledSegment> keys;  // one, or none
};
// The posteriors stay as repeats have changed them, the features are given up. Throws as
// decode_chords does, and ChordLabelError where a key is looked for among labels that are no
// chords.
ChordPiece decode_piece_chords(InferredChords& inferred, std::span<const std::string> labels,
                               const ChordDecoderParameters& parameters,
                               const ChordPieceOptions& options = {});

}  // namespace tactus
