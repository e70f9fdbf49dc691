// Starts of bars -> frame targets of the head "bar" (sigmoid, one class).
#pragma once

#include <memory>
#include <vector>

#include "datasets/batches/crop_batches.h"
#include "datasets/tasks/beats/beat_targets.h"
#include "model/network/network_spec.h"

namespace tactus {

// One list of starts of bars per song, in seconds, sorted. Frames before the first, after the last
// and between bars that lie more than 8 s apart do not count in the loss: nobody said whether bars
// start there. Throws
// std::invalid_argument for any other head, kind or size.
std::unique_ptr<TargetMaker> make_bar_target_maker(const NetworkSpec& spec,
                                                   const BeatTargetSettings& settings,
                                                   std::vector<std::vector<double>> songs);

}  // namespace tactus
