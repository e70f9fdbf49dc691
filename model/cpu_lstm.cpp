#include "model/cpu_lstm.h"

#include <algorithm>

#include "model/cpu_lstm_pass.h"
#include "model/cpu_packing.h"

namespace tactus {
namespace {

constexpr int kChunkRows = 192;   // rows of one input product: their gates stay in the cache
constexpr int kInnerBlock = 128;  // of a long product: a panel of so many rows fits the first cache

}  // namespace

std::size_t CpuLstm::tape_size(const LstmShape& shape) const {
  const std::size_t units = static_cast<std::size_t>(panels_of(shape.hidden, kernels_->width)) *
                            static_cast<std::size_t>(kernels_->width);
  return static_cast<std::size_t>(shape.steps) * shape.batch * units * 5 * shape.directions;
}

void CpuLstm::pack_peepholes(const Pass& pass, int d) {
  const float* peephole = pass.call.weights[d].peephole;
  if (peephole == nullptr) return;
  const int H = pass.H();
  float* packed = packed_[d].peephole.grown(3 * pass.padded());
  std::fill_n(packed, 3 * pass.padded(), 0.0f);
  for (int gate = 0; gate < 3; ++gate) {
    std::copy_n(peephole + gate * H, H, packed + gate * pass.padded());
  }
}

void CpuLstm::pack_forward(const Pass& pass, int d) {
  const int H = pass.H(), C = pass.call.shape.input, W = pass.W;
  const LstmDirection<const float>& weights = pass.call.weights[d];
  PackedDirection& packed = packed_[d];
  pack_gate_panels(*kernels_, H, C, weights.weight_input,
                   packed.input.grown(gate_panels_size(H, C, W)));
  pack_gate_panels(*kernels_, H, H, weights.weight_recurrent,
                   packed.recurrent.grown(gate_panels_size(H, H, W)));
  pack_gate_panels(*kernels_, H, 1, weights.bias, packed.bias.grown(gate_panels_size(H, 1, W)));
  pack_peepholes(pass, d);
  if (pass.pairs) {
    pair_rows_as_bf16(pass.P, C, 4 * W, packed.input.grown(0));
    pair_rows_as_bf16(pass.P, H, 4 * W, packed.recurrent.grown(0));
  }
}

// One slice for each thread that would be idle otherwise.
std::vector<CpuLstm::Slice> CpuLstm::slices(const Pass& pass) const {
  const int D = pass.call.shape.directions, B = pass.call.shape.batch;
  const int count = std::clamp((pool_->threads() + D - 1) / D, 1, B);
  std::vector<Slice> result;
  for (int d = 0; d < D; ++d) {
    for (int s = 0; s < count; ++s) result.push_back({d, B * s / count, B * (s + 1) / count});
  }
  return result;
}

void CpuLstm::forward(const CpuLstmCall& call, float* y, float* tape) {
  const Pass pass(call, kernels_->width, bf16_ != nullptr && tape == nullptr);
  const auto [T, B, C, H, D] = call.shape;
  for (int t = 0; t < T; ++t) {
    for (int r = pass.list.rows_at(t); r < B; ++r) {
      std::fill_n(y + (static_cast<std::size_t>(t) * B + pass.list.sequence[r]) * D * H, D * H,
                  0.0f);
    }
  }
  pool_->run(D, [&](int d) { pack_forward(pass, d); });
  const std::vector<Slice> tasks = slices(pass);
  if (memory_.size() < tasks.size()) memory_.resize(tasks.size());
  pool_->run(static_cast<int>(tasks.size()), [&](int task) {
    const Slice& slice = tasks[task];
    run_forward(pass, slice, memory_[task], y, tape ? tape + slice.d * pass.tape_size() : nullptr);
  });
}

// The gates of the slice's frames at times t_first..t_last (inclusive, ascending) become bias plus
// input product. `packed`: the frames of all these times lie side by side.
void CpuLstm::input_products(const Pass& pass, const Slice& slice, int t_first, int t_last,
                             bool packed, float* gates, std::size_t gates_stride,
                             TaskMemory& memory) {
  const int C = pass.call.shape.input, panel = 4 * pass.W;
  const PackedDirection& weights = packed_[slice.d];
  for (int t = t_first; t <= t_last;) {
    memory.rows.clear();
    const int t_run = t;
    do {
      for (int r = slice.first; r < pass.last_row(slice, t); ++r) {
        memory.rows.push_back(pass.x_row(t, r));
      }
      ++t;
    } while (packed && t <= t_last);
    const int rows = static_cast<int>(memory.rows.size()), words = pass.words(C);
    if (pass.pairs) {
      float* pairs = memory.pairs.grown(static_cast<std::size_t>(rows) * words);
      for (const float*& row : memory.rows) {
        bf16_->to_pairs(C, row, pairs);
        row = pairs;
        pairs += words;
      }
    }
    const auto product = pass.pairs ? bf16_->product : kernels_->product;
    for (int k = 0; k < words; k += kInnerBlock) {
      for (int p = 0; p < pass.P; ++p) {
        float* out = gates + p * gates_stride;
        if (!packed) out += (pass.list.first[t_run] - pass.list.first[t_first]) * panel;
        if (k == 0) {
          for (int r = 0; r < rows; ++r) {
            std::copy_n(weights.bias.data() + p * panel, panel, out + r * panel);
          }
        }
        product({.rows = rows,
                 .inner = std::min(kInnerBlock, words - k),
                 .a = memory.rows.data(),
                 .offset = k,
                 .panel = weights.input.data() + (static_cast<std::size_t>(p) * words + k) * panel,
                 .c = out,
                 .add = true});
      }
    }
  }
}

void CpuLstm::run_forward(const Pass& pass, const Slice& slice, TaskMemory& memory, float* y,
                          float* tape) {
  const auto [T, B, C, H, D] = pass.call.shape;
  const std::size_t panel = 4 * pass.W, padded = pass.padded();
  const int R = slice.last - slice.first;
  const std::size_t h_stride = padded / (pass.pairs ? 2 : 1);
  float* state = memory.state.grown(3 * R * padded);  // h twice, c
  std::fill_n(state, 3 * R * padded, 0.0f);
  const int chunk = std::max(1, kChunkRows / R);
  const bool whole = R == B;
  const std::size_t chunk_stride = chunk * R * panel;
  float* chunk_gates = tape ? nullptr : memory.gates.grown(pass.P * chunk_stride);
  memory.y_rows.resize(R);

  for (int first = 0; first < T; first += chunk) {
    const int last = std::min(first + chunk, T) - 1;
    const int t_first = std::min(pass.time(slice.d, first), pass.time(slice.d, last));
    const int t_last = t_first + last - first;
    float* gates = tape ? pass.gates_at(tape, t_first, slice.first) : chunk_gates;
    const std::size_t gates_stride = tape ? pass.N() * panel : chunk_stride;
    input_products(pass, slice, t_first, t_last, whole || !tape, gates, gates_stride, memory);
    for (int s = first; s <= last; ++s) {
      const int t = pass.time(slice.d, s), rows = pass.last_row(slice, t) - slice.first;
      for (int r = 0; r < rows; ++r) {
        memory.y_rows[r] =
            y + (static_cast<std::size_t>(t) * B + pass.list.sequence[slice.first + r]) * D * H +
            slice.d * H;
      }
      const std::size_t before = tape || whole ? pass.list.first[t] - pass.list.first[t_first]
                                               : pass.frames_between(slice, t_first, t);
      const auto step = pass.pairs ? bf16_->lstm_step_forward : kernels_->lstm_step_forward;
      step({.hidden = H,
            .rows = rows,
            .reverse = s % 2 == 1,
            .state_stride = padded,
            .h_stride = h_stride,
            .h_before = state + (s % 2) * R * padded,
            .weights = packed_[slice.d].recurrent.data(),
            .peephole = pass.peephole(packed_[slice.d].peephole.data(), slice.d),
            .gates = gates + before * panel,
            .gates_stride = gates_stride,
            .c = state + 2 * R * padded,
            .h = state + ((s + 1) % 2) * R * padded,
            .y = memory.y_rows.data(),
            .cells = tape ? pass.cells_at(tape, t, slice.first) : nullptr,
            .cells_stride = pass.N() * pass.W});
    }
  }
}

}  // namespace tactus
