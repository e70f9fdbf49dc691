#include "model/backend/reference/reference_backend.h"

#include <cmath>
#include <string>

#include "model/backend/host_memory.h"
#include "model/backend/losses.h"
#include "model/backend/reference/lstm_reference.h"

namespace tactus {
namespace {

class ReferenceBackend final : public HostMemoryBackend {
 public:
  std::string name() const override { return "reference"; }

  std::size_t lstm_tape_size(const LstmShape& shape) const override {
    return lstm_reference_tape_size(shape) * static_cast<std::size_t>(shape.directions);
  }
  void lstm_forward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                    const LstmWeights& weights, float* y, float* tape) override {
    std::vector<float> own_tape(tape ? 0 : lstm_tape_size(shape));
    if (tape == nullptr) tape = own_tape.data();
    for (int d = 0; d < shape.directions; ++d) {
      lstm_reference_forward(pass(shape, d, lengths, x, weights), y,
                             tape + d * lstm_reference_tape_size(shape));
    }
  }
  void lstm_backward(const LstmShape& shape, const std::int32_t* lengths, const float* x,
                     const LstmWeights& weights, const float* y, float* tape, const float* dy,
                     float* dx, const LstmGradients& gradients) override {
    for (int d = 0; d < shape.directions; ++d) {
      lstm_reference_backward(pass(shape, d, lengths, x, weights), y,
                              tape + d * lstm_reference_tape_size(shape), dy, dx, gradients[d]);
    }
  }

  void linear_forward(std::size_t rows, int in, int out, const float* x, const float* weight,
                      const float* bias, float* y) override {
    linear_reference_forward(rows, in, out, x, weight, bias, y);
  }
  void linear_backward(std::size_t rows, int in, int out, const float* x, const float* weight,
                       const float* dy, float* dx, float* dweight, float* dbias) override {
    linear_reference_backward(rows, in, out, x, weight, dy, dx, dweight, dbias);
  }
  void dropout(std::size_t n, double rate, RandomStream random, const float* x, float* y) override {
    dropout_reference(n, rate, random, x, y);
  }

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

  void squared_norm(std::size_t n, const float* x, double* result) override {
    *result = 0.0;
    for (std::size_t i = 0; i < n; ++i) *result += static_cast<double>(x[i]) * x[i];
  }
  void adam_step(const AdamStep& step, const StepGuard& guard, std::size_t n, const float* decay,
                 const float* gradient, float* parameter, float* first_moment,
                 float* second_moment) override {
    if (!is_finite(guard)) return;
    const float scale = clip_scale(*guard.squared_norm, guard.clip_norm);
    const double first_correction = 1.0 - std::pow(step.beta1, static_cast<double>(step.step));
    const double second_correction = 1.0 - std::pow(step.beta2, static_cast<double>(step.step));
    for (std::size_t i = 0; i < n; ++i) {
      const double g = static_cast<double>(gradient[i]) * scale;
      const double m = step.beta1 * first_moment[i] + (1.0 - step.beta1) * g;
      const double v = step.beta2 * second_moment[i] + (1.0 - step.beta2) * g * g;
      const double direction =
          m / first_correction / (std::sqrt(v / second_correction) + step.epsilon);
      const double p = parameter[i];
      first_moment[i] = static_cast<float>(m);
      second_moment[i] = static_cast<float>(v);
      parameter[i] = static_cast<float>(p - step.learning_rate *
                                                (direction + step.weight_decay * decay[i] * p));
    }
  }

 private:
  static LstmReferencePass<float> pass(const LstmShape& shape, int direction,
                                       const std::int32_t* lengths, const float* x,
                                       const LstmWeights& weights) {
    return {shape, direction, lengths, x, weights[direction], nullptr, nullptr};
  }
};

}  // namespace

std::shared_ptr<Backend> make_reference_backend() {
  return std::make_shared<ReferenceBackend>();
}

}  // namespace tactus
