// The forward pass of cpu_lstm.h.
#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "model/backend/cpu/cpu_lstm.h"
#include "model/backend/cpu/cpu_lstm_pass.h"
#include "model/backend/cpu/cpu_packing.h"
#include "model/backend/cpu/kernels/narrow_panels.h"

namespace tactus {
namespace {

constexpr int kChunkRows = 192;   // rows of one input product: their gates stay in the cache
constexpr int kInnerBlock = 128;  // of a long product: a panel of that many rows fits the first
                                  // cache

bool fits_bf16(const float* weights, std::size_t count) {
  return std::all_of(weights, weights + count, [](float weight) {
    return (std::bit_cast<std::uint32_t>(weight) & 0xffff) == 0;
  });
}

}  // namespace

std::size_t CpuLstm::tape_size(const LstmShape& shape) const {
  const std::size_t units = static_cast<std::size_t>(panels_of(shape.hidden, kernels_->width)) *
                            static_cast<std::size_t>(kernels_->width);
  return static_cast<std::size_t>(shape.steps) * shape.batch * units * 5 * shape.directions;
}

void CpuLstm::pack_peepholes(const Pass& pass, int d, PackedDirections& directions) const {
  const float* peephole = pass.call.weights[d].peephole;
  if (peephole == nullptr) return;
  const int H = pass.H();
  float* packed = directions[d].peephole.grown(3 * pass.padded());
  std::fill_n(packed, 3 * pass.padded(), 0.0f);
  for (int gate = 0; gate < 3; ++gate) {
    std::copy_n(peephole + gate * H, H, packed + gate * pass.padded());
  }
}

// Whether each input panel is used by one product only, which then packs it itself: it is still in
// the cache. Otherwise all are packed before.
bool CpuLstm::packs_input_late(const Pass& pass) const {
  const LstmShape& shape = pass.call.shape;
  return !pass.narrow() && !pass.prepared && row_slices(pass) == 1 &&
         shape.steps <= kChunkRows / shape.batch;
}

// Those of the caller, if it has a place for them, else packed_.
const CpuLstm::PackedDirections& CpuLstm::packed_for(const Pass& pass) {
  PreparedWeights* const prepared = pass.prepared;
  if (!prepared) {
    pack_forward(pass, packed_);
    return packed_;
  }
  const auto* layer = dynamic_cast<const PreparedLayer*>(prepared->layout.get());
  const LstmShape& shape = pass.call.shape;
  const std::array<int, 3> sizes = {shape.input, shape.hidden, shape.directions};
  const bool alone = shape.batch == 1;
  if (layer && layer->kernels == kernels_ && layer->narrow == narrow_ && layer->sizes == sizes &&
      layer->alone == alone)
    return layer->directions;
  auto made = std::make_unique<PreparedLayer>();
  made->kernels = kernels_;
  made->narrow = narrow_;
  made->sizes = sizes;
  made->alone = alone;
  pack_forward(pass, made->directions);
  prepared->layout = std::move(made);
  return static_cast<const PreparedLayer&>(*prepared->layout).directions;
}

// Wide panels that are a step on the way to words of several weights go into packed_.
void CpuLstm::pack_forward(const Pass& pass, PackedDirections& directions) {
  const bool late = packs_input_late(pass);
  const int H = pass.H(), C = pass.call.shape.input, D = pass.call.shape.directions, W = pass.W;
  const bool may_pair = pass.prepared && !pass.narrow() && pass.call.shape.batch == 1 && H % 2 == 0;
  PackedDirections& wide = pass.narrow() ? packed_ : directions;
  const auto wide_recurrent = [&](int d) -> HostScratch& {
    return (directions[d].pairs ? packed_ : wide)[d].recurrent;
  };
  for (int d = 0; d < D; ++d) {
    PackedDirection& packed = directions[d];
    packed.pairs =
        may_pair && fits_bf16(pass.call.weights[d].weight_recurrent, std::size_t{4} * H * H);
    if (!late) wide[d].input.grown(gate_panels_size(H, C, W));
    if (packed.pairs) packed.recurrent.grown(gate_panels_size(H, H / 2, W));
    wide_recurrent(d).grown(gate_panels_size(H, H, W));
    packed.bias.grown(gate_panels_size(H, 1, W));
    if (pass.narrow()) {
      packed.narrow_input.words.grown(gate_panels_size(H, pass.words(C), W));
      packed.narrow_recurrent.words.grown(gate_panels_size(H, pass.words(H), W));
      for (PackedWords* words : {&packed.narrow_input, &packed.narrow_recurrent}) {
        words->scales.grown(gate_panels_size(H, 1, W));
        words->starts.grown(gate_panels_size(H, 1, W));
      }
    }
    pack_peepholes(pass, d, directions);
  }
  pool_->run(D * pass.P, [&](int task) {
    const int d = task % D;
    const PanelRange panel{task / D, task / D + 1};
    const LstmDirection<const float>& weights = pass.call.weights[d];
    PackedDirection& packed = directions[d];
    float* const input = wide[d].input.data();
    float* const recurrent = wide_recurrent(d).data();
    if (!late) pack_gate_panels(*kernels_, panel, H, C, weights.weight_input, input);
    pack_gate_panels(*kernels_, panel, H, H, weights.weight_recurrent, recurrent);
    pack_gate_panels(*kernels_, panel, H, 1, weights.bias, packed.bias.data());
    if (pass.narrow()) {
      pack_narrow(pass, panel.first, C, 1.0f, input, packed.narrow_input);
      pack_narrow(pass, panel.first, H, narrow_->scale_of_h, recurrent, packed.narrow_recurrent);
    }
    if (packed.pairs) {
      const std::size_t p = panel.first, columns = std::size_t{4} * W;
      pack_bf16_panel(H, static_cast<int>(columns), recurrent + p * H * columns, 1.0f,
                      packed.recurrent.data() + p * (H / 2) * columns, nullptr, nullptr);
    }
  });
}

void CpuLstm::pack_narrow(const Pass& pass, int p, int inner, float input_scale,
                          const float* panels, PackedWords& packed) const {
  const std::size_t columns = static_cast<std::size_t>(4) * pass.W;
  narrow_->pack_panel(inner, static_cast<int>(columns), panels + p * inner * columns, input_scale,
                      packed.words.data() + p * pass.words(inner) * columns,
                      packed.scales.data() + p * columns, packed.starts.data() + p * columns);
}

int CpuLstm::row_slices(const Pass& pass) const {
  const int D = pass.call.shape.directions;
  return std::clamp((pool_->threads() + D - 1) / D, 1, pass.call.shape.batch);
}

// Divides directions and rows first; remaining threads join the team of a slice.
std::vector<CpuLstm::Slice> CpuLstm::make_slices(const Pass& pass, int values) {
  const int D = pass.call.shape.directions, B = pass.call.shape.batch;
  const int columns = panels_of(pass.P, 4);
  const int count = row_slices(pass);
  const int members = std::clamp(pool_->threads() / (D * count), 1, columns);
  std::vector<Slice> slices;
  teams_.clear();
  for (int d = 0; d < D; ++d) {
    for (int s = 0; s < count; ++s) {
      Slice slice;
      slice.d = d;
      slice.first = B * s / count;
      slice.last = B * (s + 1) / count;
      slice.team = static_cast<int>(teams_.size());
      teams_.push_back(std::make_unique<Team>(members));
      const std::size_t size = (slice.last - slice.first) * pass.padded() * values;
      std::fill_n(teams_.back()->state.grown(size), size, 0.0f);
      for (int member = 0; member < members; ++member) {
        slice.columns = {columns * member / members, columns * (member + 1) / members};
        slice.panels = {4 * slice.columns.first, std::min(4 * slice.columns.last, pass.P)};
        slices.push_back(slice);
      }
    }
  }
  return slices;
}

void CpuLstm::forward(const CpuLstmCall& call, float* y, float* tape) {
  const bool narrow = narrow_ != nullptr && tape == nullptr;
  Pass pass(call, kernels_->width, narrow ? narrow_->values : 1);
  const auto [T, B, C, H, D] = call.shape;
  for (int t = 0; t < T; ++t) {
    for (int r = pass.list.rows_at(t); r < B; ++r) {
      std::fill_n(y + (static_cast<std::size_t>(t) * B + pass.list.sequence[r]) * D * H, D * H,
                  0.0f);
    }
  }
  pass.prepared = tape ? nullptr : call.weights.prepared;
  pass.packed = &packed_for(pass);
  const std::vector<Slice> tasks = make_slices(pass, 3);
  if (pass.narrow()) {
    for (const Slice& slice : tasks) {
      std::fill_n(teams_[slice.team]->state.data(), 2 * (slice.last - slice.first) * pass.padded(),
                  std::bit_cast<float>(narrow_->zero));
    }
  }
  if (memory_.size() < tasks.size()) memory_.resize(tasks.size());
  pool_->run(static_cast<int>(tasks.size()), [&](int task) {
    const Slice& slice = tasks[task];
    run_forward(pass, slice, memory_[task], y, tape ? tape + slice.d * pass.tape_size() : nullptr);
  });
}

// Sets the gates of the slice's frames at times t_first..t_last (inclusive, ascending) to bias plus
// input product. `packed`: the frames of all these times are side by side.
void CpuLstm::input_products(const Pass& pass, const Slice& slice, int t_first, int t_last,
                             bool packed, float* gates, std::size_t gates_stride,
                             TaskMemory& memory) {
  const int C = pass.call.shape.input, panel = 4 * pass.W;
  const PackedDirection& weights = (*pass.packed)[slice.d];
  const bool narrow = pass.narrow(), integers = narrow && narrow_->integers;
  const float* input = (narrow ? weights.narrow_input.words : weights.input).data();
  const int words = pass.words(C), block = integers ? narrow_->longest / pass.values : kInnerBlock;
  for (int t = t_first; t <= t_last;) {
    memory.rows.clear();
    const int t_run = t;
    do {
      for (int r = slice.first; r < pass.last_row(slice, t); ++r) {
        memory.rows.push_back(pass.x_row(t, r));
      }
      ++t;
    } while (packed && t <= t_last);
    const int rows = static_cast<int>(memory.rows.size());
    if (narrow) {
      float* row_words = memory.words.grown(static_cast<std::size_t>(rows) * words);
      memory.row_scales.clear();
      for (const float*& row : memory.rows) {
        memory.row_scales.push_back(narrow_->pack_row(C, row, row_words));
        row = row_words;
        row_words += words;
      }
    }
    const auto product = narrow ? narrow_->product : kernels_->product;
    const auto add_products = [&](int p, int k, const float* of_panel) {
      float* out = gates + p * gates_stride;
      if (!packed) out += (pass.list.first[t_run] - pass.list.first[t_first]) * panel;
      if (k == 0) {
        for (int r = 0; r < rows; ++r) {
          std::copy_n(weights.bias.data() + p * panel, panel, out + r * panel);
        }
      }
      product({.rows = rows,
               .inner = std::min(block, words - k),
               .a = memory.rows.data(),
               .offset = k,
               .panel = of_panel + static_cast<std::size_t>(k) * panel,
               .scales = integers ? weights.narrow_input.scales.data() + p * panel : nullptr,
               .starts = integers ? weights.narrow_input.starts.data() + p * panel : nullptr,
               .row_scales = memory.row_scales.data(),
               .c = out,
               .add = true});
    };
    const PanelRange& panels = slice.panels;
    if (packs_input_late(pass)) {
      float* late = memory.panel.grown(static_cast<std::size_t>(C) * panel);
      for (int p = panels.first; p < panels.last; ++p) {
        pack_gate_panel(*kernels_, p, pass.H(), C, pass.call.weights[slice.d].weight_input, late);
        for (int k = 0; k < words; k += block) add_products(p, k, late);
      }
      continue;
    }
    for (int k = 0; k < words; k += block) {
      for (int p = panels.first; p < panels.last; ++p) {
        add_products(p, k, input + static_cast<std::size_t>(p) * words * panel);
      }
    }
  }
}

void CpuLstm::run_forward(const Pass& pass, const Slice& slice, TaskMemory& memory, float* y,
                          float* tape) {
  const auto [T, B, C, H, D] = pass.call.shape;
  const std::size_t panel = 4 * pass.W, padded = pass.padded();
  const int R = slice.last - slice.first;
  const std::size_t h_stride = padded / pass.values;
  Team& team = *teams_[slice.team];
  float* state = team.state.data();  // two buffers of h, then c
  const PackedDirection& packed = (*pass.packed)[slice.d];
  const PackedWords& narrow = packed.narrow_recurrent;
  const float* recurrent = (pass.narrow() ? narrow.words : packed.recurrent).data();
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
      const auto step = pass.narrow()  ? narrow_->lstm_step_forward
                        : packed.pairs ? kernels_->lstm_step_of_pairs
                                       : kernels_->lstm_step_forward;
      step({.hidden = H,
            .rows = rows,
            .first_panel = slice.panels.first,
            .last_panel = slice.panels.last,
            .reverse = s % 2 == 1,
            .state_stride = padded,
            .h_stride = h_stride,
            .h_before = state + (s % 2) * R * padded,
            .weights = recurrent,
            .scales = narrow.scales.data(),
            .starts = narrow.starts.data(),
            .peephole = pass.peephole(packed.peephole.data(), slice.d),
            .gates = gates + before * panel,
            .gates_stride = gates_stride,
            .c = state + 2 * R * padded,
            .h = state + ((s + 1) % 2) * R * padded,
            .y = memory.y_rows.data(),
            .cells = tape ? pass.cells_at(tape, t, slice.first) : nullptr,
            .cells_stride = pass.N() * pass.W});
      team.barrier.wait();
    }
  }
}

}  // namespace tactus
