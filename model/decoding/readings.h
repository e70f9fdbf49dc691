// Readings of a song: the beats and bars that were found, and others that its activations may mean.
// A listener can take a half, two thirds, three quarters of the tempo or their inverses, the
// off-beats, or another beat as the first of the bar.
//
// The beats of a reading lie at even steps among those that were found: every second one, two for
// every three, and so on. Its score comes from a conditional logit (McFadden 1974), fitted on
// rendered songs (datasets/models/EXPERIMENTS.md). It weighs, per beat that was found, the log
// probability of the best path near its tempo; off_beats.h weighs the off-beats, and bars have the
// log probability of the beats in them (bar_evidence). So a score is a share among the
// readings listed; recordings have more doubt than renderings.
#pragma once

#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// The tempo of the beats, the other tempi of the decoder's range, and the off-beats. Bars come from
// the activations [T,2]. `bpm`: of the beats. bars: as in off_beat_log_odds. Empty for fewer than
// two beats. Throws as downbeat_log_probability does.
std::vector<Reading> level_readings(const FrameMatrix& activations, const std::vector<Beat>& beats,
                                    double bpm, const BeatDecoderParameters& parameters,
                                    const HeardBars* bars = nullptr);

// The same after another network has found bars. readings: those of `beats` as they were before.
// The first gets the bars of `found` and shares its score with other bars on these beats; the
// others get new bars. activations [T,1], as decode_bars takes them with `beats`.
std::vector<Reading> bar_readings(const std::vector<Reading>& readings,
                                  const std::vector<Beat>& beats, const std::vector<Beat>& found,
                                  const FrameMatrix& activations,
                                  const BarDecoderParameters& parameters);

}  // namespace tactus
