// One launch of the resident recurrence: gpu/prediction/step_model.h chooses it, resident_launch.h
// launches it.
#pragma once

#include <string>

#include "gpu/kernels/resident_layout.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// A plan and the format: its number of sequences (1 or 4 for fp32, else 8), and the tiles of
// weights in the registers of a warp (in bf16 also 12, for blocks of at most 384 threads).
struct ResidentChoice {
  ResidentPlan plan;
  int width = 0;
  int register_tiles = 8;
};

// "4 clusters of 8 x 32 units, 2 x 8 sequences, 512 threads"
std::string describe(const ResidentChoice& choice, int directions);

enum class ResidentKernel { kForward, kBackward };
// All of these throw std::invalid_argument if no kernel has that precision, width and tiles. The
// kernel, in libtactus_cuda.so.
KernelEntry resident_entry(ResidentKernel kernel, Precision precision,
                           const ResidentChoice& choice);
// The shape for a launch of `groups` groups; LaunchShape::shared_bytes may exceed the limit of the
// card.
LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups);
// The most threads of a block.
int resident_max_threads(Precision precision, const ResidentChoice& choice);
// Tagged words that a thread reads at once.
int resident_words_together(Precision precision, const ResidentChoice& choice);
ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice);
ResidentLayout resident_layout(ResidentKernel kernel, Precision precision,
                               const ResidentChoice& choice);
// Words of device memory for a group that exchanges through them.
std::size_t resident_exchange_words(ResidentKernel kernel, Precision precision,
                                    const ResidentChoice& choice);
// Groups that the card computes at once, as its driver says; 0: it cannot run one, or the
// environment leaves it out (gpu/runtime/left_out.h).
int resident_groups_at_once(Runtime& runtime, ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice);

}  // namespace tactus::gpu
