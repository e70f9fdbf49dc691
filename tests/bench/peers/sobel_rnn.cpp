// The toy problem of tests/bench/peers/run: a simple (Elman) RNN of tanh units learns the 1-D Sobel
// filter -1 0 1 from rows of random pixels, by gradient descent through time. sobel_rnn.py does the
// same steps on the same data. Prints seconds, the first and the last loss.
//   h(t) = tanh(w x(t) + R h(t-1) + b); the output v h(t) + a is asked for x(t) - x(t-2), t >= 2
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int U = 16, B = 32, T = 64, kSteps = 200;
constexpr float kRate = 0.05f;

using Units = std::array<float, U>;

class Generator {
 public:
  float next() {
    state_ = 1664525u * state_ + 1013904223u;
    return static_cast<float>(state_ >> 8) / 16777216.0f;
  }

 private:
  std::uint32_t state_ = 1;
};

struct Parameters {
  Units w{}, b{}, v{};
  std::array<Units, U> R{};  // row: receiving unit, column: sending unit
  float a = 0.0f;
};

float hidden_error(const Units& h, const Parameters& p, float wanted) {
  float out = p.a;
  for (int u = 0; u < U; ++u) out += p.v[u] * h[u];
  return out - wanted;
}

// x [T]. Returns the sum of squared errors; adds to the gradient.
float learn_row(const float* x, const Parameters& p, float scale, Parameters& gradient) {
  std::array<Units, T + 1> h{};
  std::array<float, T> error{};
  float loss = 0.0f;
  for (int t = 0; t < T; ++t) {
    for (int u = 0; u < U; ++u) {
      float sum = p.w[u] * x[t] + p.b[u];
      for (int k = 0; k < U; ++k) sum += p.R[u][k] * h[t][k];
      h[t + 1][u] = std::tanh(sum);
    }
    if (t >= 2) error[t] = hidden_error(h[t + 1], p, x[t] - x[t - 2]);
    loss += error[t] * error[t];
  }
  Units dh{};
  for (int t = T - 1; t >= 0; --t) {
    const float dout = 2.0f * error[t] * scale;
    Units ds, before{};
    gradient.a += dout;
    for (int u = 0; u < U; ++u) {
      gradient.v[u] += dout * h[t + 1][u];
      ds[u] = (dh[u] + dout * p.v[u]) * (1.0f - h[t + 1][u] * h[t + 1][u]);
      gradient.w[u] += ds[u] * x[t];
      gradient.b[u] += ds[u];
    }
    for (int u = 0; u < U; ++u) {
      for (int k = 0; k < U; ++k) {
        gradient.R[u][k] += ds[u] * h[t][k];
        before[k] += ds[u] * p.R[u][k];
      }
    }
    dh = before;
  }
  return loss;
}

void descend(Parameters& p, const Parameters& gradient) {
  for (int u = 0; u < U; ++u) {
    p.w[u] -= kRate * gradient.w[u];
    p.b[u] -= kRate * gradient.b[u];
    p.v[u] -= kRate * gradient.v[u];
    for (int k = 0; k < U; ++k) p.R[u][k] -= kRate * gradient.R[u][k];
  }
  p.a -= kRate * gradient.a;
}

}  // namespace

int main() {
  Generator random;
  Parameters p;
  for (float& value : p.w) value = random.next() - 0.5f;
  for (Units& row : p.R) {
    for (float& value : row) value = (random.next() - 0.5f) / 2.0f;
  }
  for (float& value : p.v) value = random.next() - 0.5f;
  std::vector<float> rows(static_cast<std::size_t>(T) * kSteps * B);  // [rows,T]
  for (int t = 0; t < T; ++t) {
    for (int row = 0; row < kSteps * B; ++row)
      rows[static_cast<std::size_t>(row) * T + t] = random.next() - 0.5f;
  }
  const float scale = 1.0f / ((T - 2) * B);
  float first = 0.0f, last = 0.0f;
  const auto start = std::chrono::steady_clock::now();
  for (int step = 0; step < kSteps; ++step) {
    Parameters gradient;
    float loss = 0.0f;
    for (int b = 0; b < B; ++b) {
      loss +=
          learn_row(rows.data() + static_cast<std::size_t>(step * B + b) * T, p, scale, gradient);
    }
    descend(p, gradient);
    last = loss * scale;
    if (step == 0) first = last;
  }
  std::printf("%.9f %.9f %.9f\n",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
              first, last);
  return 0;
}
