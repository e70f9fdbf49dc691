// Outputs of the networks for a piece -> beats, chords and key. Tagging, the validation of
// training, `tactus decode` and the window all decode here. A caller that lacks an input (the
// network, the audio, the beats) leaves it out; then the step that needs it is skipped.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/decoding/timing/attack_curve.h"

namespace tactus {

// Activations that no decoder can use: logits, NaN. what() names row and column, from 1.
class ActivationError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// Throws ActivationError unless all values are probabilities, 0 to 1 but for rounding. The decoders
// of a piece below call it; call it before activations are changed on the way to them.
void check_probabilities(const FrameMatrix& activations);

// Sets rows in silence (`audible` is false) to no beat, or to the last label (N). Rows of beats are
// [T,1] or [T,2], of chords [T,V]. Throws std::invalid_argument unless `audible` has T values.
void silence_beats(FrameMatrix& activations, const std::vector<bool>& audible);
void silence_chords(FrameMatrix& posteriors, const std::vector<bool>& audible);

// Port: runs the network on the piece at that speed; returns [T,2]. fps is divided by the speed, so
// times stay those of the piece (at_speed in metrical_level.h).
using SecondPass = std::function<FrameMatrix(double speed)>;

struct BeatPieceOptions {
  std::optional<double> seconds = {};  // end of the music; none = end of the activations
  std::span<const Beat> fixed = {};    // set by a user, as decode_downbeats takes them
  // Called at most once, if level_margin is above 0 and the metrical level is in doubt. Absent =
  // only the first pass counts.
  SecondPass run_second_pass = {};
  AttackCurve attacks = {};         // of the sound; empty = beats have the times of the activations
  const HeardBars* bars = nullptr;  // of the same song, to tell beats from off-beats; may be absent
  // Posteriors of chords of the same song, [T,V] with N last; null = not known. A song with chords
  // in kMusic of its sound (music_parts.h) keeps beats of any confidence; noise and speech have
  // none.
  const FrameMatrix* chords = nullptr;
};

// [T,2] as decode_downbeats takes it; or [T,1] as decode_beats does, without levels and fixed
// beats. Decodes each part of a recording with music by itself (music_parts.h). Compares metrical
// levels, and beats with off-beats, unless a user has set beats. Leaves out other beats in the last
// kShortestBeat (beat_summary.h). Then sets exact times and the tempo grid (beat_timing.h). Throws
// ActivationError, and as those functions do.
BeatDecoding decode_piece_beats(const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters,
                                const BeatPieceOptions& options = {});

struct InferredChords {
  FrameMatrix posteriors;   // [T,V], one label per column
  FrameMatrix bass_logits;  // [T,13]; empty = no inversions
  FrameMatrix features;     // [T,B] as the network takes them; empty = looks for no repeats
};
struct ChordPieceOptions {
  std::optional<double> seconds = {};  // end of the music; none = end of the posteriors
  std::span<const Beat> beats = {};    // targets for changes of chords, if parameters.snap_to_beats
  bool find_key = true;  // and spell the roots in it; below kMusic of harmony there is none
};
struct ChordPiece {
  std::vector<LabelledSegment> chords;
  std::vector<LabelledSegment> keys;  // as estimate_keys (key_decoder.h) finds them
};
// Leaves the posteriors as repeats have changed them, and empties the features. Throws as
// decode_chords does, ActivationError, std::invalid_argument if the beats are in no order, and
// ChordLabelError if it must find a key and a label is no chord.
ChordPiece decode_piece_chords(InferredChords& inferred, std::span<const std::string> labels,
                               const ChordDecoderParameters& parameters,
                               const ChordPieceOptions& options = {});

}  // namespace tactus
