// What a launch of the resident recurrence is made of: lstm_chooser.h chooses, resident_launch.h
// launches.
#pragma once

#include "gpu/kernels/resident_layout.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// A plan and the format's number of sequences: 1 or 4 for fp32, else 8.
struct ResidentChoice {
  ResidentPlan plan;
  int width = 0;
};

enum class ResidentKernel { kForward, kBackward };
// What a launch of `groups` groups asks of the card; LaunchShape::shared_bytes may be beyond what
// it has. std::invalid_argument for a width that there is no kernel for.
KernelEntry resident_entry(ResidentKernel kernel, Precision precision, int width);
LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups);
ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice);

}  // namespace tactus::gpu
