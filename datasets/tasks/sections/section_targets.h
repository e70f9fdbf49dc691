// Sections -> frame targets of the heads "begin" (sigmoid, one class) and "name" (softmax, the
// classes of section_names.h).
#pragma once

#include <memory>
#include <vector>

#include "datasets/batches/crop_batches.h"
#include "datasets/tasks/beats/beat_targets.h"
#include "model/network/network_spec.h"

namespace tactus {

// One list of sections per song, sorted. Frames outside the sections do not count in the loss, and
// neither do frames of an unknown name in that of "name". Throws std::invalid_argument for any
// other head, kind or size.
std::unique_ptr<TargetMaker> make_section_target_maker(
    const NetworkSpec& spec, const BeatTargetSettings& settings,
    std::vector<std::vector<LabelledSegment>> songs);

}  // namespace tactus
