// The beats of a loop. A file that is cut from bar to bar, as for a sampler, tells its tempo by its
// length, much more exactly than by its few beats.
#pragma once

#include <optional>
#include <vector>

#include "model/decoding/timing/tempo_lines.h"

namespace tactus {

// The line through all beats of a loop of that many seconds, from 0 on. Nothing unless the first
// beat lies at the start, the beats fill whole bars (of `bar` beats or four) up to the end, all lie
// within 40 ms of the line, and no person has set one.
std::optional<TempoLine> loop_line(const std::vector<HeardBeat>& beats, double seconds, int bar);

}  // namespace tactus
