// One launch of the resident recurrence: lstm_chooser.h chooses it, resident_launch.h launches it.
#pragma once

#include <string>

#include "gpu/kernels/resident_layout.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// A plan and the format's number of sequences: 1 or 4 for fp32, else 8.
struct ResidentChoice {
  ResidentPlan plan;
  int width = 0;
};

// "4 clusters of 8 x 32 units, 2 x 8 sequences, 512 threads"
std::string describe(const ResidentChoice& choice, int directions);

enum class ResidentKernel { kForward, kBackward };
// The kernel, in libtactus_cuda.so. Throws std::invalid_argument if no kernel has that width.
KernelEntry resident_entry(ResidentKernel kernel, Precision precision,
                           const ResidentChoice& choice);
// The shape for a launch of `groups` groups; LaunchShape::shared_bytes may exceed the limit of the
// card.
LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups);
int resident_max_threads(ResidentKernel kernel, Precision precision, const ResidentChoice& choice);
ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice);
ResidentLayout resident_layout(ResidentKernel kernel, Precision precision,
                               const ResidentChoice& choice);
// Bytes of device memory for a group that exchanges by flags.
std::size_t resident_exchange_bytes(ResidentKernel kernel, Precision precision,
                                    const ResidentChoice& choice);

}  // namespace tactus::gpu
