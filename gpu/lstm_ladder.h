// Rungs 0 to 7 of the ladder: an LSTM layer as matrix products and point-wise kernels, step by
// step.
#pragma once

#include <memory>

#include "gpu/lstm_layer.h"
#include "gpu/memory_pool.h"

namespace tactus::gpu {

// Gate sums of a product over many steps (rung 5 and above), of one direction: enough for every
// multiprocessor of a card, while two blocks of them stay in its cache (2 x 16 MiB). The recurrence
// starts when the first block is there.
inline constexpr int kLadderBlockSums = 1 << 22;

// `rung` is below kResident, else std::invalid_argument. Runtime and pool must outlive the engine.
std::unique_ptr<LstmEngine> make_lstm_ladder(Runtime& runtime, MemoryPool& pool, Rung rung,
                                             Precision precision,
                                             int block_sums = kLadderBlockSums);

}  // namespace tactus::gpu
