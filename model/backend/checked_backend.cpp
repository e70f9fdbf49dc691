#include "model/backend/checked_backend.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace tactus {
namespace {

// Memory of the primary backend, by address, with its counterpart in the secondary backend.
class MemoryPairs {
 public:
  void add(void* primary, void* secondary, std::size_t bytes) {
    pairs_[static_cast<std::byte*>(primary)] = {static_cast<std::byte*>(secondary), bytes};
  }
  void* remove(void* primary) {
    const auto node = pairs_.extract(static_cast<std::byte*>(primary));
    return node.empty() ? nullptr : node.mapped().secondary;
  }
  // The same place in the memory of the secondary backend; null stays null.
  template <typename T>
  T* twin(T* primary) const {
    if (primary == nullptr) return nullptr;
    auto* address = const_cast<std::byte*>(reinterpret_cast<const std::byte*>(primary));
    auto found = pairs_.upper_bound(address);
    if (found == pairs_.begin() ||
        address >= std::prev(found)->first + std::prev(found)->second.bytes) {
      throw std::invalid_argument("checked backend: memory that it did not allocate");
    }
    --found;
    return reinterpret_cast<T*>(found->second.secondary + (address - found->first));
  }

 private:
  struct Twin {
    std::byte* secondary;
    std::size_t bytes;
  };
  std::map<std::byte*, Twin> pairs_;
};

class CheckedBackend final : public Backend {
 public:
  CheckedBackend(std::shared_ptr<Backend> primary, std::shared_ptr<Backend> secondary, double slack)
      : primary_(std::move(primary)), secondary_(std::move(secondary)), slack_(slack) {}

  std::string name() const override {
    return fmt::format("{} checked against {}", primary_->name(), secondary_->name());
  }

  void* allocate(std::size_t bytes) override {
    void* memory = primary_->allocate(bytes);
    try {
      if (memory != nullptr) pairs_.add(memory, secondary_->allocate(bytes), bytes);
    } catch (...) {
      primary_->release(memory);
      throw;
    }
    return memory;
  }
  void release(void* memory) noexcept override {
    if (memory == nullptr) return;
    secondary_->release(pairs_.remove(memory));
    primary_->release(memory);
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    if (bytes == 0) return;
    primary_->upload(to, from, bytes);
    secondary_->upload(pairs_.twin(to), from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    primary_->download(to, from, bytes);
  }
  void set_zero(void* memory, std::size_t bytes) override {
    if (bytes == 0) return;
    primary_->set_zero(memory, bytes);
    secondary_->set_zero(pairs_.twin(memory), bytes);
  }

  std::size_t lstm_tape_size(const LstmShape& shape) const override {
    return std::max(primary_->lstm_tape_size(shape), secondary_->lstm_tape_size(shape));
  }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override {
    primary_->lstm_forward(shape, lengths, x, weights, y, tape);
    secondary_->lstm_forward(shape, twin(lengths), twin(x), twins(weights, shape.directions),
                             twin(y), twin(tape));
    compare(BackendResult::kLayerOutput, place("lstm_forward", shape) + ": y", y,
            frames(shape) * shape.directions * shape.hidden);
  }
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override {
    primary_->lstm_backward(shape, lengths, x, weights, y, tape, dy, dx, gradients);
    secondary_->lstm_backward(shape, twin(lengths), twin(x), twins(weights, shape.directions),
                              twin(y), twin(tape), twin(dy), twin(dx),
                              twins(gradients, shape.directions));
    const std::string where = place("lstm_backward", shape);
    if (dx) compare(BackendResult::kLayerGradient, where + ": dx", dx, frames(shape) * shape.input);
    for (int d = 0; d < shape.directions; ++d) compare_gradients(shape, gradients[d], where);
  }

  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override {
    primary_->linear_forward(rows, in, out, x, weight, bias, y);
    secondary_->linear_forward(rows, in, out, twin(x), twin(weight), twin(bias), twin(y));
    compare(BackendResult::kLinear, fmt::format("linear_forward [{},{}] -> {}: y", rows, in, out),
            y, rows * out);
  }
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override {
    primary_->linear_backward(rows, in, out, x, weight, dy, dx, dweight, dbias);
    secondary_->linear_backward(rows, in, out, twin(x), twin(weight), twin(dy), twin(dx),
                                twin(dweight), twin(dbias));
    const std::string where = fmt::format("linear_backward [{},{}] -> {}", rows, in, out);
    if (dx) compare(BackendResult::kLinear, where + ": dx", dx, rows * in);
    compare(BackendResult::kWeightGradient, where + ": dweight", dweight,
            static_cast<std::size_t>(out) * in);
    compare(BackendResult::kWeightGradient, where + ": dbias", dbias, out);
  }
  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override {
    primary_->dropout(n, rate, random, x, y);
    secondary_->dropout(n, rate, random, twin(x), twin(y));
    compare(BackendResult::kDropout, fmt::format("dropout of {}: y", n), y, n);
  }

  void sigmoid_loss(const LossInput& input, const float* target, int shift_tolerance, float scale,
                    LossSum* loss, float* dlogits) override {
    primary_->sigmoid_loss(input, target, shift_tolerance, scale, loss, dlogits);
    secondary_->sigmoid_loss(twin(input), twin(target), shift_tolerance, scale, twin(loss),
                             twin(dlogits));
    compare_loss("sigmoid_loss", input, loss, dlogits);
  }
  void softmax_loss(const LossInput& input, const std::int32_t* category, float scale,
                    LossSum* loss, float* dlogits) override {
    primary_->softmax_loss(input, category, scale, loss, dlogits);
    secondary_->softmax_loss(twin(input), twin(category), scale, twin(loss), twin(dlogits));
    compare_loss("softmax_loss", input, loss, dlogits);
  }
  void softmax_soft_loss(const LossInput& input, const float* target, float scale, LossSum* loss,
                         float* dlogits) override {
    primary_->softmax_soft_loss(input, target, scale, loss, dlogits);
    secondary_->softmax_soft_loss(twin(input), twin(target), scale, twin(loss), twin(dlogits));
    compare_loss("softmax_soft_loss", input, loss, dlogits);
  }

  void squared_norm(std::size_t n, const float* x, double* result) override {
    primary_->squared_norm(n, x, result);
    secondary_->squared_norm(n, twin(x), twin(result));
    compare(BackendResult::kNorm, fmt::format("squared_norm of {}", n), result, 1);
  }
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first_moment,
                 float* second_moment) override {
    primary_->adam_step(step, guard, n, decay, gradient, parameter, first_moment, second_moment);
    StepGuard twin_guard = guard;
    twin_guard.squared_norm = twin(guard.squared_norm);
    twin_guard.losses = twin(guard.losses);
    secondary_->adam_step(step, twin_guard, n, twin(decay), twin(gradient), twin(parameter),
                          twin(first_moment), twin(second_moment));
    const std::string where = fmt::format("adam_step of {}", n);
    compare(BackendResult::kAdam, where + ": parameter", parameter, n);
    compare(BackendResult::kAdam, where + ": first moment", first_moment, n);
    compare(BackendResult::kAdam, where + ": second moment", second_moment, n);
  }

 private:
  template <typename T>
  T* twin(T* primary) const {
    return pairs_.twin(primary);
  }
  LossInput twin(LossInput input) const {
    input.lengths = twin(input.lengths);
    input.logits = twin(input.logits);
    input.frame_weight = twin(input.frame_weight);
    input.class_weight = twin(input.class_weight);
    return input;
  }
  template <typename T>
  std::array<LstmDirection<T>, 2> twins(std::array<LstmDirection<T>, 2> both,
                                        int directions) const {
    for (int d = 0; d < directions; ++d) {
      both[d] = {twin(both[d].weight_input), twin(both[d].weight_recurrent), twin(both[d].bias),
                 twin(both[d].peephole)};
    }
    return both;
  }

  static std::size_t frames(const LstmShape& shape) {
    return static_cast<std::size_t>(shape.steps) * shape.batch;
  }
  static std::string place(const char* operation, const LstmShape& shape) {
    return fmt::format("{} T={} B={} C={} H={} D={}", operation, shape.steps, shape.batch,
                       shape.input, shape.hidden, shape.directions);
  }
  void compare_gradients(const LstmShape& shape, const LstmDirection<float>& gradients,
                         const std::string& where) {
    const std::size_t H = shape.hidden, C = shape.input;
    const auto kind = BackendResult::kWeightGradient;
    compare(kind, where + ": gradient of weight_input", gradients.weight_input, 4 * H * C);
    compare(kind, where + ": gradient of weight_recurrent", gradients.weight_recurrent, 4 * H * H);
    compare(kind, where + ": gradient of bias", gradients.bias, 4 * H);
    if (gradients.peephole)
      compare(kind, where + ": gradient of peephole", gradients.peephole, 3 * H);
  }
  void compare_loss(const char* operation, const LossInput& input, LossSum* loss, float* dlogits) {
    const std::string where =
        fmt::format("{} T={} B={} K={}", operation, input.steps, input.batch, input.classes);
    compare(BackendResult::kLoss, where, reinterpret_cast<double*>(loss), 2);
    const std::size_t n = static_cast<std::size_t>(input.steps) * input.batch * input.classes;
    if (dlogits) compare(BackendResult::kLogitGradient, where + ": dlogits", dlogits, n);
  }

  // Throws at the first element that differs. Otherwise copies the primary's values to the
  // secondary backend.
  template <typename T>
  void compare(BackendResult kind, const std::string& what, T* primary, std::size_t n) {
    if (n == 0) return;
    std::vector<T> a(n), b(n);
    primary_->download(a.data(), primary, n * sizeof(T));
    secondary_->download(b.data(), twin(primary), n * sizeof(T));
    Tolerance allowed = backend_tolerance(kind);
    allowed.relative *= slack_;
    allowed.absolute *= slack_;
    for (std::size_t i = 0; i < n; ++i) {
      if (!close(a[i], b[i], allowed)) {
        throw BackendMismatch(fmt::format("{}: element {} is {} by {}, {} by {}", what, i, a[i],
                                          primary_->name(), b[i], secondary_->name()));
      }
    }
    secondary_->upload(twin(primary), a.data(), n * sizeof(T));
  }
  static bool close(double a, double b, Tolerance allowed) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (a == b) return true;
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    const double size = std::max(std::abs(a), std::abs(b));
    return std::abs(a - b) <= std::max(allowed.relative * size, allowed.absolute);
  }

  std::shared_ptr<Backend> primary_, secondary_;
  double slack_;
  MemoryPairs pairs_;
};

}  // namespace

Tolerance backend_tolerance(BackendResult result) {
  switch (result) {
    // Values up to 1 over hundreds of steps; each step may differ by the error of tanh (3e-7).
    case BackendResult::kLayerOutput:
      return {2e-5, 2e-6};
    // As above, backwards; sums over 4H gates of both signs lose relative accuracy.
    case BackendResult::kLayerGradient:
      return {2e-4, 1e-5};
    // Sums over all frames of a batch, of both signs.
    case BackendResult::kWeightGradient:
      return {2e-4, 3e-5};
    // One dot product over the trunk's width.
    case BackendResult::kLinear:
      return {2e-5, 5e-6};
    // The masks are equal bit by bit; the only operation is one product.
    case BackendResult::kDropout:
      return {1e-6, 0.0};
    // Sums in double of logarithms that may be computed in single precision.
    case BackendResult::kLoss:
      return {1e-5, 1e-6};
    case BackendResult::kLogitGradient:
      return {1e-4, 1e-7};
    // In double throughout.
    case BackendResult::kNorm:
      return {1e-9, 0.0};
    // A few operations on each element; the quotient of tiny moments is rounded.
    case BackendResult::kAdam:
      return {1e-5, 1e-7};
  }
  throw std::invalid_argument("backend_tolerance: no such result");
}

std::shared_ptr<Backend> make_checked_backend(std::shared_ptr<Backend> primary,
                                              std::shared_ptr<Backend> secondary, double slack) {
  return std::make_shared<CheckedBackend>(std::move(primary), std::move(secondary), slack);
}

}  // namespace tactus
