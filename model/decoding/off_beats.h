// Beats or off-beats: chords change on beats more often than between them. So a network that hears
// bars in the harmony corrects beats that lie half a beat off.
//
// Log odds add up two kinds of evidence per beat: how much likelier the activations are with beats
// at the middles, and how much likelier the best bars are there (bar_decoder.h). Their weights are
// those of a logit (McFadden 1974): for beats as in readings.h, for bars fitted to the annotated
// bars of McGill Billboard (datasets/models/EXPERIMENTS.md). The odds of the bars are bounded,
// since in a few songs chords come early.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Of the logit of readings: what another tempo or phase has from the start, in nats, and the weight
// of the beats per nat and beat.
inline constexpr double kOtherReading = -1.0;
inline constexpr double kBeatWeight = 0.8;

// The middles between neighbours.
std::vector<Beat> off_beats(std::span<const Beat> beats);

// How much likelier the frames at the beats are as beats than as others, in nats. any_beats [T,1].
double beat_gain(std::span<const Beat> beats, const FrameMatrix& any_beats,
                 const BeatDecoderParameters& parameters);

// Log odds that the beats of the music lie at the middles, in nats. bars: what a network of bars
// hears in the same song; nullptr = the activations alone count. Minus infinity for fewer than
// three beats.
double off_beat_log_odds(std::span<const Beat> beats, const FrameMatrix& any_beats,
                         const BeatDecoderParameters& parameters, const HeardBars* bars);

// Moves beats to the middles if the bars favour these, and the log odds do. Each steady run
// (steady_runs.h) moves or stays as a whole, runs in phase together; beside a jump by half a beat
// less evidence is enough. The few beats between and beside moved runs follow; pauses and long
// passages that are not steady stay. Moved beats have no confidence, and all bars follow from the
// downbeat column. activations [T,2]; throws std::invalid_argument for another number of columns.
void correct_off_beats(std::vector<Beat>& beats, const FrameMatrix& activations,
                       const BeatDecoderParameters& parameters, const HeardBars& bars);

// Bars on any beats, from the downbeat column of activations [T,2] alone. Throws as above.
void place_bars_on(std::vector<Beat>& beats, const FrameMatrix& activations,
                   const BeatDecoderParameters& parameters);

}  // namespace tactus
