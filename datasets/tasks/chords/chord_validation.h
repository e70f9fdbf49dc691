// Scores of a chord network on whole songs; see Task.
#pragma once

#include <stop_token>
#include <vector>

#include "datasets/tasks/interface/training_song.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

// Takes the most probable class of each head in each frame, in one key. Metrics are shares of the
// frames of all songs: root, majmin (root and third right; the reference has a perfect fifth or is
// N), quality (root and quality right), bass. Score = majmin.
ValidationResult validate_chord_frames(Network& network, const ValidationSongs& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop);

// Decodes chords as tagging does (piece_decoder.h), but without beats for the changes. Scores are
// those of mir_eval, as means over the songs weighted by length: root, majmin, sevenths, tetrads,
// mirex, segmentation. Score = majmin.
ValidationResult validate_chords(Network& network, const ValidationSongs& songs,
                                 const Standardisation& standardisation,
                                 const ChordDecoderParameters& decoder, std::stop_token stop);

// Returns 40 seconds: the decoded chords and the probability of the likeliest root.
TrainingSample sample_chords(Network& network, const TrainingSong& song,
                             const Standardisation& standardisation,
                             const ChordDecoderParameters& decoder);

}  // namespace tactus
