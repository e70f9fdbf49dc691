#include "model/backend/reference/lstm_reference.h"

#include <algorithm>
#include <cmath>

#include "model/backend/philox.h"

namespace tactus {
namespace {

template <typename Scalar>
Scalar gate_sigmoid(Scalar z) {
  return Scalar(1) / (Scalar(1) + std::exp(-z));
}

std::size_t frames_of(const LstmShape& shape) {
  return static_cast<std::size_t>(shape.steps) * shape.batch;
}

// One sequence of a pass: the places of its frames, in the order of the direction.
template <typename Scalar>
class Sequence {
 public:
  Sequence(const LstmReferencePass<Scalar>& pass, int b)
      : pass_(pass), b_(b), zero_(static_cast<std::size_t>(pass.shape.hidden), Scalar(0)) {}

  int length() const { return pass_.lengths[b_]; }
  std::size_t frame(int s) const {
    const int t = pass_.direction == 0 ? s : length() - 1 - s;
    return static_cast<std::size_t>(t) * pass_.shape.batch + b_;
  }
  const Scalar* x(int s) const { return pass_.x + frame(s) * pass_.shape.input; }
  std::size_t y_offset(int s) const {
    const int H = pass_.shape.hidden;
    return frame(s) * pass_.shape.directions * H + pass_.direction * H;
  }
  std::size_t gates_offset(int s) const { return frame(s) * 4 * pass_.shape.hidden; }
  std::size_t cells_offset(int s) const {
    return frames_of(pass_.shape) * 4 * pass_.shape.hidden + frame(s) * pass_.shape.hidden;
  }
  const Scalar* h_before(const Scalar* y, int s) const {
    return s > 0 ? y + y_offset(s - 1) : initial(pass_.initial_h);
  }
  const Scalar* c_before(const Scalar* tape, int s) const {
    return s > 0 ? tape + cells_offset(s - 1) : initial(pass_.initial_c);
  }

 private:
  const Scalar* initial(const Scalar* given) const {
    return given ? given + static_cast<std::size_t>(b_) * pass_.shape.hidden : zero_.data();
  }

  const LstmReferencePass<Scalar>& pass_;
  int b_;
  std::vector<Scalar> zero_;
};

template <typename Scalar>
void step_forward(const LstmReferencePass<Scalar>& pass, const Sequence<Scalar>& sequence, int s,
                  Scalar* y, Scalar* tape) {
  const int C = pass.shape.input, H = pass.shape.hidden;
  const auto& w = pass.weights;
  const Scalar *x = sequence.x(s), *h_before = sequence.h_before(y, s),
               *c_before = sequence.c_before(tape, s);
  Scalar* gates = tape + sequence.gates_offset(s);
  for (int row = 0; row < 4 * H; ++row) {
    Scalar sum = w.bias[row];
    for (int k = 0; k < C; ++k) sum += w.weight_input[static_cast<std::size_t>(row) * C + k] * x[k];
    for (int k = 0; k < H; ++k)
      sum += w.weight_recurrent[static_cast<std::size_t>(row) * H + k] * h_before[k];
    gates[row] = sum;
  }
  for (int j = 0; j < H; ++j) {
    Scalar &i = gates[j], &f = gates[H + j], &g = gates[2 * H + j], &o = gates[3 * H + j];
    if (w.peephole) {
      i += w.peephole[j] * c_before[j];
      f += w.peephole[H + j] * c_before[j];
    }
    i = gate_sigmoid(i);
    f = gate_sigmoid(f);
    g = std::tanh(g);
    const Scalar c = f * c_before[j] + i * g;
    if (w.peephole) o += w.peephole[2 * H + j] * c;
    o = gate_sigmoid(o);
    tape[sequence.cells_offset(s) + j] = c;
    y[sequence.y_offset(s) + j] = o * std::tanh(c);
  }
}

// Gradients that go from one step to the one before it: of h(s) and c(s).
template <typename Scalar>
struct Carry {
  std::vector<Scalar> dh, dc;
};

// Returns the gradients of the four gate sums of step s; changes carry.dc to that of the step
// before.
template <typename Scalar>
std::vector<Scalar> gate_gradients(const LstmReferencePass<Scalar>& pass,
                                   const Sequence<Scalar>& sequence, int s, const Scalar* tape,
                                   const Scalar* dy, Carry<Scalar>& carry) {
  const int H = pass.shape.hidden;
  const Scalar* p = pass.weights.peephole;
  const Scalar *gates = tape + sequence.gates_offset(s), *c = tape + sequence.cells_offset(s);
  const Scalar* c_before = sequence.c_before(tape, s);
  std::vector<Scalar> d(static_cast<std::size_t>(4) * H);
  for (int j = 0; j < H; ++j) {
    const Scalar i = gates[j], f = gates[H + j], g = gates[2 * H + j], o = gates[3 * H + j];
    const Scalar squashed = std::tanh(c[j]);
    const Scalar dh = dy[sequence.y_offset(s) + j] + carry.dh[j];
    const Scalar d_o = dh * squashed * o * (1 - o);
    const Scalar dc =
        carry.dc[j] + dh * o * (1 - squashed * squashed) + (p ? d_o * p[2 * H + j] : Scalar(0));
    const Scalar d_i = dc * g * i * (1 - i), d_f = dc * c_before[j] * f * (1 - f),
                 d_g = dc * i * (1 - g * g);
    carry.dc[j] = dc * f + (p ? d_i * p[j] + d_f * p[H + j] : Scalar(0));
    d[j] = d_i;
    d[H + j] = d_f;
    d[2 * H + j] = d_g;
    d[3 * H + j] = d_o;
  }
  return d;
}

template <typename Scalar>
void step_backward(const LstmReferencePass<Scalar>& pass, const Sequence<Scalar>& sequence, int s,
                   const Scalar* y, const Scalar* tape, const Scalar* dy, Scalar* dx,
                   const LstmDirection<Scalar>& gradients, Carry<Scalar>& carry) {
  const int C = pass.shape.input, H = pass.shape.hidden;
  const auto d = gate_gradients(pass, sequence, s, tape, dy, carry);
  const Scalar *x = sequence.x(s), *h_before = sequence.h_before(y, s);
  std::fill(carry.dh.begin(), carry.dh.end(), Scalar(0));
  for (int row = 0; row < 4 * H; ++row) {
    const std::size_t input_row = static_cast<std::size_t>(row) * C,
                      own_row = static_cast<std::size_t>(row) * H;
    gradients.bias[row] += d[row];
    for (int k = 0; k < C; ++k) {
      gradients.weight_input[input_row + k] += d[row] * x[k];
      if (dx) dx[sequence.frame(s) * C + k] += d[row] * pass.weights.weight_input[input_row + k];
    }
    for (int k = 0; k < H; ++k) {
      gradients.weight_recurrent[own_row + k] += d[row] * h_before[k];
      carry.dh[k] += d[row] * pass.weights.weight_recurrent[own_row + k];
    }
  }
  if (!gradients.peephole) return;
  const Scalar *c = tape + sequence.cells_offset(s), *c_before = sequence.c_before(tape, s);
  for (int j = 0; j < H; ++j) {
    gradients.peephole[j] += d[j] * c_before[j];
    gradients.peephole[H + j] += d[H + j] * c_before[j];
    gradients.peephole[2 * H + j] += d[3 * H + j] * c[j];
  }
}

}  // namespace

std::size_t lstm_reference_tape_size(const LstmShape& shape) {
  return frames_of(shape) * 5 * shape.hidden;
}

template <typename Scalar>
void lstm_reference_forward(const LstmReferencePass<Scalar>& pass, Scalar* y, Scalar* tape) {
  const auto [T, B, C, H, D] = pass.shape;
  for (int b = 0; b < B; ++b) {
    const Sequence<Scalar> sequence(pass, b);
    for (int s = 0; s < sequence.length(); ++s) step_forward(pass, sequence, s, y, tape);
    for (int t = sequence.length(); t < T; ++t) {
      std::fill_n(y + (static_cast<std::size_t>(t) * B + b) * D * H + pass.direction * H, H,
                  Scalar(0));
    }
  }
}

template <typename Scalar>
void lstm_reference_backward(const LstmReferencePass<Scalar>& pass, const Scalar* y,
                             const Scalar* tape, const Scalar* dy, Scalar* dx,
                             const LstmDirection<Scalar>& gradients) {
  for (int b = 0; b < pass.shape.batch; ++b) {
    const Sequence<Scalar> sequence(pass, b);
    const std::vector<Scalar> zero(static_cast<std::size_t>(pass.shape.hidden), Scalar(0));
    Carry<Scalar> carry{zero, zero};
    for (int s = sequence.length() - 1; s >= 0; --s) {
      step_backward(pass, sequence, s, y, tape, dy, dx, gradients, carry);
    }
  }
}

template <typename Scalar>
void linear_reference_forward(std::size_t rows, int in, int out, const Scalar* x,
                              const Scalar* weight, const Scalar* bias, Scalar* y) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (int k = 0; k < out; ++k) {
      Scalar sum = bias[k];
      for (int j = 0; j < in; ++j)
        sum += weight[static_cast<std::size_t>(k) * in + j] * x[r * in + j];
      y[r * out + k] = sum;
    }
  }
}

template <typename Scalar>
void linear_reference_backward(std::size_t rows, int in, int out, const Scalar* x,
                               const Scalar* weight, const Scalar* dy, Scalar* dx, Scalar* dweight,
                               Scalar* dbias) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (int k = 0; k < out; ++k) {
      const Scalar d = dy[r * out + k];
      dbias[k] += d;
      for (int j = 0; j < in; ++j) {
        dweight[static_cast<std::size_t>(k) * in + j] += d * x[r * in + j];
        if (dx) dx[r * in + j] += d * weight[static_cast<std::size_t>(k) * in + j];
      }
    }
  }
}

template <typename Scalar>
void dropout_reference(std::size_t n, double rate, RandomStream random, const Scalar* x,
                       Scalar* y) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t word = philox4x32(i / 4, random.stream, random.seed)[i % 4];
    y[i] =
        word < dropout_threshold(rate) ? Scalar(0) : x[i] * static_cast<Scalar>(1.0 / (1.0 - rate));
  }
}

#define TACTUS_INSTANTIATE(Scalar)                                                             \
  template void lstm_reference_forward(const LstmReferencePass<Scalar>&, Scalar*, Scalar*);    \
  template void lstm_reference_backward(const LstmReferencePass<Scalar>&, const Scalar*,       \
                                        const Scalar*, const Scalar*, Scalar*,                 \
                                        const LstmDirection<Scalar>&);                         \
  template void linear_reference_forward(std::size_t, int, int, const Scalar*, const Scalar*,  \
                                         const Scalar*, Scalar*);                              \
  template void linear_reference_backward(std::size_t, int, int, const Scalar*, const Scalar*, \
                                          const Scalar*, Scalar*, Scalar*, Scalar*);           \
  template void dropout_reference(std::size_t, double, RandomStream, const Scalar*, Scalar*)
TACTUS_INSTANTIATE(float);
TACTUS_INSTANTIATE(double);
#undef TACTUS_INSTANTIATE

}  // namespace tactus
