#include "model/backend/cpu/cpu_backend.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "model/backend/cpu/cpu_linear.h"
#include "model/backend/cpu/cpu_lstm.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/host_memory.h"
#include "model/backend/losses.h"
#include "model/backend/philox.h"
#include "model/backend/worker_pool.h"

namespace tactus {
namespace {

constexpr std::size_t kTaskElements = 1 << 16;  // elements of one task of an element-wise operation

// Tasks have fixed sizes, so that no sum depends on the number of threads.
class CpuBackend final : public HostMemoryBackend {
 public:
  CpuBackend(int threads, const CpuKernels& kernels, const CpuNarrowKernels* narrow)
      : kernels_(kernels),
        narrow_(narrow),
        pool_(threads),
        lstm_(kernels, narrow, pool_),
        linear_(kernels, pool_) {}

  std::string name() const override {
    std::string name = fmt::format("cpu, {} thread{}, {}", pool_.threads(),
                                   pool_.threads() == 1 ? "" : "s", kernels_.name);
    for (const char* part :
         {narrow_ ? narrow_->instructions : "", narrow_ ? narrow_->precision : ""}) {
      if (*part != '\0') name += std::string(", ") + part;
    }
    return name;
  }

  std::size_t lstm_tape_size(const LstmShape& shape) const override {
    return lstm_.tape_size(shape);
  }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override;
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override;
  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override;
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override;
  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override;

  void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance, float scale,
                    LossSum* loss, float* dlogits) override {
    *loss = tactus::sigmoid_loss(loss_problem(input), target, shift_tolerance, scale, dlogits);
  }
  void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                    LossSum* loss, float* dlogits) override {
    *loss = tactus::softmax_loss(loss_problem(input), category, scale, dlogits);
  }
  void softmax_soft_loss(const LossInput& input, const float* target, float scale, LossSum* loss,
                         float* dlogits) override {
    *loss = tactus::softmax_soft_loss(loss_problem(input), target, scale, dlogits);
  }

  void squared_norm(std::size_t n, const float* x, double* result) override;
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first_moment,
                 float* second_moment) override;

 private:
  // Calls body(first, count) for chunks of 0 .. n - 1.
  template <typename Body>
  void for_chunks(std::size_t n, std::size_t piece, const Body& body) {
    pool_.run(static_cast<int>((n + piece - 1) / piece), [&](int task) {
      const std::size_t first = static_cast<std::size_t>(task) * piece;
      body(first, std::min(piece, n - first));
    });
  }

  const CpuKernels& kernels_;
  const CpuNarrowKernels* narrow_;
  WorkerPool pool_;
  CpuLstm lstm_;
  CpuLinear linear_;
};

void CpuBackend::lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                              const LstmWeights& weights, float* y, float* tape) {
  if (shape.batch > 0) lstm_.forward({shape, lengths, x, weights}, y, tape);
}

void CpuBackend::lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                               const LstmWeights& weights, const float* y, float* tape,
                               const float* dy, float* dx, const LstmGradients& gradients) {
  if (shape.batch > 0) lstm_.backward({shape, lengths, x, weights}, y, tape, dy, dx, gradients);
}

void CpuBackend::linear_forward(std::size_t rows, int in, int out, const float* x,
                                const float* weight, const float* bias, float* y) {
  linear_.forward({rows, in, out}, x, weight, bias, y);
}

void CpuBackend::linear_backward(std::size_t rows, int in, int out, const float* x,
                                 const float* weight, const float* dy, float* dx, float* dweight,
                                 float* dbias) {
  linear_.backward({rows, in, out}, x, weight, dy, dx, dweight, dbias);
}

void CpuBackend::dropout(std::size_t n, double rate, RandomStream random, const float* x,
                         float* y) {
  const std::uint64_t dropped_below = dropout_threshold(rate);
  const float scale = static_cast<float>(1.0 / (1.0 - rate));
  for_chunks(n, kTaskElements, [&](std::size_t first, std::size_t count) {  // first % 4 == 0
    for (std::size_t i = first; i < first + count; i += 4) {
      const auto words = philox4x32(i / 4, random.stream, random.seed);
      for (std::size_t j = 0; j < std::min<std::size_t>(4, first + count - i); ++j) {
        y[i + j] = words[j] < dropped_below ? 0.0f : x[i + j] * scale;
      }
    }
  });
}

void CpuBackend::squared_norm(std::size_t n, const float* x, double* result) {
  std::vector<double> sums((n + kTaskElements - 1) / kTaskElements);
  for_chunks(n, kTaskElements, [&](std::size_t first, std::size_t count) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + count; ++i) sum += static_cast<double>(x[i]) * x[i];
    sums[first / kTaskElements] = sum;
  });
  *result = 0.0;
  for (const double sum : sums) *result += sum;
}

void CpuBackend::adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n,
                           const float* decay, const float* gradient, float* parameter,
                           float* first_moment, float* second_moment) {
  if (!is_finite(guard)) return;
  const float scale = clip_scale(*guard.squared_norm, guard.clip_norm);
  const double steps = static_cast<double>(step.step);
  const double rate = step.learning_rate / (1.0 - std::pow(step.beta1, steps));
  const double root_correction = 1.0 / std::sqrt(1.0 - std::pow(step.beta2, steps));
  for_chunks(n, kTaskElements, [&](std::size_t i, std::size_t count) {
    kernels_.adam(count, static_cast<float>(rate), step.learning_rate * step.weight_decay,
                  step.beta1, step.beta2, step.epsilon, static_cast<float>(root_correction), scale,
                  decay + i, gradient + i, parameter + i, first_moment + i, second_moment + i);
  });
}

}  // namespace

std::shared_ptr<Backend> make_cpu_backend(int threads) {
  return make_cpu_backend(threads, *supported_cpu_kernels().front());
}

std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuKernels& kernels) {
  return std::make_shared<CpuBackend>(threads, kernels, nullptr);
}

std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuNarrowKernels& kernels) {
  return std::make_shared<CpuBackend>(threads, kernels.wide, &kernels);
}

}  // namespace tactus
