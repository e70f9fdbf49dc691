// The tagging of beats; see TaskTagger.
#pragma once

#include <memory>
#include <vector>

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// The networks have the heads "beat" and "downbeat". If the song is one chunk and its metrical
// level is in doubt, there is a second pass (piece_decoder.h).
std::unique_ptr<TaskTagger> make_beat_tagger(std::vector<TaskNetwork> networks,
                                             const BeatDecoderParameters& decoder);

}  // namespace tactus
