// What whole songs say of a network of beats; see Task.
#pragma once

#include <stop_token>
#include <vector>

#include "datasets/tasks/description/training_song.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

// Beats and downbeats as tagging decodes them (piece_decoder.h), second hearing included; silence
// is not masked, the samples being gone. Means over the songs: beat_f, downbeat_f (songs with
// annotated downbeats only), cmlt, amlt. Score = mean of beat_f and downbeat_f.
ValidationResult validate_beats(Network& network, const std::vector<const TrainingSong*>& songs,
                                const Standardisation& standardisation,
                                const BeatDecoderParameters& decoder, std::stop_token stop);

// 20 seconds: the decoded beats with the heads' activations.
TrainingSample sample_beats(Network& network, const TrainingSong& song,
                            const Standardisation& standardisation,
                            const BeatDecoderParameters& decoder);

}  // namespace tactus
