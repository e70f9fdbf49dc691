#include "gpu/cuda_backend.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "gpu/linear_layer.h"
#include "gpu/lstm_chooser.h"
#include "gpu/runtime/host_transfers.h"
#include "gpu/runtime/left_out.h"
#include "gpu/runtime/memory_pool.h"
#include "gpu/training_ops.h"

namespace tactus::gpu {
namespace {

const char* name_of(Precision precision) {
  switch (precision) {
    case Precision::kFp32:
      return "fp32";
    case Precision::kTf32:
      return "tf32";
    case Precision::kBf16:
      return "bf16";
  }
  return "unknown";
}

void require_precision(const DeviceProperties& card, Precision precision) {
  if (precision == Precision::kFp32 || card.compute_capability >= 80) return;
  throw GpuError(fmt::format("{}: {} needs a card of sm_80 or later, this one is sm_{}; use fp32",
                             card.name, name_of(precision), card.compute_capability));
}

std::size_t bound_of(const Runtime& runtime, const CudaOptions& options) {
  return options.memory_bound > 0 ? options.memory_bound : runtime.free_memory() / 10 * 9;
}

class CudaBackend final : public Backend {
 public:
  CudaBackend(std::shared_ptr<Runtime> runtime, const CudaOptions& options)
      : runtime_(std::move(runtime)),
        options_(options),
        pool_(*runtime_, bound_of(*runtime_, options)),
        transfers_(*runtime_),
        linear_(*runtime_, pool_, options.precision),
        training_(*runtime_, pool_),
        lstm_(make_lstm_engine(*runtime_, pool_, options.precision, options.rung, options.rates)) {
    pool_.before_release([this] { transfers_.wait_for_side(); });
  }
  ~CudaBackend() override {
    try {
      transfers_.finish();             // no work may still run when its memory is released
    } catch (const std::exception&) {  // the card is lost; the failed call has already reported why
    }
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  std::string name() const override {
    const DeviceProperties& card = runtime_->properties();
    return fmt::format("cuda, {} (sm_{}), {}{}{}", card.name, card.compute_capability,
                       name_of(options_.precision),
                       options_.rung ? fmt::format(", {}", gpu::name_of(*options_.rung)) : "",
                       describe(left_out()));
  }

  void* allocate(std::size_t bytes) override {
    void* memory = pool_.allocate(bytes);
    if (memory == nullptr) return nullptr;
    runtime_->set_zero(transfers_.main(), memory, bytes);
    transfers_.allocated();
    return memory;
  }
  void release(void* memory) noexcept override { pool_.release(memory); }
  std::size_t device_memory() const override { return pool_.held(); }
  void upload(void* to, const void* from, std::size_t bytes) override {
    transfers_.upload(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    transfers_.download(to, from, bytes);
  }
  void set_zero(void* memory, std::size_t bytes) override {
    if (bytes == 0) return;
    runtime_->set_zero(transfers_.main_for({{}, {{memory, bytes}}}), memory, bytes);
  }
  void upload_ahead(void* to, const void* from, std::size_t bytes) override {
    transfers_.upload_ahead(to, from, bytes);
  }
  Ticket download_later(void* to, const void* from, std::size_t bytes) override {
    return transfers_.download_later(to, from, bytes);
  }
  void await(Ticket ticket) override { transfers_.await(ticket); }

  std::size_t lstm_tape_size(const LstmShape& shape) const override { return tape_of_layer(shape); }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override {
    if (frames_of(shape) == 0) return;
    lstm_->forward(transfers_.main(), {shape, lengths, x, weights}, y, tape);
  }
  void lstm_stack_forward(const std::int32_t* lengths, const float* x,
                          std::span<const LstmStackLayer> layers) override {
    if (layers.empty() || frames_of(layers.front().shape) == 0) return;
    lstm_->stack_forward(transfers_.main(), lengths, x, layers);
  }
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override {
    if (frames_of(shape) == 0) return;
    const LstmCall call{shape, lengths, x, weights, &transfers_.side()};
    const MemoryUse use = use_by_backward(call, y, tape, dy, dx, gradients);
    lstm_->backward(transfers_.main_for(use), call, y, tape, dy, dx, gradients);
  }

  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override {
    linear_.forward(transfers_.main(), rows, in, out, x, weight, bias, y);
  }
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override {
    linear_.backward(transfers_.main(), rows, in, out, x, weight, dy, dx, dweight, dbias);
  }

  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override {
    const std::size_t bytes = n * sizeof(float);
    training_.dropout(transfers_.main_for({{{x, bytes}}, {{y, bytes}}}), n, rate, random, x, y);
  }
  void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance, float scale,
                    LossSum* loss, float* dlogits) override {
    training_.sigmoid_loss(transfers_.main(), input, target, shift_tolerance, scale, loss, dlogits);
  }
  void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                    LossSum* loss, float* dlogits) override {
    training_.softmax_loss(transfers_.main(), input, category, scale, loss, dlogits);
  }
  void softmax_soft_loss(const LossInput& input, const float* target, float scale, LossSum* loss,
                         float* dlogits) override {
    training_.softmax_soft_loss(transfers_.main(), input, target, scale, loss, dlogits);
  }
  void squared_norm(std::size_t n, const float* x, double* result) override {
    training_.squared_norm(transfers_.main(), n, x, result);
  }
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first_moment,
                 float* second_moment) override {
    training_.adam_step(transfers_.main(), step, guard, n, decay, gradient, parameter, first_moment,
                        second_moment);
  }

 private:
  std::shared_ptr<Runtime> runtime_;
  CudaOptions options_;
  MemoryPool pool_;
  HostTransfers transfers_;
  LinearLayers linear_;
  Training training_;
  std::unique_ptr<LstmEngine> lstm_;
};

}  // namespace

std::shared_ptr<Backend> make_cuda_backend(std::shared_ptr<Runtime> runtime,
                                           const CudaOptions& options) {
  require_precision(runtime->properties(), options.precision);
  return std::make_shared<CudaBackend>(std::move(runtime), options);
}

}  // namespace tactus::gpu
