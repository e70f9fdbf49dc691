// The norm of the gradients and the optimiser step; see Backend::squared_norm and adam_step.
// kernel_language.h says how to read a kernel if you know CUDA.
#pragma once

#include <cmath>
#include <cstddef>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"

namespace tactus::gpu {

// First stage: a block's sum of the squares of x [n].
// <<<n / 4096 up to 256, 256, a double for each warp>>>.
struct SquaredNorm {
  struct Params {
    std::size_t n;
    const float* x;
    double* partial;  // [blocks]
    bool vectors;     // x is aligned to 16 bytes
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    double sum = 0.0;
    const std::size_t fours = p.vectors ? p.n / 4 : 0;
    for (std::size_t i = first_index(thread); i < fours; i += index_stride(thread)) {
      const FourFloats four = reinterpret_cast<const FourFloats*>(p.x)[i];
      for (int j = 0; j < 4; ++j) sum += static_cast<double>(four.v[j]) * four.v[j];
    }
    for (std::size_t i = 4 * fours + first_index(thread); i < p.n; i += index_stride(thread)) {
      sum += static_cast<double>(p.x[i]) * p.x[i];
    }
    sum = block_sum(thread, sum, reinterpret_cast<double*>(thread.shared()));
    if (thread.thread() == 0) p.partial[thread.block()] = sum;
  }
};

// Second stage: the sum of `values` [count]. <<<1, 256, a double for each warp>>>.
struct SumOfDoubles {
  struct Params {
    int count;
    const double* values;
    double* sum;
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    double sum = 0.0;
    for (int i = thread.thread(); i < p.count; i += thread.threads()) sum += p.values[i];
    sum = block_sum(thread, sum, reinterpret_cast<double*>(thread.shared()));
    if (thread.thread() == 0) *p.sum = sum;
  }
};

// AdamW on [n], skipped if a value of the guard is not finite. <<<n / 1024 up to 2048, 256>>>.
struct Adam {
  struct Params {
    std::size_t n;
    const double* squared_norm;  // this and the next three: StepGuard
    const double* losses;        // sum, count, sum, count ...
    int loss_count;
    double clip_norm;
    float rate;             // learning rate / (1 - beta1^step)
    float root_correction;  // 1 / sqrt(1 - beta2^step)
    float beta1, beta2, epsilon;
    float decay_rate;  // learning rate * weight decay
    const float *decay, *gradient;
    float *parameter, *first_moment, *second_moment;
    bool vectors;  // all are aligned to 16 bytes
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const double squared_norm = *p.squared_norm;
    bool finite = is_finite(squared_norm);
    for (int i = 0; i < p.loss_count; ++i) finite &= is_finite(p.losses[2 * i]);
    if (!finite) return;
    const float scale = clip_scale_of(squared_norm, p.clip_norm);
    const std::size_t groups = (p.n + 3) / 4;
    for (std::size_t g = first_index(thread); g < groups; g += index_stride(thread)) {
      if (p.vectors && 4 * g + 4 <= p.n) {
        step_of_four(p, scale, g);
      } else {
        for (std::size_t i = 4 * g; i < 4 * g + 4 && i < p.n; ++i) step_of_one(p, scale, i);
      }
    }
  }

  // clip_scale() of model/backend/backend.h.
  TACTUS_ON_DEVICE static float clip_scale_of(double squared_norm, double clip_norm) {
    const double norm = sqrt(squared_norm);
    return clip_norm > 0.0 && norm > clip_norm ? static_cast<float>(clip_norm / norm) : 1.0f;
  }
  TACTUS_ON_DEVICE static void step(const Params& p, float gradient, float decay, float& parameter,
                                    float& m, float& v) {
    m = p.beta1 * m + (1.0f - p.beta1) * gradient;
    v = p.beta2 * v + (1.0f - p.beta2) * gradient * gradient;
    const float direction = m / (sqrtf(v) * p.root_correction + p.epsilon);
    parameter -= p.rate * direction + p.decay_rate * decay * parameter;
  }
  TACTUS_ON_DEVICE static void step_of_one(const Params& p, float scale, std::size_t i) {
    step(p, p.gradient[i] * scale, p.decay[i], p.parameter[i], p.first_moment[i],
         p.second_moment[i]);
  }
  TACTUS_ON_DEVICE static void step_of_four(const Params& p, float scale, std::size_t g) {
    const FourFloats gradient = reinterpret_cast<const FourFloats*>(p.gradient)[g],
                     decay = reinterpret_cast<const FourFloats*>(p.decay)[g];
    FourFloats parameter = reinterpret_cast<const FourFloats*>(p.parameter)[g],
               m = reinterpret_cast<const FourFloats*>(p.first_moment)[g],
               v = reinterpret_cast<const FourFloats*>(p.second_moment)[g];
    for (int j = 0; j < 4; ++j) {
      step(p, gradient.v[j] * scale, decay.v[j], parameter.v[j], m.v[j], v.v[j]);
    }
    reinterpret_cast<FourFloats*>(p.parameter)[g] = parameter;
    reinterpret_cast<FourFloats*>(p.first_moment)[g] = m;
    reinterpret_cast<FourFloats*>(p.second_moment)[g] = v;
  }
};

}  // namespace tactus::gpu
