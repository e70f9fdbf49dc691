// Rungs 0 to 7 of the ladder: an LSTM layer as matrix products and point-wise kernels, step by
// step. ladder_rungs.h says what a rung switches on. The parts:
//
//   ladder_lane.h      the loop over the steps of one direction, its blocks and graphs; its kinds
//                      are ladder_forward.h and ladder_backward.h
//   ladder_streams.h   where lanes run and what orders them
//   ladder_products.h  matrix products, of all gates or of each
//   ladder_weights.h   weights on their way to the products, gradients on their way back
//   ladder_pointwise.h steps out of separate kernels; fused ones: ladder_step_kernels.h
//
// Error against the reference in double: in fp32 within the table of
// model/backend/checked_backend.cpp. In TF32 within 1.5e-3 and in bf16 within 1.2e-2, measured on
// results and gradients as wholes (length of the error by length of the vector). Sums, cells and
// point-wise parts are fp32 in all precisions. Two runs are equal bit by bit, in any order of the
// streams. Padded frames of x must be finite; those of dy and of the tape may hold anything.
//
// Memory from the pool, in floats, for each direction that runs at once, kept for the next call.
// One direction runs at once; from rung 6 on both, and each layer of a wavefront. Forward:
// 4H(C+H+1) + 6BH; without a tape gate sums of two blocks of steps, at most 2 (block_sums + 32BH).
// Backward: 8H(C+H) + 6BH (rungs 2 and 3: 10BH) + at most 448H. The first three rungs 2BH and 13BH
// more. In bf16 half as much again for weights and state, and copies of the inputs of a block,
// backward of its gate gradients and outputs too.
#pragma once

#include <memory>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

// Gate sums of a product over many steps (rung 5 and above), of one direction. Enough for every
// multiprocessor of a card, while two blocks of them stay in its cache (2 x 16 MiB). The recurrence
// starts when the first block is ready.
inline constexpr int kLadderBlockSums = 1 << 22;

// `rung` must be below kResident, else std::invalid_argument. kSideBySide takes the place of kGraph
// if the environment leaves graphs out (gpu/runtime/left_out.h). Runtime and pool must outlive the
// engine.
std::unique_ptr<LstmEngine> make_lstm_ladder(Runtime& runtime, MemoryPool& pool, Rung rung,
                                             Precision precision,
                                             int block_sums = kLadderBlockSums);

}  // namespace tactus::gpu
