// The backward pass of cpu_lstm.h.
#include <algorithm>

#include "model/backend/cpu/cpu_lstm.h"
#include "model/backend/cpu/cpu_lstm_pass.h"
#include "model/backend/cpu/cpu_packing.h"

namespace tactus {
namespace {

constexpr int kFrameBlock = 128;     // frames of a block of the weight gradients
constexpr int kPanelGroup = 16;      // gate panels that share a transposed block
constexpr int kGradientFrames = 96;  // frames of one task of the input gradient
constexpr int kSegments = 4;         // gate panels of one product of the input gradient

}  // namespace

void CpuLstm::pack_backward(const Pass& pass) {
  const int H = pass.H(), C = pass.call.shape.input, D = pass.call.shape.directions, W = pass.W;
  const int of_input = panels_of(C, 4 * W), of_recurrent = panels_of(H, 4 * W);
  for (int d = 0; d < D; ++d) {
    packed_[d].input.grown(transposed_gate_panels_size(H, C, W));
    packed_[d].recurrent.grown(transposed_gate_panels_size(H, H, W));
    pack_peepholes(pass, d, packed_);
  }
  pool_->run(D * (of_input + of_recurrent), [&](int task) {
    const int d = task % D, q = task / D;
    const LstmDirection<const float>& weights = pass.call.weights[d];
    if (q < of_input) {
      pack_transposed_gate_panels({q, q + 1}, H, C, W, weights.weight_input,
                                  packed_[d].input.data());
    } else {
      pack_transposed_gate_panels({q - of_input, q - of_input + 1}, H, H, W,
                                  weights.weight_recurrent, packed_[d].recurrent.data());
    }
  });
}

void CpuLstm::backward(const CpuLstmCall& call, const float* y, float* tape, const float* dy,
                       float* dx, const LstmGradients& gradients) {
  const Pass pass(call, kernels_->width);
  if (pass.N() == 0) return;
  const int D = call.shape.directions;
  const auto tape_of = [&](int d) { return tape + d * pass.tape_size(); };
  pack_backward(pass);
  const std::vector<Slice> tasks = make_slices(pass, 1);
  const int groups = std::max((pass.P + kPanelGroup - 1) / kPanelGroup,
                              std::min((pool_->threads() + D - 1) / D, pass.P));
  const int dx_tasks =
      dx ? static_cast<int>((pass.N() + kGradientFrames - 1) / kGradientFrames) : 0;
  const int gradient_tasks = D * groups;
  memory_.resize(
      std::max({memory_.size(), tasks.size(), static_cast<std::size_t>(gradient_tasks)}));
  pool_->run(static_cast<int>(tasks.size()), [&](int task) {
    run_backward(pass, tasks[task], memory_[task], dy, tape_of(tasks[task].d));
  });
  pool_->run(gradient_tasks + D + dx_tasks, [&](int task) {
    if (task < gradient_tasks) {
      const int d = task % D, group = task / D;
      const int first = pass.P * group / groups, last = pass.P * (group + 1) / groups;
      weight_gradients(pass, d, first, last - first, memory_[task], y, tape_of(d), gradients[d]);
    } else if (task < gradient_tasks + D) {
      const int d = task - gradient_tasks;
      if (gradients[d].peephole) peephole_gradient(pass, d, tape_of(d), gradients[d].peephole);
    } else {
      const std::size_t first =
          static_cast<std::size_t>(task - gradient_tasks - D) * kGradientFrames;
      TaskMemory memory;
      input_gradient(pass, first,
                     static_cast<int>(std::min<std::size_t>(kGradientFrames, pass.N() - first)),
                     memory, tape, dx);
    }
  });
}

void CpuLstm::run_backward(const Pass& pass, const Slice& slice, TaskMemory& memory,
                           const float* dy, float* tape) {
  const auto [T, B, C, H, D] = pass.call.shape;
  const std::size_t padded = pass.padded();
  Team& team = *teams_[slice.team];
  for (int s = T - 1; s >= 0; --s) {
    const int t = pass.time(slice.d, s), before = Pass::time_before(slice.d, t),
              after = 2 * t - before;
    const auto rows_at = [&](int at) { return pass.last_row(slice, at) - slice.first; };
    memory.rows.clear();
    for (int r = 0; r < rows_at(t); ++r) {
      memory.rows.push_back(dy + pass.frame_of(t, slice.first + r) * D * H + slice.d * H);
    }
    const int rows_after = rows_at(after), rows_before = rows_at(before);
    kernels_->lstm_step_backward(
        {.hidden = H,
         .rows = rows_at(t),
         .rows_after = rows_after,
         .rows_before = rows_before,
         .first_column = slice.columns.first,
         .last_column = slice.columns.last,
         .reverse = s % 2 == 1,
         .state_stride = padded,
         .gates_after = rows_after > 0 ? pass.gates_at(tape, after, slice.first) : nullptr,
         .weights = packed_[slice.d].recurrent.data(),
         .peephole = pass.peephole(packed_[slice.d].peephole.data(), slice.d),
         .dy = memory.rows.data(),
         .gates = pass.gates_at(tape, t, slice.first),
         .gates_stride = pass.N() * 4 * pass.W,
         .cells = pass.cells_at(tape, t, slice.first),
         .cells_before = rows_before > 0 ? pass.cells_at(tape, before, slice.first) : nullptr,
         .cells_stride = pass.N() * pass.W,
         .dc = team.state.data()});
    team.barrier.wait();
  }
}

// [x | 1 | h before]^T times the gate gradients, in blocks of frames, then added to the gradients
// in their own order.
void CpuLstm::weight_gradients(const Pass& pass, int d, int first_panel, int panels,
                               TaskMemory& memory, const float* y, const float* tape,
                               const LstmDirection<float>& gradients) {
  const auto [T, B, C, H, D] = pass.call.shape;
  const int rows = C + 1 + H, panel = 4 * pass.W;
  float* products = memory.products.grown(static_cast<std::size_t>(panels) * rows * panel);
  float* transposed = memory.transposed.grown(static_cast<std::size_t>(rows) * kFrameBlock);
  const std::vector<float> zeros(H, 0.0f);
  std::fill_n(transposed + C * kFrameBlock, kFrameBlock, 1.0f);
  std::vector<const float*> a(rows), x_rows, h_rows;
  for (int row = 0; row < rows; ++row) a[row] = transposed + row * kFrameBlock;

  bool add = false;
  const auto finish_block = [&, C = C, H = H](std::size_t first) {
    const int count = static_cast<int>(x_rows.size());
    kernels_->transpose_rows(count, C, x_rows.data(), kFrameBlock, transposed);
    kernels_->transpose_rows(count, H, h_rows.data(), kFrameBlock,
                             transposed + (C + 1) * kFrameBlock);
    for (int p = 0; p < panels; ++p) {
      kernels_->product({.rows = rows,
                         .inner = count,
                         .a = a.data(),
                         .panel = tape + ((first_panel + p) * pass.N() + first) * panel,
                         .c = products + static_cast<std::size_t>(p) * rows * panel,
                         .add = add});
    }
    add = true;
    x_rows.clear();
    h_rows.clear();
  };
  std::size_t first = 0, frame = 0;
  for (int t = 0; t < T; ++t) {
    const int before = Pass::time_before(d, t);
    for (int r = 0; r < pass.list.rows_at(t); ++r, ++frame) {
      x_rows.push_back(pass.x_row(t, r));
      h_rows.push_back(r < pass.list.rows_at(before) ? y + pass.frame_of(before, r) * D * H + d * H
                                                     : zeros.data());
      if (x_rows.size() == kFrameBlock) {
        finish_block(first);
        first = frame + 1;
      }
    }
  }
  if (!x_rows.empty()) finish_block(first);

  for (int p = 0; p < panels; ++p) {
    add_to_gradients(pass, first_panel + p, products + static_cast<std::size_t>(p) * rows * panel,
                     memory, gradients);
  }
}

// Adds the products [C + 1 + H, 4W] of one gate panel to the gradients of its units.
void CpuLstm::add_to_gradients(const Pass& pass, int p, const float* products, TaskMemory& memory,
                               const LstmDirection<float>& gradients) {
  const int H = pass.H(), C = pass.call.shape.input, W = pass.W, rows = C + 1 + H;
  float* transposed = memory.transposed.grown(static_cast<std::size_t>(rows) * 4 * W);
  memory.rows.clear();
  for (int row = 0; row < rows; ++row) memory.rows.push_back(products + row * 4 * W);
  kernels_->transpose_rows(rows, 4 * W, memory.rows.data(), rows, transposed);
  for (int gate = 0; gate < 4; ++gate) {
    for (int j = 0; j < std::min(W, H - p * W); ++j) {
      const std::size_t to = static_cast<std::size_t>(gate) * H + p * W + j;
      const float* from = transposed + static_cast<std::size_t>(gate * W + j) * rows;
      kernels_->add_rows(1, C, from, gradients.weight_input + to * C);
      gradients.bias[to] += from[C];
      kernels_->add_rows(1, H, from + C + 1, gradients.weight_recurrent + to * H);
    }
  }
}

void CpuLstm::input_gradient(const Pass& pass, std::size_t first_frame, int frames,
                             TaskMemory& memory, const float* tape, float* dx) {
  const auto [T, B, C, H, D] = pass.call.shape;
  const int panel = 4 * pass.W;
  std::vector<float*> out;
  const auto after = std::upper_bound(pass.list.first.begin(), pass.list.first.end(), first_frame);
  int t = static_cast<int>(after - pass.list.first.begin()) - 1;
  for (std::size_t n = first_frame; n < first_frame + frames; ++n) {
    while (n >= pass.list.first[t + 1]) ++t;
    out.push_back(dx + pass.frame_of(t, static_cast<int>(n - pass.list.first[t])) * C);
  }
  float* products = memory.products.grown(static_cast<std::size_t>(frames) * panel);
  for (int q = 0; q < panels_of(C, panel); ++q) {
    for (int d = 0; d < D; ++d) {
      memory.rows.clear();
      for (int n = 0; n < frames; ++n) {
        memory.rows.push_back(tape + d * pass.tape_size() + (first_frame + n) * panel);
      }
      for (int p = 0; p < pass.P; p += kSegments) {
        kernels_->product({.rows = frames,
                           .inner = panel,
                           .segments = std::min(kSegments, pass.P - p),
                           .jump = static_cast<std::ptrdiff_t>(pass.N()) * panel,
                           .a = memory.rows.data(),
                           .offset = static_cast<std::ptrdiff_t>(p * pass.N()) * panel,
                           .panel = packed_[d].input.data() +
                                    (static_cast<std::size_t>(q) * pass.P + p) * panel * panel,
                           .c = products,
                           .add = d > 0 || p > 0});
      }
    }
    const int columns = std::min(panel, C - q * panel);
    for (int n = 0; n < frames; ++n) {
      float* dx_n = out[n] + q * panel;
      for (int c = 0; c < columns; ++c) dx_n[c] += products[n * panel + c];
    }
  }
}

void CpuLstm::peephole_gradient(const Pass& pass, int d, const float* tape, float* dpeephole) {
  const int H = pass.H(), W = pass.W;
  for (int p = 0; p < pass.P; ++p) {
    const int units = std::min(W, H - p * W);
    const float* gates = tape + p * pass.N() * 4 * W;
    const float* cells = tape + pass.N() * pass.padded() * 4 + p * pass.N() * W;
    for (int j = 0; j < units; ++j) {
      double di = 0.0, df = 0.0, d_o = 0.0;
      for (int t = 0; t < pass.call.shape.steps; ++t) {
        const int before = Pass::time_before(d, t), rows_before = pass.list.rows_at(before);
        for (int r = 0; r < pass.list.rows_at(t); ++r) {
          const std::size_t n = pass.list.first[t] + r;
          const float* of_frame = gates + n * 4 * W + j;
          d_o += of_frame[3 * W] * cells[n * W + j];
          if (r >= rows_before) continue;
          const float c_before = cells[(pass.list.first[before] + r) * W + j];
          di += of_frame[0] * c_before;
          df += of_frame[W] * c_before;
        }
      }
      dpeephole[p * W + j] += static_cast<float>(di);
      dpeephole[H + p * W + j] += static_cast<float>(df);
      dpeephole[2 * H + p * W + j] += static_cast<float>(d_o);
    }
  }
}

}  // namespace tactus
