// A backend with a bound on the memory allocated at once. It may pose as a card.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "model/backend/reference/reference_backend.h"

namespace tactus::test {

class NoMemory : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the bound of the test"; }
};

class BoundedBackend final : public Backend {
 public:
  std::size_t bound = 0;  // bytes; 0 = no bound
  std::size_t in_use = 0, peak = 0;
  bool reads_host_memory = false;
  bool is_card = false;
  std::function<void(const LstmShape&)> at_layer;  // before each; may be empty

  explicit BoundedBackend(std::shared_ptr<Backend> inner = make_reference_backend())
      : inner_(std::move(inner)) {}
  std::size_t device_memory() const override { return is_card ? 1 : 0; }

  std::string name() const override { return "bounded"; }
  void* allocate(std::size_t bytes) override {
    if (bound > 0 && in_use + bytes > bound) throw NoMemory();
    void* memory = inner_->allocate(bytes);
    sizes_[memory] = bytes;
    in_use += bytes;
    peak = std::max(peak, in_use);
    return memory;
  }
  void release(void* memory) noexcept override {
    if (memory == nullptr) return;
    in_use -= sizes_[memory];
    sizes_.erase(memory);
    inner_->release(memory);
  }
  void upload(void* to, const void* from, std::size_t n) override { inner_->upload(to, from, n); }
  void download(void* to, const void* from, std::size_t n) override {
    inner_->download(to, from, n);
  }
  void set_zero(void* memory, std::size_t bytes) override { inner_->set_zero(memory, bytes); }
  const float* readable(const float* host) const override {
    return reads_host_memory ? inner_->readable(host) : nullptr;
  }
  std::size_t lstm_tape_size(const LstmShape& shape) const override {
    return inner_->lstm_tape_size(shape);
  }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override {
    if (at_layer) at_layer(shape);
    inner_->lstm_forward(shape, lengths, x, weights, y, tape);
  }
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override {
    inner_->lstm_backward(shape, lengths, x, weights, y, tape, dy, dx, gradients);
  }
  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override {
    inner_->linear_forward(rows, in, out, x, weight, bias, y);
  }
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override {
    inner_->linear_backward(rows, in, out, x, weight, dy, dx, dweight, dbias);
  }
  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override {
    inner_->dropout(n, rate, random, x, y);
  }
  void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance, float scale,
                    LossSum* loss, float* dlogits) override {
    inner_->sigmoid_loss(input, target, shift_tolerance, scale, loss, dlogits);
  }
  void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                    LossSum* loss, float* dlogits) override {
    inner_->softmax_loss(input, category, scale, loss, dlogits);
  }
  void softmax_soft_loss(const LossInput& input, const float* target, float scale, LossSum* loss,
                         float* dlogits) override {
    inner_->softmax_soft_loss(input, target, scale, loss, dlogits);
  }
  void squared_norm(std::size_t n, const float* x, double* result) override {
    inner_->squared_norm(n, x, result);
  }
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first, float* second) override {
    inner_->adam_step(step, guard, n, decay, gradient, parameter, first, second);
  }

 private:
  std::shared_ptr<Backend> inner_;
  std::map<void*, std::size_t> sizes_;
};

}  // namespace tactus::test
