// The definition of the network's arithmetic: slow and simple, in float and in double. Tests
// compare all fast backends with it.
//
// LSTM with forget gates and optional peepholes (Gers, Schraudolph & Schmidhuber, JMLR 3, 2002),
// for one sequence and direction, s = step before in the direction's own order, zero state before
// the first:
//   i = sigmoid(W_i x(t) + R_i h(s) + p_i c(s) + b_i)
//   f = sigmoid(W_f x(t) + R_f h(s) + p_f c(s) + b_f)
//   g = tanh(W_g x(t) + R_g h(s) + b_g)
//   c(t) = f c(s) + i g
//   o = sigmoid(W_o x(t) + R_o h(s) + p_o c(t) + b_o)
//   h(t) = o tanh(c(t))
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/backend/backend.h"
#include "model/network/network.h"
#include "model/network/network_spec.h"

namespace tactus {

// One direction of a layer over a padded batch, see backend.h for shapes.
template <typename Scalar>
struct LstmReferencePass {
  LstmShape shape;
  int direction = 0;  // 0 = forward in time, 1 = backward
  const std::int32_t* lengths = nullptr;
  const Scalar* x = nullptr;
  LstmDirection<const Scalar> weights;
  const Scalar* initial_h = nullptr;  // [B,H], null = zero
  const Scalar* initial_c = nullptr;  // [B,H], null = zero
};

// Number of scalars on a direction's tape: gate activations [T,B,4H], then cells [T,B,H].
std::size_t lstm_reference_tape_size(const LstmShape& shape);

// Writes this direction's part of y [T,B,D*H] and the tape. Defined for float and double, as all
// functions below.
template <typename Scalar>
void lstm_reference_forward(const LstmReferencePass<Scalar>& pass, Scalar* y, Scalar* tape);

// Adds to dx (null: not needed) and to the gradients; does not change the tape.
template <typename Scalar>
void lstm_reference_backward(const LstmReferencePass<Scalar>& pass, const Scalar* y,
                             const Scalar* tape, const Scalar* dy, Scalar* dx,
                             const LstmDirection<Scalar>& gradients);

template <typename Scalar>
void linear_reference_forward(std::size_t rows, int in, int out, const Scalar* x,
                              const Scalar* weight, const Scalar* bias, Scalar* y);
template <typename Scalar>
void linear_reference_backward(std::size_t rows, int in, int out, const Scalar* x,
                               const Scalar* weight, const Scalar* dy, Scalar* dx, Scalar* dweight,
                               Scalar* dbias);
template <typename Scalar>
void dropout_reference(std::size_t n, double rate, RandomStream random, const Scalar* x, Scalar* y);

// The loss of a whole network, as in Network::train_step (with the dropout masks of `seed` and
// `step`) or, without `training`, as in Network::evaluate. Overwrites `gradient` (null: not needed)
// with the derivatives by all parameters, laid out by parameter_table.
struct ReferenceTraining {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
};
template <typename Scalar>
StepResult network_reference(const NetworkSpec& spec, std::span<const Scalar> parameters,
                             const TrainBatch& batch, const ReferenceTraining* training,
                             std::vector<Scalar>* gradient);

}  // namespace tactus
