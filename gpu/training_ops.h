// The parts of a training step besides the layers: dropout, losses, norm, optimiser.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/runtime/memory_pool.h"
#include "gpu/runtime/runtime.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

// Arguments are those of the Backend. The order of every sum depends on the sizes only.
class Training {
 public:
  Training(Runtime& runtime, MemoryPool& pool);
  void dropout(Stream stream, std::size_t n, double rate, RandomStream random, const float* x,
               float* y);
  void sigmoid_loss(Stream stream, const LossInput& input, const float* target, int shift_tolerance,
                    float scale, LossSum* loss, float* dlogits);
  void softmax_loss(Stream stream, const LossInput& input, const std::int32_t* category,
                    float scale, LossSum* loss, float* dlogits);
  void softmax_soft_loss(Stream stream, const LossInput& input, const float* target, float scale,
                         LossSum* loss, float* dlogits);
  void squared_norm(Stream stream, std::size_t n, const float* x, double* result);
  void adam_step(Stream stream, const AdamStep& step, const StepGuard& guard, std::size_t n,
                 const float* decay, const float* gradient, float* parameter, float* first_moment,
                 float* second_moment);

 private:
  template <class Target>
  void softmax_loss_of(Stream stream, const LossInput& input, const Target& target, float scale,
                       LossSum* loss, float* dlogits);

  Runtime* runtime_;
  Scratch<double> partial_;
  Scratch<float> log_norm_;
};

}  // namespace tactus::gpu
