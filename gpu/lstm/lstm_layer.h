// Shared by all ways to compute an LSTM layer on a card: their calls and the layout of the tape.
// The ways are the ladder (lstm_ladder.h) and resident weights (lstm_resident.h).
//
// Steps and frames: at step s, sequence b with s < lengths[b] is at frame_of_step(s, lengths[b],
// reversed); a sequence that is over does not change. Lengths are on the card: the host knows T
// only.
//
// Gates of a unit are side by side (struct Gates): gate sums, activations and their gradients are
// [T,B,H] of Gates, which is [T,B,4H] with rows in the order unit-major, gate-minor. Weights are
// put in that order ("packed") once per call.
//
// Tape of a layer of D directions, floats: for each direction activations [T,B,H] of Gates, then
// cells [T,B,H], each direction's part beginning at a multiple of 256 bytes. The backward pass
// overwrites activations with the gradients of the gate sums. Padded frames hold zeros there, so
// the products over all frames (for gradients of weights and input) can ignore lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gpu/runtime/runtime.h"
#include "gpu/runtime/side_stream.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

// The ways, from the simplest program to the fastest; gpu/RESULTS.md gives the gain of each. Each
// includes those before it.
enum class Rung {
  kPerGate = 0,         // a product per gate, separate point-wise kernels
  kCombinedGates = 1,   // the four gates' products are one
  kStreams = 2,         // input and recurrent products on separate streams
  kFusedPointwise = 3,  // one point-wise kernel per step
  kTransposed = 4,      // weights transposed once, before the loop
  kBatchedInputs = 5,   // input products (and those of the gradients) over many steps
  kSideBySide = 6,      // directions, and layers if the network allows it, at the same time
  kGraph = 7,           // the loop over steps replayed as a graph
  kResident = 8,        // one persistent kernel per pass, recurrent weights in registers
};
inline constexpr int kRungs = 9;
const char* name_of(Rung rung);
// Of a value from that of another rung, relative to the root mean square of all beside it: sums in
// another order, of factors rounded to that precision.
double allowed_difference(Precision precision);

struct LstmCall {
  LstmShape shape;
  const std::int32_t* lengths = nullptr;  // [B]
  const float* x = nullptr;               // [T,B,C]
  LstmWeights weights;
  // For backward(): gradients of parameters may be computed there, beside later work of `stream`.
  // The caller joins it: before the next call of the engine, unless that is a backward() of other
  // memory (use_by_backward). Null: all work is in `stream`.
  SideStream* side = nullptr;
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

// Memory of the gradients of parameters alone, and of the whole backward pass of a layer.
MemoryUse use_by_gradients(const LstmCall& call, const float* y, const float* tape,
                           const LstmGradients& gradients);
MemoryUse use_by_backward(const LstmCall& call, const float* y, const float* tape, const float* dy,
                          const float* dx, const LstmGradients& gradients);

// One way to compute a layer. Work is queued in `stream`; other streams, but for LstmCall::side,
// have joined it at the end, also if an exception ends a pass half-way (its results are then
// invalid). The arguments are those of Backend::lstm_forward and lstm_backward.
class LstmEngine {
 public:
  virtual ~LstmEngine() = default;
  // "8 resident: 4 clusters of 8 blocks, fp32, 2 x 8 sequences"
  virtual std::string describe(const LstmShape& shape) const = 0;
  virtual void forward(Stream stream, const LstmCall& call, float* y, float* tape) = 0;
  virtual void backward(Stream stream, const LstmCall& call, const float* y, float* tape,
                        const float* dy, float* dx, const LstmGradients& gradients) = 0;
  // Backend::lstm_stack_forward. The default calls forward() for one layer after another.
  virtual void stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                             std::span<const LstmStackLayer> layers);
};

}  // namespace tactus::gpu
