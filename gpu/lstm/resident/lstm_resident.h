// Rung 8: the recurrence of a layer pass as one persistent kernel, both directions at once. It
// keeps the recurrent weights in registers and shared memory for all steps. The parts of the ladder
// compute all other products, over all frames at once; gradients of parameters in the side stream
// of the call. Nothing in that stream waits for a kernel, so the blocks of the next recurrence,
// which wait for each other, all find room when its products end. Kernels: resident_*_kernels.h;
// division of the work: resident_layout.h; its choice:
// gpu/prediction/step_model.h.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/lstm/resident/resident_choice.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

// Must return choices that the card can launch.
using ResidentChooser = std::function<ResidentChoice(ResidentKernel, const LstmShape&)>;

// Gate sums that inference keeps at once. Longer passes are computed in blocks of time that hand on
// the state; results are the same.
inline constexpr std::size_t kResidentBlockSums = std::size_t{1} << 28;

// Runtime and pool must outlive the engine. Scratch memory, floats for each direction: inference
// min(4TBH, block_sums); the weights 4H(C+H) and their gradients; in bf16 copies of x, y and
// (twice) gate gradients of min(TB, 64 Ki) rows or so, for one direction only.
std::unique_ptr<LstmEngine> make_lstm_resident(Runtime& runtime, MemoryPool& pool,
                                               Precision precision, ResidentChooser chooser,
                                               std::size_t block_sums = kResidentBlockSums);

}  // namespace tactus::gpu
