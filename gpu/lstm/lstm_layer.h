// What the ways to compute an LSTM layer on a card (the ladder: lstm_ladder.h; resident weights:
// lstm_resident.h) have in common: their calls and the layout of the tape.
//
// Steps and frames: at step s, sequence b with s < lengths[b] is at frame_of_step(s, lengths[b],
// reversed); a sequence that is over keeps still. Lengths lie on the card: the host knows T only.
//
// Gates of a unit stand side by side (struct Gates): gate sums, activations and their gradients are
// [T,B,H] of Gates, which is [T,B,4H] with rows in the order unit-major, gate-minor. Weights are
// brought into that order ("packed") once per call.
//
// Tape of a layer of D directions, floats: for each direction activations [T,B,H] of Gates, then
// cells [T,B,H], each direction's part beginning at a multiple of 256 bytes. The backward pass
// overwrites activations with the gradients of the gate sums; padded frames hold zeros there, so
// that the products over all frames (weights' and input's gradients) can ignore lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gpu/runtime/runtime.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

// The ways, from the first program one would write to the fastest; see gpu/RESULTS.md for what each
// is worth. Each includes those before it.
enum class Rung {
  kPerGate = 0,         // a product per gate, separate point-wise kernels
  kCombinedGates = 1,   // the four gates' products are one
  kStreams = 2,         // input and recurrent products on streams of their own
  kFusedPointwise = 3,  // one point-wise kernel per step
  kTransposed = 4,      // weights transposed once, before the loop
  kBatchedInputs = 5,   // input products (and those of the gradients) over many steps
  kSideBySide = 6,      // directions, and layers where the network allows it, at the same time
  kGraph = 7,           // the loop over steps replayed as a graph
  kResident = 8,        // one persistent kernel per pass, recurrent weights in registers
};
inline constexpr int kRungs = 9;
const char* name_of(Rung rung);

struct LstmCall {
  LstmShape shape;
  const std::int32_t* lengths = nullptr;  // [B]
  const float* x = nullptr;               // [T,B,C]
  LstmWeights weights;
};

inline std::size_t frames_of(const LstmShape& s) {
  return static_cast<std::size_t>(s.steps) * s.batch;
}
inline std::size_t tape_of_direction(const LstmShape& s) {
  return (frames_of(s) * s.hidden * 5 + 63) / 64 * 64;
}
inline std::size_t tape_of_layer(const LstmShape& s) {
  return tape_of_direction(s) * s.directions;
}
inline float* activations_of(const LstmShape& s, float* tape, int direction) {
  return tape + direction * tape_of_direction(s);  // [T,B,H] of Gates
}
inline float* cells_of(const LstmShape& s, float* tape, int direction) {
  return activations_of(s, tape, direction) + frames_of(s) * s.hidden * 4;  // [T,B,H]
}

// One way. Work is queued in `stream` (and streams of its own that have joined it at the end, also
// where an exception ends a pass half-way: what it computed is then of no use). The arguments are
// those of Backend::lstm_forward and lstm_backward.
class LstmEngine {
 public:
  virtual ~LstmEngine() = default;
  // "8 resident: 4 clusters of 8 blocks, fp32, 2 x 8 sequences"
  virtual std::string describe(const LstmShape& shape) const = 0;
  virtual void forward(Stream stream, const LstmCall& call, float* y, float* tape) = 0;
  virtual void backward(Stream stream, const LstmCall& call, const float* y, float* tape,
                        const float* dy, float* dx, const LstmGradients& gradients) = 0;
  // Backend::lstm_stack_forward: unless a way can do better, forward() of one layer after another.
  virtual void stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                             std::span<const LstmStackLayer> layers);
};

}  // namespace tactus::gpu
