// Measures on a card what the step model needs (kernels/rate_kernels.h). Events on the card time a
// short and a long run of each kernel; the difference has neither launch nor first touch of memory.
// Each is the median of several runs after one to warm up. Cycles are those of the clock in
// DeviceProperties, as in the model: under a lower clock the card needs more of them.
#pragma once

#include "gpu/rates/measured_rates.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

struct MeasureEffort {
  int repeats = 7;
  double share = 1.0;  // of the usual number of rounds
};

// Needs a few seconds, and the card for itself. Leaves out what the card cannot do (clusters
// before 9.0, matrix units before 8.0) and what cannot be right; the notes say so. `date` is left
// empty. Throws GpuError, OutOfMemory.
MeasuredRates measure_rates(Runtime& runtime, const MeasureEffort& effort = {});

}  // namespace tactus::gpu
