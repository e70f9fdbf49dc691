// What whole songs say of a network of chords; see Task.
#pragma once

#include <stop_token>
#include <vector>

#include "datasets/tasks/description/training_song.h"
#include "model/decoding/chords/chord_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/training/training_ports.h"

namespace tactus {

// The heads' most probable classes frame by frame, shares of the frames of all songs: root, majmin
// (root and major or minor third right, where the reference has a perfect fifth or is N), quality
// (root and quality right), bass; heard in one key. Score = majmin.
ValidationResult validate_chord_frames(Network& network,
                                       const std::vector<const TrainingSong*>& songs,
                                       const Standardisation& standardisation,
                                       std::stop_token stop);

// Chords as tagging decodes them (piece_decoder.h), without beats to move changes to; scored as
// mir_eval does, means over the songs weighted by
// length: root, majmin, sevenths, tetrads, mirex, segmentation. Score = majmin.
ValidationResult validate_chords(Network& network, const std::vector<const TrainingSong*>& songs,
                                 const Standardisation& standardisation,
                                 const ChordDecoderParameters& decoder, std::stop_token stop);

// 40 seconds: the decoded chords with the probability of the likeliest root.
TrainingSample sample_chords(Network& network, const TrainingSong& song,
                             const Standardisation& standardisation,
                             const ChordDecoderParameters& decoder);

}  // namespace tactus
