#include "model/cpu_lstm.h"

#include <algorithm>
#include <cstring>

#include "model/blas.h"

namespace tactus {
namespace {

constexpr int kChunkRows = 512;  // rows of one input product: its gates stay in the cache
constexpr int kSmallBatch = 4;   // below it, a loop over packed weights beats a matrix product
constexpr int kBiasRows = 64;    // rows summed before they are added, for accuracy and the cache

float* grown(std::vector<float>& memory, std::size_t size) {
  if (memory.size() < size) memory.resize(size);
  return memory.data();
}

std::size_t frames_of(const LstmShape& shape) {
  return static_cast<std::size_t>(shape.steps) * shape.batch;
}

const float* cells_of(const LstmShape& shape, const float* tape) {
  return tape + frames_of(shape) * 4 * shape.hidden;
}

// The time that step s of the recurrence works on.
int time_of(const LstmDirectionPass& pass, int s) {
  return pass.direction == 0 ? s : pass.shape.steps - 1 - s;
}

}  // namespace

std::size_t lstm_direction_tape_size(const LstmShape& shape) {
  return frames_of(shape) * 5 * shape.hidden;
}

void CpuLstmDirection::pack_recurrent_weights(const LstmDirectionPass& pass) {
  const int H = pass.shape.hidden;
  float* packed = grown(packed_, static_cast<std::size_t>(4 * H) * H);  // [H,4H]
  for (int row = 0; row < 4 * H; ++row) {
    for (int k = 0; k < H; ++k) {
      packed[static_cast<std::size_t>(k) * 4 * H + row] =
          pass.weights.weight_recurrent[static_cast<std::size_t>(row) * H + k];
    }
  }
}

void CpuLstmDirection::recurrent_forward(const LstmDirectionPass& pass, const float* h_before,
                                         float* gates) {
  const int B = pass.shape.batch, H = pass.shape.hidden, stride = pass.shape.directions * H;
  if (B >= kSmallBatch) {
    multiply(B, 4 * H, H, {h_before, stride}, {pass.weights.weight_recurrent, H, Transpose::kYes},
             1.0f, gates, 4 * H);
    return;
  }
  for (int b = 0; b < B; ++b) {
    kernels_->vector_matrix(H, 4 * H, h_before + static_cast<std::size_t>(b) * stride,
                            packed_.data(), gates + static_cast<std::size_t>(b) * 4 * H);
  }
}

void CpuLstmDirection::forward(const LstmDirectionPass& pass, float* y, float* tape) {
  const auto [T, B, C, H, D] = pass.shape;
  const std::size_t row_gates = static_cast<std::size_t>(B) * 4 * H,
                    row_h = static_cast<std::size_t>(B) * H;
  const int chunk = std::max(1, kChunkRows / B);
  float* chunk_gates = tape ? nullptr : grown(gates_, chunk * row_gates);
  float* cells = tape ? const_cast<float*>(cells_of(pass.shape, tape)) : grown(cells_, 2 * row_h);
  if (B < kSmallBatch) pack_recurrent_weights(pass);

  for (int first = 0; first < T; first += chunk) {
    const int last = std::min(first + chunk, T);
    const int t_first = std::min(time_of(pass, first), time_of(pass, last - 1));
    float* gates = tape ? tape + t_first * row_gates : chunk_gates;
    multiply((last - first) * B, 4 * H, C, {pass.x + static_cast<std::size_t>(t_first) * B * C, C},
             {pass.weights.weight_input, C, Transpose::kYes}, 0.0f, gates, 4 * H);
    for (int s = first; s < last; ++s) {
      const int t = time_of(pass, s);
      float* gates_t = gates + (t - t_first) * row_gates;
      float* y_t = y + static_cast<std::size_t>(t) * B * D * H + pass.direction * H;
      float* c_t = cells + (tape ? t : s % 2) * row_h;
      const float* c_before = nullptr;
      if (s > 0) {
        const int before = time_of(pass, s - 1);
        recurrent_forward(
            pass, y + static_cast<std::size_t>(before) * B * D * H + pass.direction * H, gates_t);
        c_before = cells + (tape ? before : (s - 1) % 2) * row_h;
      }
      for (int b = 0; b < B; ++b) {
        float* gates_tb = gates_t + static_cast<std::size_t>(b) * 4 * H;
        float* h_tb = y_t + static_cast<std::size_t>(b) * D * H;
        float* c_tb = c_t + static_cast<std::size_t>(b) * H;
        if (t < pass.lengths[b]) {
          kernels_->cell_forward(H, pass.weights.bias, pass.weights.peephole,
                                 c_before ? c_before + static_cast<std::size_t>(b) * H : nullptr,
                                 gates_tb, c_tb, h_tb);
        } else {
          std::fill_n(gates_tb, 4 * H, 0.0f);
          std::fill_n(c_tb, H, 0.0f);
          std::fill_n(h_tb, H, 0.0f);
        }
      }
    }
  }
}

void CpuLstmDirection::recurrent_backward(const LstmDirectionPass& pass, const float* dgates,
                                          float* dh) {
  const int B = pass.shape.batch, H = pass.shape.hidden;
  if (B >= kSmallBatch) {
    multiply(B, H, 4 * H, {dgates, 4 * H}, {pass.weights.weight_recurrent, H}, 1.0f, dh, H);
    return;
  }
  for (int b = 0; b < B; ++b) {
    kernels_->vector_matrix(4 * H, H, dgates + static_cast<std::size_t>(b) * 4 * H,
                            pass.weights.weight_recurrent, dh + static_cast<std::size_t>(b) * H);
  }
}

void CpuLstmDirection::backward_through_time(const LstmDirectionPass& pass, const float* dy,
                                             float* tape, float* dpeephole) {
  const auto [T, B, C, H, D] = pass.shape;
  const std::size_t row_gates = static_cast<std::size_t>(B) * 4 * H,
                    row_h = static_cast<std::size_t>(B) * H;
  const float* cells = cells_of(pass.shape, tape);
  float* dh = grown(dh_, row_h);
  float* dc = grown(dc_, row_h);
  std::fill_n(dc, row_h, 0.0f);

  for (int s = T - 1; s >= 0; --s) {
    const int t = time_of(pass, s);
    for (int b = 0; b < B; ++b) {
      const float* dy_tb = dy + (static_cast<std::size_t>(t) * B + b) * D * H + pass.direction * H;
      std::copy_n(dy_tb, H, dh + static_cast<std::size_t>(b) * H);
    }
    if (s + 1 < T) recurrent_backward(pass, tape + time_of(pass, s + 1) * row_gates, dh);
    const float* c_before = s > 0 ? cells + time_of(pass, s - 1) * row_h : nullptr;
    for (int b = 0; b < B; ++b) {
      if (t >= pass.lengths[b]) continue;  // the gates of a padded frame are zero already
      const std::size_t at = static_cast<std::size_t>(b) * H;
      kernels_->cell_backward(H, pass.weights.peephole, c_before ? c_before + at : nullptr,
                              cells + t * row_h + at, dh + at, tape + t * row_gates + 4 * at,
                              dc + at, dpeephole);
    }
  }
}

void add_input_weight_gradient(const LstmDirectionPass& pass, const float* tape, float* dweight) {
  const int C = pass.shape.input, H = pass.shape.hidden;
  multiply(4 * H, C, static_cast<int>(frames_of(pass.shape)), {tape, 4 * H, Transpose::kYes},
           {pass.x, C}, 1.0f, dweight, C);
}

void add_recurrent_weight_gradient(const LstmDirectionPass& pass, const float* y, const float* tape,
                                   float* dweight) {
  const auto [T, B, C, H, D] = pass.shape;
  if (T < 2) return;
  // Gates of all steps but the first, against the outputs of all steps but the last.
  const std::size_t later = pass.direction == 0 ? B : 0, earlier = pass.direction == 0 ? 0 : B;
  multiply(4 * H, H, (T - 1) * B, {tape + later * 4 * H, 4 * H, Transpose::kYes},
           {y + earlier * D * H + pass.direction * H, D * H}, 1.0f, dweight, H);
}

void add_bias_gradient(const CpuKernels& kernels, const LstmDirectionPass& pass, const float* tape,
                       float* dbias) {
  const int width = 4 * pass.shape.hidden;
  const std::size_t frames = frames_of(pass.shape);
  for (std::size_t first = 0; first < frames; first += kBiasRows) {
    kernels.add_rows(std::min<std::size_t>(kBiasRows, frames - first), width, tape + first * width,
                     dbias);
  }
}

void add_input_gradient(const LstmDirectionPass& pass, const float* tape, std::size_t first_row,
                        int rows, float* dx) {
  const int C = pass.shape.input, H = pass.shape.hidden;
  multiply(rows, C, 4 * H, {tape + first_row * 4 * H, 4 * H}, {pass.weights.weight_input, C}, 1.0f,
           dx + first_row * C, C);
}

}  // namespace tactus
