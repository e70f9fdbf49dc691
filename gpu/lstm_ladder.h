// Rungs 0 to 7 of the ladder: an LSTM layer as matrix products and point-wise kernels, step by
// step.
#pragma once

#include <memory>

#include "gpu/lstm_layer.h"
#include "gpu/memory_pool.h"

namespace tactus::gpu {

// `rung` is below kResident, else std::invalid_argument. Runtime and pool must outlive the engine.
std::unique_ptr<LstmEngine> make_lstm_ladder(Runtime& runtime, MemoryPool& pool, Rung rung,
                                             Precision precision);

}  // namespace tactus::gpu
