// The losses for all backends that compute on the host: stable in the logits, sums in double.
//
// Sigmoid heads: l(z, y) = p y softplus(-z) + (1 - y) softplus(z), p = class_weight (weight of
// positives). With a shift tolerance n > 0 (Foscarin, Schlueter & Widmer, "Beat This!", 2024): an
// element with y > 0 uses the largest logit of frames t-n..t+n of its sequence, and elements with y
// = 0 within 2n frames of a positive one are not counted. Softmax heads: l(z, c) = p_c
// (logsumexp(z) - z_c), -1 is not counted. Soft targets: l(z, q) = logsumexp(z) - sum_k q_k z_k,
// for q that adds up to 1. Each element is scaled by its frame's weight; the loss is the mean over
// counted elements (frames x classes for sigmoid heads, frames for softmax heads); frames of weight
// 0 and padded frames are not counted.
#pragma once

#include <cstdint>

#include "model/backend/backend.h"

namespace tactus {

template <typename Scalar>
struct LossProblem {
  int steps = 0, batch = 0, classes = 0;  // T, B, K
  const std::int32_t* lengths = nullptr;  // [B]
  const Scalar* logits = nullptr;         // [T,B,K]
  const float* frame_weight = nullptr;    // [T,B] or null
  const float* class_weight = nullptr;    // [K] or null
};

inline LossProblem<float> loss_problem(const LossInput& in) {
  return {in.steps, in.batch, in.classes, in.lengths, in.logits, in.frame_weight, in.class_weight};
}

// Adds scale * d(mean loss)/d(logits) to dlogits [T,B,K] unless it is null. Defined for float and
// double.
template <typename Scalar>
LossSum sigmoid_loss(const LossProblem<Scalar>& problem, const float* target, int shift_tolerance,
                     double scale, Scalar* dlogits);
template <typename Scalar>
LossSum softmax_loss(const LossProblem<Scalar>& problem, const std::int32_t* category, double scale,
                     Scalar* dlogits);
template <typename Scalar>
LossSum softmax_soft_loss(const LossProblem<Scalar>& problem, const float* target, double scale,
                          Scalar* dlogits);

}  // namespace tactus
