// Rung 8, backward: all steps of a layer's recurrence in one kernel that keeps the recurrent
// weights on the multiprocessors. Each block holds the same slice as in the forward pass (the rows
// of its own units) and uses it transposed. resident_layout.h divides the work.
//
// A step of a chunk: 1. dh of the own units = dy + the parts from all blocks, summed in the order
// of the senders. 2. The gradients of the cells. 3. The product of the transposed slice with the
// own gate gradients, a part of dh for every unit. 4. Each part goes to the block that owns the
// units. Results do not depend on the speed of the blocks.
//
// The gradients of the gate sums replace the activations on the tape; padded frames get zeros.
// Products over all frames, outside this kernel, give the gradients of parameters and input.
#pragma once

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/resident_exchange.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu {

struct ResidentBackwardDirection {
  const float* recurrent;  // [4H,H], as the parameters have it
  const float* peephole;   // [3H] or null
  Gates* activations;      // [T,B,H]; becomes the gradients of the gate sums
  const float* cells;      // [T,B,H]
  const float* dy;         // this direction's part of frame 0
  bool reversed;
};

struct ResidentBackwardParams {
  ResidentPass pass;  // of all frames
  ResidentBackwardDirection directions[2];
  int y_stride;  // D H
};

template <class Format>
struct ResidentBackward {
  using Params = ResidentBackwardParams;
  static constexpr int kMaxThreads = kResidentThreads;

  template <class Thread>
  TACTUS_DEVICE static void run(Thread& thread, const Params& p) {
    ResidentBackward<Format> body(thread, p);
    body.compute(thread);
  }

 private:
  static constexpr int kWidth = Format::kWidth;
  // Values of a frame that its cell needs from the forward pass and the layer above.
  struct Kept {
    Gates activations;
    float c, c_before, dy;
  };

  template <class Thread>
  TACTUS_DEVICE ResidentBackward(Thread& thread, const Params& params)
      : block_(ResidentBlock::of(thread)),
        p_(params),
        pass_(params.pass),
        plan_(params.pass.plan),
        layout_(params.pass.layout) {}

  template <class Thread>
  TACTUS_DEVICE void compute(Thread& thread) {
    block_.template enter<Format>(thread, pass_, plan_.group > 1 ? plan_.group : 0,
                                  piece_floats() / 4);
    prepare(thread);
    open_barriers(thread, plan_, expected_bytes());
    thread.sync_block();
    if (steps() > 0) prefetch(thread, 0, 0);
    TACTUS_NO_UNROLL
    for (int step = 0; step < steps(); ++step) {
      TACTUS_NO_UNROLL
      for (int chunk = 0; chunk < plan_.chunks; ++chunk) {
        compute_step(thread, step, chunk, step + 1 == steps());
      }
    }
    leave_group(thread, plan_);
  }

  template <class Thread>
  TACTUS_DEVICE void compute_step(Thread& thread, int step, int chunk, bool last) {
    const Kept now = next_;
    if (chunk + 1 < plan_.chunks) {
      prefetch(thread, step, chunk + 1);
    } else if (!last) {
      prefetch(thread, step + 1, 0);
    }
    if (step > 0) receive(thread, step, chunk);
    if (has_cell(thread)) advance(thread, step, chunk, now);
    thread.sync_block();
    if (thread.thread() == 0 && step > 0 && plan_.exchange == Exchange::kCluster) {
      thread.arrive_expecting(result_barrier(thread.shared(), step % 2, chunk), expected_bytes());
    }
    if (last) return;
    multiply(thread, chunk);
    thread.sync_block();
    send(thread, step, chunk);
  }

  // --- the start

  template <class Thread>
  TACTUS_DEVICE void prepare(Thread& thread) {
    const float* recurrent = direction().recurrent;
    const int hidden = pass_.hidden, first_unit = block_.first_unit;
    product_.load(thread, layout_.product, thread.shared() + layout_.weights,
                  [=](int row_group, int row, int k) {
                    const int unit = first_unit + k / 4, to = row_group * kRowGroup + row;
                    const std::size_t gate_row = static_cast<std::size_t>(k % 4) * hidden + unit;
                    return unit < hidden && to < hidden ? recurrent[gate_row * hidden + to] : 0.0f;
                  });
    auto* constants = reinterpret_cast<UnitConstants*>(thread.shared() + layout_.constants);
    for (int u = thread.thread(); u < plan_.units; u += thread.threads()) {
      const int unit = block_.first_unit + u;
      UnitConstants of_unit = {};
      if (unit < hidden && direction().peephole != nullptr) {
        of_unit.peepholes.i = direction().peephole[unit];
        of_unit.peepholes.f = direction().peephole[hidden + unit];
        of_unit.peepholes.o = direction().peephole[2 * hidden + unit];
      }
      constants[u] = of_unit;
    }
    auto* state = reinterpret_cast<float*>(thread.shared() + layout_.state);
    for (int i = thread.thread(); i < plan_.chunks * cells(); i += thread.threads())
      state[i] = 0.0f;
    clear_padding(thread);
  }

  template <class Thread>
  TACTUS_DEVICE void clear_padding(Thread& thread) {
    for (int frame = block_.end; frame < pass_.frame_end[block_.direction]; ++frame) {
      for (int chunk = 0; chunk < plan_.chunks; ++chunk) store(thread, frame, chunk, Gates{});
    }
  }

  // --- a step

  TACTUS_DEVICE const ResidentBackwardDirection& direction() const {
    return p_.directions[block_.direction];
  }
  TACTUS_DEVICE int steps() const { return block_.end - block_.begin; }
  TACTUS_DEVICE int cells() const { return plan_.units * Format::kWidth; }  // of a chunk
  template <class Thread>
  TACTUS_DEVICE bool has_cell(Thread& thread) const {
    return thread.thread() < cells();
  }
  template <class Thread>
  TACTUS_DEVICE CellPlace cell_of(Thread& thread) const {
    return cell_place<Format>(thread.thread(), plan_.units);
  }
  TACTUS_DEVICE int frame_of(int step) const {
    return direction().reversed ? block_.begin + step : block_.end - 1 - step;
  }
  TACTUS_DEVICE int sequence_of(int chunk, const CellPlace& at) const {
    return block_.first_sequence + chunk * Format::kWidth + at.sequence;
  }
  TACTUS_DEVICE std::size_t place_of(int frame, int b, int unit) const {
    return (static_cast<std::size_t>(frame) * pass_.batch + b) * pass_.hidden + unit;
  }
  template <class Thread>
  TACTUS_DEVICE int length_of(Thread& thread, int chunk, const CellPlace& at) const {
    return reinterpret_cast<const int*>(thread.shared() +
                                        layout_.lengths)[chunk * Format::kWidth + at.sequence];
  }
  template <class Thread>
  TACTUS_DEVICE bool is_active(Thread& thread, int frame, int chunk) const {
    const CellPlace at = cell_of(thread);
    return has_cell(thread) && block_.first_unit + at.unit < pass_.hidden &&
           frame < length_of(thread, chunk, at);
  }

  template <class Thread>
  TACTUS_DEVICE void prefetch(Thread& thread, int step, int chunk) {
    const int frame = frame_of(step);
    if (!is_active(thread, frame, chunk)) return;
    const CellPlace at = cell_of(thread);
    const int b = sequence_of(chunk, at), unit = block_.first_unit + at.unit;
    const std::size_t kept = place_of(frame, b, unit);
    const int before = direction().reversed ? frame + 1 : frame - 1;
    const bool has_before = before >= 0 && before < length_of(thread, chunk, at);
    next_.activations = direction().activations[kept];
    next_.c = direction().cells[kept];
    next_.c_before = has_before ? direction().cells[place_of(before, b, unit)] : 0.0f;
    next_.dy =
        direction().dy[(static_cast<std::size_t>(frame) * pass_.batch + b) * p_.y_stride + unit];
  }

  template <class Thread>
  TACTUS_DEVICE void advance(Thread& thread, int step, int chunk, const Kept& kept) {
    const int frame = frame_of(step);
    const CellPlace at = cell_of(thread);
    const UnitConstants& constants =
        reinterpret_cast<const UnitConstants*>(thread.shared() + layout_.constants)[at.unit];
    float* dc = reinterpret_cast<float*>(thread.shared() + layout_.state) + chunk * cells() +
                thread.thread();
    Gates d = {};
    if (is_active(thread, frame, chunk)) {
      const float dh = kept.dy + (step > 0 ? received(thread, step, chunk) : 0.0f);
      float carried = *dc;
      d = cell_backward(kept.activations, constants.peepholes, kept.c, kept.c_before, dh, carried);
      *dc = carried;
    }
    keep_gradients(thread, d);
    store(thread, frame, chunk, d);
  }

  // The operand of the product: K is unit-major, gate-minor.
  template <class Thread>
  TACTUS_DEVICE void keep_gradients(Thread& thread, const Gates& d) const {
    const CellPlace at = cell_of(thread);
    std::byte* to =
        thread.shared() + layout_.operands + operand_place<Format>(at.sequence, 4 * at.unit);
    if constexpr (Format::kPrecision == Precision::kBf16) {
      *reinterpret_cast<Vector8*>(to) = {{bf16_pair(d.i, d.f), bf16_pair(d.g, d.o)}};
    } else if constexpr (Format::kPrecision == Precision::kTf32) {
      *reinterpret_cast<Vector16*>(to) = {
          {tf32_bits(d.i), tf32_bits(d.f), tf32_bits(d.g), tf32_bits(d.o)}};
    } else {
      auto* row = reinterpret_cast<float*>(to);
      row[0] = d.i;
      row[kWidth] = d.f;
      row[2 * kWidth] = d.g;
      row[3 * kWidth] = d.o;
    }
  }

  template <class Thread>
  TACTUS_DEVICE void store(Thread& thread, int frame, int chunk, const Gates& d) const {
    if (!has_cell(thread)) return;
    const CellPlace at = cell_of(thread);
    const int unit = block_.first_unit + at.unit, b = sequence_of(chunk, at);
    if (unit < pass_.hidden && b < pass_.batch)
      direction().activations[place_of(frame, b, unit)] = d;
  }

  template <class Thread>
  TACTUS_DEVICE void multiply(Thread& thread, int chunk) {
    const int units = plan_.all_units(), g = thread.lane() / 4;
    float* sums = own_sums(thread, chunk);
    product_.run(thread, layout_.product, thread.shared() + layout_.weights,
                 thread.shared() + layout_.operands,
                 [&](int split, int row_group, int n, const float(&v)[4]) {
                   float* plane = sums + split * units * kWidth + n;
                   TACTUS_UNROLL
                   for (int r = 0; r < 4; ++r) {
                     const int row = row_group * kRowGroup + r * 8 + g;
                     if (row < units) plane[row * kWidth] = v[r];
                   }
                 });
  }

  // --- the exchange. A part holds the values of one block for the units of one owner: [U][N].

  TACTUS_DEVICE int piece_floats() const { return plan_.units * Format::kWidth; }
  TACTUS_DEVICE unsigned expected_bytes() const {
    return plan_.group * piece_floats() * sizeof(float);  // including its own
  }
  template <class Thread>
  TACTUS_DEVICE float* own_sums(Thread& thread, int chunk) const {
    const unsigned at = plan_.group == 1 ? chunk * layout_.sums_bytes : 0;
    return reinterpret_cast<float*>(thread.shared() + layout_.sums + at);
  }

  // dh of a cell that came from the step before (in the order of this pass).
  template <class Thread>
  TACTUS_DEVICE float received(Thread& thread, int step, int chunk) const {
    const CellPlace at = cell_of(thread);
    const int place = at.unit * kWidth + at.sequence;
    if (plan_.exchange == Exchange::kFlags) {
      return sum_of(results(block_.rank, step % 2, chunk) + place, plan_.group, piece_floats());
    }
    const float* from = own_sums(thread, chunk);
    int parts = layout_.product.splits;
    if (plan_.exchange == Exchange::kCluster) {
      from = inbox(thread, step % 2, chunk);
      parts = plan_.group;
    }
    return sum_of(from + place, parts, piece_floats());
  }
  TACTUS_DEVICE static float sum_of(const float* from, int parts, int stride) {
    float sum = 0.0f;
    for (int part = 0; part < parts; ++part) sum += from[part * stride];
    return sum;
  }

  template <class Thread>
  TACTUS_DEVICE void receive(Thread& thread, int step, int chunk) {
    if (plan_.exchange == Exchange::kCluster) {
      thread.wait(result_barrier(thread.shared(), step % 2, chunk), (step - 1) / 2);
    } else if (plan_.exchange == Exchange::kFlags) {
      wait_for_flags(thread, plan_, flags(), block_.rank, (step - 1) * plan_.chunks + chunk + 1);
      thread.sync_block();
    }
  }

  // Sends the sums of all parts of K to the owners of the units; each warp sends to some of them.
  template <class Thread>
  TACTUS_DEVICE void send(Thread& thread, int step, int chunk) {
    if (plan_.group == 1) return;
    const int buffer = (step + 1) % 2;
    send_vectors(thread, block_, plan_.group, piece_floats() / 4, [&](int receiver, int i) {
      const int next = block_.rank + 1 + receiver;
      const int owner = next < plan_.group ? next : next - plan_.group;
      send_vector(thread, owner, buffer, chunk, 4 * i, own_piece_sum(thread, chunk, owner, 4 * i));
    });
    if (plan_.exchange != Exchange::kFlags) return;
    thread.sync_block();
    if (thread.thread() == 0) {
      thread.store_release(flags() + block_.rank, step * plan_.chunks + chunk + 1);
    }
  }

  template <class Thread>
  TACTUS_DEVICE Floats4 own_piece_sum(Thread& thread, int chunk, int owner, int i) const {
    const int split_stride = piece_floats() * plan_.group;
    const float* from = own_sums(thread, chunk) + owner * piece_floats() + i;
    Floats4 sum = {};
    for (int s = 0; s < layout_.product.splits; ++s) {
      const Floats4 part = *reinterpret_cast<const Floats4*>(from + s * split_stride);
      TACTUS_UNROLL
      for (int n = 0; n < 4; ++n) sum.v[n] += part.v[n];
    }
    return sum;
  }

  template <class Thread>
  TACTUS_DEVICE void send_vector(Thread& thread, int owner, int buffer, int chunk, int i,
                                 const Floats4& value) const {
    const int at = block_.rank * piece_floats() + i;
    if (plan_.exchange == Exchange::kCluster) {
      thread.store_async(reinterpret_cast<Floats4*>(inbox(thread, buffer, chunk) + at), owner,
                         value, result_barrier(thread.shared(), buffer, chunk));
    } else {
      *reinterpret_cast<Floats4*>(results(owner, buffer, chunk) + at) = value;
    }
  }

  // Values that the blocks sent to this one, [G][U][N].
  template <class Thread>
  TACTUS_DEVICE float* inbox(Thread& thread, int buffer, int chunk) const {
    return reinterpret_cast<float*>(thread.shared() + layout_.received) +
           (buffer * plan_.chunks + chunk) * plan_.group * piece_floats();
  }
  // The same in device memory, for block `owner` of the group.
  TACTUS_DEVICE float* results(int owner, int buffer, int chunk) const {
    const std::size_t inbox = static_cast<std::size_t>(plan_.group) * piece_floats();
    std::byte* of_group =
        pass_.flag_memory.results + block_.launch_group * backward_exchange_bytes<Format>(plan_);
    return reinterpret_cast<float*>(of_group) +
           ((owner * 2 + buffer) * plan_.chunks + chunk) * inbox;
  }
  TACTUS_DEVICE unsigned* flags() const {
    return pass_.flag_memory.flags + block_.launch_group * plan_.group;
  }

  ResidentBlock& block_;
  const Params& p_;
  const ResidentPass& pass_;
  const ResidentPlan& plan_;
  const ResidentLayout& layout_;
  ResidentProduct<Format> product_;
  Kept next_;
};

}  // namespace tactus::gpu
