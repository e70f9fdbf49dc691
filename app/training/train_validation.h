// Scores a network on whole validation songs: the Validators of `tactus train` and the final
// figures. Throws TrainError with the name of a song that cannot be scored.
#pragma once

#include <stop_token>
#include <vector>

#include "app/training/train_events.h"
#include "app/training/training_songs.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/trainer.h"

namespace tactus {

// Beats and downbeats decoded with decode_downbeats, means over the songs: beat_f, downbeat_f
// (songs with annotated downbeats only), cmlt, amlt. Score = mean of beat_f and downbeat_f.
ValidationResult validate_beats(Network& network, const std::vector<const TrainingSong*>& songs,
                                const Standardisation& standardisation,
                                const BeatDecoderParameters& decoder, std::stop_token stop);

// The heads' most probable classes frame by frame, shares of the frames of all songs: root, majmin
// (root and major or minor third right, where the reference has a perfect fifth or is N), quality
// (root and quality right), bass; inferred in one key. Score = majmin.
ValidationResult validate_chord_frames(Network& network,
                                       const std::vector<const TrainingSong*>& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop);

// Chords decoded with decode_chords and scored as mir_eval does, means over the songs weighted by
// length: root, majmin, sevenths, tetrads, mirex, segmentation. Score = majmin.
ValidationResult validate_chords(Network& network, const std::vector<const TrainingSong*>& songs,
                                 const Standardisation& standardisation,
                                 const ChordDecoderParameters& decoder, std::stop_token stop);

// The present output of the network for a passage from the middle of a song. Beats: the decoded
// beats with the heads' activations, 20 seconds. Chords: the decoded chords with the probability of
// the likeliest root, 40 seconds. The caller sets `sample.epoch`.
TrainingSample sample_beats(Network& network, const TrainingSong& song,
                            const Standardisation& standardisation,
                            const BeatDecoderParameters& decoder);
TrainingSample sample_chords(Network& network, const TrainingSong& song,
                             const Standardisation& standardisation,
                             const ChordDecoderParameters& decoder);

// At most `limit` songs (0 = all), evenly spaced.
std::vector<const TrainingSong*> validation_sample(const std::vector<TrainingSong>& songs,
                                                   int limit);

}  // namespace tactus
