// Chooses the metrical level of a song. A network can take every off-beat of a slow song for a
// beat, or find only every second beat of a fast one.
//
// At about 65 and 130 beats per minute, where both levels are usual, a second pass of the network
// at another speed helps. It moves them to about 78 and 156, where the network can tell them apart.
// Each level gets the log probability of its best path in both passes. The larger sum wins.
//
// At any tempo, its half and its double can be compared with it by the repetitions of the
// activations. The strongest signs are a beat after one beat, and a bar after three or four beats.
// A conditional logit (McFadden 1974), fitted on rendered songs (datasets/models/EXPERIMENTS.md),
// weighs them and the tempo:
// score = 2.7 ln(bpm / 100) + 4.4 r(beats, 1 beat)
//       + 5.5 max(r(downbeats, 3 beats), r(downbeats, 4 beats))
// r(x, lag) is the autocorrelation of x divided by its variance: the largest within 1.5 % of the
// lag. A Hann window of 0.16 s smooths x.
#pragma once

#include <optional>

#include "features/frames/frame_matrix.h"
#include "model/decoding/beats/beat_decoder.h"

namespace tactus {

// A song that may be half as fast as its decoded beats.
struct LevelDoubt {
  double bpm = 0.0;     // of the beats
  double speed = 1.0;   // of the second pass
  double margin = 0.0;  // nats by which `bpm` is likelier than its half in the first pass
};

// activations [T,2] of a whole song, and the tempo of its beats. Returns no value if the tempo is
// outside the range of doubt, if its half is below the decoder's range, or if the margin is
// level_margin per beat or more.
std::optional<LevelDoubt> level_doubt(const FrameMatrix& activations, double bpm,
                                      const BeatDecoderParameters& parameters);

// How much the activations [T,1] repeat after about `seconds`: r(beats, lag) as above. 0 if they
// are at most a second longer than that.
double recurrence(const FrameMatrix& any_beats, double seconds);

// Input of the second pass: rows of features, interpolated linearly in time as in the augmentation
// of tempo in training. fps is divided by the speed, so times stay those of the song. Throws
// std::invalid_argument unless the speed is above 0.
FrameMatrix at_speed(const FrameMatrix& features, double speed);

// Is half the tempo likelier over both passes? second_pass: the activations at that speed.
bool half_is_likelier(const LevelDoubt& doubt, const FrameMatrix& second_pass,
                      const BeatDecoderParameters& parameters);

// The tempo of a song's beats, its half or its double: the one with the highest score within the
// decoder's range. The first gets level_bonus on top. activations [T,2]; one bar repeats nothing,
// so it keeps its tempo.
double likeliest_level(const FrameMatrix& activations, double bpm,
                       const BeatDecoderParameters& parameters);

// The decoding as given; or one at another level, if level_bonus is above 0 and that level is the
// likeliest.
BeatDecoding at_likeliest_level(BeatDecoding decoding, const FrameMatrix& activations,
                                const BeatDecoderParameters& parameters);

// Is each bar of three two bars of three at twice the tempo, a fast waltz? Then what lies between
// its beats is beats as well, and its middle has something of a downbeat. activations [T,2].
bool hides_two_bars(const BeatDecoding& decoding, const FrameMatrix& activations);

// The same decoder, limited to the tempi near one: from bpm / reach to bpm * reach.
BeatDecoderParameters near_tempo(const BeatDecoderParameters& parameters, double bpm,
                                 double reach = 1.2);

}  // namespace tactus
