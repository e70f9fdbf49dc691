// The losses of model/backend/losses.h on the card. Elements are in single precision, sums in
// double and in a fixed order. In the first stage each block writes its sum. In the second stage
// every block adds these sums in the same way, block 0 writes the result, and the gradient follows.
// kernel_language.h says how to read a kernel if you know CUDA.
//
// All launches have 256 threads and a double of shared memory for each warp. Blocks of the first
// stages: sigmoid T B K / 256 up to 256, softmax T B / 8 up to 256 (a warp for each frame); of the
// gradients: T B K / 256 up to 512, one if no gradient is needed.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"

namespace tactus::gpu {

// LossInput of model/backend/backend.h, and other values shared by the stages.
struct LossParams {
  int steps, batch, classes;  // T, B, K
  const std::int32_t* lengths;
  const float *logits, *frame_weight, *class_weight;  // both weights may be null
  double* partial;                                    // [partials,2]: sum, count
  int partials;                                       // blocks of the first stage
  double* loss;                                       // LossSum
  double scale;
  float* dlogits;  // null: no gradient needed
};

TACTUS_ON_DEVICE float frame_weight_of(const LossParams& p, std::size_t frame) {
  return p.frame_weight != nullptr ? p.frame_weight[frame] : 1.0f;
}

// Writes a block's sums of the first stage. Shared memory of either stage: a double for each warp.
template <class Thread>
TACTUS_ON_DEVICE void keep_partial_loss(Thread& thread, const LossParams& p, double sum,
                                        double count) {
  auto* shared = reinterpret_cast<double*>(thread.shared());
  sum = block_sum(thread, sum, shared);
  thread.sync_block();
  count = block_sum(thread, count, shared);
  if (thread.thread() != 0) return;
  p.partial[2 * thread.block()] = sum;
  p.partial[2 * thread.block() + 1] = count;
}

// Start of the second stage: the factor of the gradient; 0: no gradient is needed.
template <class Thread>
TACTUS_ON_DEVICE double add_up_losses(Thread& thread, const LossParams& p) {
  auto* shared = reinterpret_cast<double*>(thread.shared());
  double sum = 0.0, count = 0.0;
  for (int i = thread.thread(); i < p.partials; i += thread.threads()) {
    sum += p.partial[2 * i];
    count += p.partial[2 * i + 1];
  }
  sum = block_sum(thread, sum, shared);
  thread.sync_block();
  count = block_sum(thread, count, shared);
  if (thread.block() == 0 && thread.thread() == 0) {
    p.loss[0] = sum;
    p.loss[1] = count;
  }
  return p.dlogits != nullptr && count > 0.0 ? p.scale / count : 0.0;
}

// One element [t,b,k] of a sigmoid head and its neighbours in time.
struct SigmoidElement {
  const LossParams& p;
  const float* target;  // [T,B,K]
  int tolerance;
  int t, b, k, length;

  TACTUS_ON_DEVICE SigmoidElement(const LossParams& params, const float* targets,
                                  int shift_tolerance, std::size_t element)
      : p(params), target(targets), tolerance(shift_tolerance) {
    const std::size_t frame = element / p.classes;
    k = static_cast<int>(element - frame * p.classes);
    t = static_cast<int>(frame / p.batch);
    b = static_cast<int>(frame - static_cast<std::size_t>(t) * p.batch);
    length = p.lengths[b];
  }
  TACTUS_ON_DEVICE std::size_t place(int s) const {
    return (static_cast<std::size_t>(s) * p.batch + b) * p.classes + k;
  }
  TACTUS_ON_DEVICE float target_at(int s) const { return target[place(s)]; }
  TACTUS_ON_DEVICE float logit_at(int s) const { return p.logits[place(s)]; }
  TACTUS_ON_DEVICE float weight_at(int s) const {
    return frame_weight_of(p, static_cast<std::size_t>(s) * p.batch + b);
  }
  TACTUS_ON_DEVICE int first_within(int s, int frames) const { return s > frames ? s - frames : 0; }
  TACTUS_ON_DEVICE int last_within(int s, int frames) const {
    return s + frames < length ? s + frames : length - 1;
  }
  TACTUS_ON_DEVICE bool counted(int s) const {
    if (weight_at(s) == 0.0f) return false;
    if (tolerance == 0 || target_at(s) > 0.0f) return true;
    for (int near = first_within(s, 2 * tolerance); near <= last_within(s, 2 * tolerance); ++near) {
      if (target_at(near) > 0.0f) return false;
    }
    return true;
  }
  // The frame whose logit decides the loss of frame s: the largest, and the earliest of equal ones.
  TACTUS_ON_DEVICE int judged(int s) const {
    if (tolerance == 0 || !(target_at(s) > 0.0f)) return s;
    int best = first_within(s, tolerance);
    for (int near = best + 1; near <= last_within(s, tolerance); ++near) {
      if (logit_at(near) > logit_at(best)) best = near;
    }
    return best;
  }
  TACTUS_ON_DEVICE float positive_weight() const {
    return p.class_weight != nullptr ? p.class_weight[k] : 1.0f;
  }

  TACTUS_ON_DEVICE static float softplus(float z) {
    return (z > 0.0f ? z : 0.0f) + log1pf(expf(-fabsf(z)));
  }
  TACTUS_ON_DEVICE float loss_at(int s) const {
    const float y = target_at(s), z = logit_at(judged(s));
    return weight_at(s) * (positive_weight() * y * softplus(-z) + (1.0f - y) * softplus(z));
  }
  // From the logit z that decides the loss of frame s.
  TACTUS_ON_DEVICE float slope_at(int s, float z) const {
    const float y = target_at(s), e = expf(-fabsf(z));
    const float larger = 1.0f / (1.0f + e), smaller = e / (1.0f + e);
    const float of_one = z >= 0.0f ? larger : smaller, of_zero = z >= 0.0f ? smaller : larger;
    return weight_at(s) * ((1.0f - y) * of_one - positive_weight() * y * of_zero);
  }
};

struct SigmoidLossSums {
  struct Params {
    LossParams loss;
    const float* target;
    int shift_tolerance;
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const LossParams& p = params.loss;
    const std::size_t elements = static_cast<std::size_t>(p.steps) * p.batch * p.classes;
    double sum = 0.0, count = 0.0;
    for (std::size_t i = first_index(thread); i < elements; i += index_stride(thread)) {
      const SigmoidElement element(p, params.target, params.shift_tolerance, i);
      if (element.t >= element.length || !element.counted(element.t)) continue;
      sum += element.loss_at(element.t);
      count += 1.0;
    }
    keep_partial_loss(thread, p, sum, count);
  }
};

// Each element of dlogits gathers the gradients of the frames whose loss it decides, in their
// order.
struct SigmoidLossGradient {
  using Params = SigmoidLossSums::Params;
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const LossParams& p = params.loss;
    const double factor = add_up_losses(thread, p);
    if (factor == 0.0) return;
    const std::size_t elements = static_cast<std::size_t>(p.steps) * p.batch * p.classes;
    for (std::size_t i = first_index(thread); i < elements; i += index_stride(thread)) {
      const SigmoidElement element(p, params.target, params.shift_tolerance, i);
      if (element.t >= element.length) continue;
      const float slope = gathered_slope(element);
      if (slope != 0.0f) p.dlogits[i] += static_cast<float>(factor * slope);
    }
  }

  TACTUS_ON_DEVICE static float gathered_slope(const SigmoidElement& element) {
    const int t = element.t, tolerance = element.tolerance;
    const float z = element.logit_at(t);
    if (tolerance == 0) return element.counted(t) ? element.slope_at(t, z) : 0.0f;
    float slope = 0.0f;
    for (int s = element.first_within(t, tolerance); s <= element.last_within(t, tolerance); ++s) {
      if (s != t && !(element.target_at(s) > 0.0f)) continue;
      if (element.counted(s) && element.judged(s) == t) slope += element.slope_at(s, z);
    }
    return slope;
  }
};

// The sum over a warp, returned to every lane.
template <class Thread>
TACTUS_ON_DEVICE float warp_sum(Thread& thread, float value) {
  for (int mask = kWarpSize / 2; mask > 0; mask /= 2) value += thread.shuffle_xor(value, mask);
  return value;
}

// The logits z of a frame as a warp sees them: the largest, and the logarithm of the sum of exp(z -
// top).
struct LogitsOfFrame {
  const float* z;  // [K]
  int classes;
  float top, log_of_sum;

  template <class Thread>
  TACTUS_ON_DEVICE LogitsOfFrame(Thread& thread, const float* logits, int K)
      : z(logits), classes(K), top(largest(thread)) {
    float exponentials = 0.0f;
    for (int k = thread.lane(); k < classes; k += kWarpSize) exponentials += expf(z[k] - top);
    log_of_sum = logf(warp_sum(thread, exponentials));
  }
  template <class Thread>
  TACTUS_ON_DEVICE float largest(Thread& thread) const {
    float found = z[0];
    for (int k = thread.lane(); k < classes; k += kWarpSize) found = z[k] > found ? z[k] : found;
    for (int mask = kWarpSize / 2; mask > 0; mask /= 2) {
      const float other = thread.shuffle_xor(found, mask);
      found = other > found ? other : found;
    }
    return found;
  }
};

// The target of a softmax head: the category of each frame, not counted if negative ...
struct CategoryTarget {
  const std::int32_t* category;  // [T,B]

  TACTUS_ON_DEVICE bool is_known(std::size_t frame) const { return category[frame] >= 0; }
  TACTUS_ON_DEVICE float weight_of(const LossParams& p, std::size_t frame) const {
    return p.class_weight != nullptr ? p.class_weight[category[frame]] : 1.0f;
  }
  TACTUS_ON_DEVICE float probability(std::size_t, std::size_t frame, int k) const {
    return k == category[frame] ? 1.0f : 0.0f;
  }
  template <class Thread>
  TACTUS_ON_DEVICE double loss(Thread&, const LogitsOfFrame& at, std::size_t frame) const {
    return static_cast<double>(at.log_of_sum) + (at.top - at.z[category[frame]]);
  }
};
// ... or a distribution for each frame.
struct DistributionTarget {
  const float* target;  // [T,B,K]

  TACTUS_ON_DEVICE bool is_known(std::size_t) const { return true; }
  TACTUS_ON_DEVICE float weight_of(const LossParams&, std::size_t) const { return 1.0f; }
  TACTUS_ON_DEVICE float probability(std::size_t element, std::size_t, int) const {
    return target[element];
  }
  template <class Thread>
  TACTUS_ON_DEVICE double loss(Thread& thread, const LogitsOfFrame& at, std::size_t frame) const {
    const float* q = target + frame * at.classes;
    float loss = 0.0f;
    for (int k = thread.lane(); k < at.classes; k += kWarpSize) {
      loss += q[k] * (at.log_of_sum + (at.top - at.z[k]));
    }
    return warp_sum(thread, loss);
  }
};

// A warp computes one frame and stores the log-sum-exp for the gradient.
template <class Target>
struct SoftmaxLossSums {
  struct Params {
    LossParams loss;
    Target target;
    float* log_norm;  // [T,B], of counted frames
  };
  static constexpr int kMaxThreads = 256;

  // Weight of a counted frame; otherwise `counted` becomes false.
  TACTUS_ON_DEVICE static float weight_of(const Params& params, std::size_t frame, bool& counted) {
    const LossParams& p = params.loss;
    const int t = static_cast<int>(frame / p.batch);
    const int b = static_cast<int>(frame - static_cast<std::size_t>(t) * p.batch);
    const float weight = frame_weight_of(p, frame);
    counted = t < p.lengths[b] && weight != 0.0f && params.target.is_known(frame);
    return counted ? weight * params.target.weight_of(p, frame) : 0.0f;
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const LossParams& p = params.loss;
    const int warps = thread.threads() / kWarpSize;
    const std::size_t frames = static_cast<std::size_t>(p.steps) * p.batch;
    double sum = 0.0, count = 0.0;
    for (std::size_t frame = static_cast<std::size_t>(thread.block()) * warps + thread.warp();
         frame < frames; frame += static_cast<std::size_t>(thread.blocks()) * warps) {
      bool counted;
      const float weight = weight_of(params, frame, counted);
      if (!counted) continue;
      const LogitsOfFrame logits(thread, p.logits + frame * p.classes, p.classes);
      const double loss = params.target.loss(thread, logits, frame);
      if (thread.lane() != 0) continue;
      params.log_norm[frame] = logits.top + logits.log_of_sum;
      sum += static_cast<double>(weight) * loss;
      count += 1.0;
    }
    keep_partial_loss(thread, p, sum, count);
  }
};

template <class Target>
struct SoftmaxLossGradient {
  using Params = typename SoftmaxLossSums<Target>::Params;
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const LossParams& p = params.loss;
    const double factor = add_up_losses(thread, p);
    if (factor == 0.0) return;
    const std::size_t elements = static_cast<std::size_t>(p.steps) * p.batch * p.classes;
    for (std::size_t i = first_index(thread); i < elements; i += index_stride(thread)) {
      const std::size_t frame = i / p.classes;
      bool counted;
      const float weight = SoftmaxLossSums<Target>::weight_of(params, frame, counted);
      if (!counted) continue;
      const int k = static_cast<int>(i - frame * p.classes);
      const float slope =
          expf(p.logits[i] - params.log_norm[frame]) - params.target.probability(i, frame, k);
      p.dlogits[i] += static_cast<float>(factor * weight * slope);
    }
  }
};

}  // namespace tactus::gpu
