// Runs the networks for bars on a song, and sets the bars of the beats that it has.
#pragma once

#include <memory>
#include <vector>

#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/interface/task_tagger.h"
#include "model/decoding/bars/bar_decoder.h"

namespace tactus {

// Logits [T,1] -> probabilities.
FrameMatrix bar_activations(FrameMatrix logits);

std::unique_ptr<TaskTagger> make_bar_tagger(std::vector<TaskNetwork> networks,
                                            const BarDecoderParameters& decoder);

}  // namespace tactus
