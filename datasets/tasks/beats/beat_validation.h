// Scores of a beat network on whole songs; see Task.
#pragma once

#include <stop_token>
#include <vector>

#include "datasets/tasks/interface/training_song.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

// Decodes beats and downbeats as tagging does (piece_decoder.h), with the second pass. Silence is
// not masked, because the samples are not known here. Means over the songs: beat_f, downbeat_f
// (only songs with annotated downbeats), cmlt, amlt. Score = mean of beat_f and downbeat_f.
ValidationResult validate_beats(Network& network, const ValidationSongs& songs,
                                const Standardisation& standardisation,
                                const BeatDecoderParameters& decoder, std::stop_token stop);

// Returns 20 seconds: the decoded beats and the activations of the heads.
TrainingSample sample_beats(Network& network, const TrainingSong& song,
                            const Standardisation& standardisation,
                            const BeatDecoderParameters& decoder);

}  // namespace tactus
