// Rung 8, backward: all steps of a layer's recurrence in one kernel that keeps the recurrent
// weights on the multiprocessors. resident_layout.h divides the work, kernel_language.h says how to
// read a kernel if you know CUDA.
//
// Launch: <<<groups G, plan.threads, layout.bytes>>> in clusters of plan.cluster() blocks,
// cooperative if the exchange is kWords (gpu/lstm/resident/resident_choice.h).
//
// A step of a chunk: 1. dh of the own units = dy + the sums of all who have a part, in the order of
// the senders. 2. The gradients of the cells; if a cluster collects them, they go to its blocks.
// 3. The product of the transposed weights with the gate gradients: a part of dh for the units of
// several owners. 4. Each part goes to its owner. Results do not depend on the speed of the blocks.
//
// The gradients of the gate sums replace the activations on the tape; padded frames get zeros.
// Products over all frames, outside this kernel, give the gradients of parameters and input.
#pragma once

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/resident_cells.h"
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
struct ResidentBackward : private ResidentCells<Format, ResidentBackwardParams> {
  using Params = ResidentBackwardParams;
  static constexpr int kMaxThreads = Format::kMaxThreads;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
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

  using Base = ResidentCells<Format, Params>;
  using Base::block_, Base::p_, Base::pass_, Base::plan_, Base::layout_, Base::product_;
  using Base::cell_of, Base::cell_state, Base::cells, Base::clear_state, Base::direction;
  using Base::has_cell, Base::is_active, Base::length_of, Base::sequence_of, Base::steps;

  template <class Thread>
  TACTUS_ON_DEVICE ResidentBackward(Thread& thread, const Params& params) : Base(thread, params) {}

  template <class Thread>
  TACTUS_ON_DEVICE void compute(Thread& thread) {
    if (plan_.gathers()) {
      block_.template enter<Format>(thread, pass_, plan_.gathered - 1, gate_vectors());
    } else {
      const bool sends = plan_.exchange == Exchange::kCluster;
      block_.template enter<Format>(thread, pass_, sends ? plan_.group : 0, part_vectors());
    }
    prepare(thread);
    open_barriers(thread, plan_, expected_bytes());
    thread.sync_block();
    if (steps() > 0) prefetch(thread, 0, 0);
    TACTUS_NO_UNROLL
    for (int step = 0; step < steps(); ++step) {
      // Where gates travel, the cells of all chunks come first.
      const int chunks = plan_.chunks, turns = plan_.gathers() ? 2 * chunks : chunks;
      TACTUS_NO_UNROLL
      for (int turn = 0; turn < turns; ++turn) {
        if (turn < chunks) compute_cells(thread, step, turn);
        const int second = turn - (turns - chunks);
        if (second >= 0) compute_sums(thread, step, second);
      }
    }
    leave_group(thread, plan_);
  }

  template <class Thread>
  TACTUS_ON_DEVICE void compute_cells(Thread& thread, int step, int chunk) {
    const bool last = step + 1 == steps();
    const bool receives = step > 0 && plan_.exchange == Exchange::kCluster;
    PhaseBarrier* barrier = result_barrier(thread.shared(), step % 2, chunk);
    if (receives) thread.wait(barrier, (step - 1) / 2);
    if (has_cell(thread)) advance(thread, step, chunk);
    if (chunk + 1 < plan_.chunks) {
      prefetch(thread, step, chunk + 1);
    } else if (!last) {
      prefetch(thread, step + 1, 0);
    }
    thread.sync_block();
    if (receives && thread.thread() == 0) thread.arrive_expecting(barrier, expected_bytes());
    if (plan_.gathers() && !last) {
      push_vectors(
          thread, block_, plan_.gathered, gate_vectors(),
          [&](int i) {
            std::byte* own =
                operand(thread, step, chunk) + block_.column * gate_vectors() * sizeof(Vector16);
            return reinterpret_cast<Vector16*>(own) + i;
          },
          barrier);
    }
  }

  template <class Thread>
  TACTUS_ON_DEVICE void compute_sums(Thread& thread, int step, int chunk) {
    if (step + 1 == steps()) return;
    if (plan_.gathers()) {
      PhaseBarrier* barrier = result_barrier(thread.shared(), step % 2, chunk);
      thread.wait(barrier, step / 2);
      thread.sync_block();  // also: the sums of the chunk before were read
      if (thread.thread() == 0) thread.arrive_expecting(barrier, expected_bytes());
    }
    multiply(thread, step, chunk);
    thread.sync_block();
    send(thread, step, chunk);
  }

  // --- the start

  template <class Thread>
  TACTUS_ON_DEVICE void prepare(Thread& thread) {
    const float* recurrent = direction().recurrent;
    const int hidden = pass_.hidden, units = plan_.units, gathered = plan_.gathered;
    const int column = block_.column, first_gate_unit = (block_.rank - column) * units;
    product_.load(thread, layout_.product, thread.shared() + layout_.weights,
                  [=](int row_group, int row, int k) {
                    const int at = row_group * kRowGroup + row;
                    const int to = (at / units * gathered + column) * units + at % units;
                    const GateOfUnit from = gate_of_k<Format>(units, k);
                    const int unit = first_gate_unit + from.unit;
                    const std::size_t gate_row =
                        static_cast<std::size_t>(from.gate) * hidden + unit;
                    return unit < hidden && to < hidden ? recurrent[gate_row * hidden + to] : 0.0f;
                  });
    prepare_constants<false>(thread, pass_, block_, nullptr, direction().peephole);
    clear_state(thread);
    clear_padding(thread);
  }

  template <class Thread>
  TACTUS_ON_DEVICE void clear_padding(Thread& thread) {
    for (int frame = block_.end; frame < pass_.frame_end[block_.direction]; ++frame) {
      for (int chunk = 0; chunk < plan_.chunks; ++chunk) store(thread, frame, chunk, Gates{});
    }
  }

  // --- a step

  TACTUS_ON_DEVICE int frame_of(int step) const {
    return direction().reversed ? block_.begin + step : block_.end - 1 - step;
  }
  TACTUS_ON_DEVICE std::size_t place_of(int frame, int b, int unit) const {
    return (static_cast<std::size_t>(frame) * pass_.batch + b) * pass_.hidden + unit;
  }
  template <class Thread>
  TACTUS_ON_DEVICE void prefetch(Thread& thread, int step, int chunk) {
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
  TACTUS_ON_DEVICE void advance(Thread& thread, int step, int chunk) {
    const Kept& kept = next_;
    const int frame = frame_of(step);
    const CellPlace at = cell_of(thread);
    float* dc = cell_state(thread, chunk, thread.thread());
    // Received by idle cells too: a block that did not wait could overtake the others.
    const float sum = step > 0 ? received(thread, step, chunk) : 0.0f;
    Gates d = {};
    if (is_active(thread, frame, chunk)) {
      const float dh = kept.dy + sum;
      float carried = *dc;
      d = cell_backward<typename Format::Functions>(kept.activations,
                                                    peepholes_of(thread, pass_, at.unit), kept.c,
                                                    kept.c_before, dh, carried);
      *dc = carried;
    }
    keep_gradients(thread, operand(thread, step, chunk), d);
    store(thread, frame, chunk, d);
  }

  // The gate gradients of this step, of a cluster if it collects them.
  template <class Thread>
  TACTUS_ON_DEVICE std::byte* operand(Thread& thread, int step, int chunk) const {
    const int buffer = plan_.gathers() ? step % 2 * plan_.chunks + chunk : 0;
    return thread.shared() + layout_.operands + buffer * layout_.operand_bytes;
  }

  template <class Thread>
  TACTUS_ON_DEVICE void keep_gradients(Thread& thread, std::byte* to, const Gates& d) const {
    const CellPlace at = cell_of(thread);
    to += block_.column * gate_vectors() * sizeof(Vector16);
    if constexpr (Format::kPrecision == Precision::kBf16) {
      to += operand_place<Format>(at.sequence, gate_k<Format>(plan_.units, at.unit, 0));
      *reinterpret_cast<Vector8*>(to) = {{bf16_pair(d.i, d.f), bf16_pair(d.g, d.o)}};
    } else {
      const float gates[4] = {d.i, d.f, d.g, d.o};
      TACTUS_UNROLL
      for (int gate = 0; gate < 4; ++gate) {
        *reinterpret_cast<std::uint32_t*>(
            to + operand_place<Format>(at.sequence, gate_k<Format>(plan_.units, at.unit, gate))) =
            operand_bits<Format>(gates[gate]);
      }
    }
  }

  template <class Thread>
  TACTUS_ON_DEVICE void store(Thread& thread, int frame, int chunk, const Gates& d) const {
    if (!has_cell(thread)) return;
    const CellPlace at = cell_of(thread);
    const int unit = block_.first_unit + at.unit, b = sequence_of(chunk, at);
    if (unit < pass_.hidden && b < pass_.batch)
      direction().activations[place_of(frame, b, unit)] = d;
  }

  TACTUS_ON_DEVICE int rows() const { return layout_.rows; }  // of the product

  template <class Thread>
  TACTUS_ON_DEVICE void multiply(Thread& thread, int step, int chunk) {
    const int all = rows(), g = thread.lane() / 4;
    float* sums = own_sums(thread, chunk);
    product_.run(thread, layout_.product, thread.shared() + layout_.weights,
                 operand(thread, step, chunk),
                 [&](int split, int row_group, int n, const auto& values) {
                   float* plane = sums + split * sums_floats<Format>(all);
                   TACTUS_UNROLL
                   for (int r = 0; r < 4; ++r) {
                     const int row = row_group * kRowGroup + r * 8 + g;
                     if (row >= all) continue;
                     float* to = plane + sum_place<Format>(all, row, n);
                     if constexpr (sizeof(values) == sizeof(float[2][4])) {
                       *reinterpret_cast<Floats2*>(to) = {{values[0][r], values[1][r]}};
                     } else {
                       *to = values[0][r];
                     }
                   }
                 });
  }

  // --- the exchange. A part holds the sums of one block for the units of one owner.

  TACTUS_ON_DEVICE int part_vectors() const {
    return part_bytes<Format>(plan_) / static_cast<int>(sizeof(Vector16));
  }
  TACTUS_ON_DEVICE int gate_vectors() const {  // of this block
    return 4 * plan_.units / Format::kDepth * Format::kOperandBytes /
           static_cast<int>(sizeof(Vector16));
  }
  // At the barriers of a cluster: parts including the own one, or the gates of the others.
  TACTUS_ON_DEVICE unsigned expected_bytes() const {
    return (plan_.gathers() ? (plan_.gathered - 1) * gate_vectors()
                            : plan_.group * part_vectors()) *
           sizeof(Vector16);
  }
  template <class Thread>
  TACTUS_ON_DEVICE float* own_sums(Thread& thread, int chunk) const {
    const unsigned at = plan_.group == 1 ? chunk * layout_.sums_bytes : 0;
    return reinterpret_cast<float*>(thread.shared() + layout_.sums + at);
  }

  // dh of a cell that came from the step before (in the order of this pass).
  template <class Thread>
  TACTUS_ON_DEVICE float received(Thread& thread, int step, int chunk) const {
    const CellPlace at = cell_of(thread);
    const int place = part_place<Format>(plan_.units, at.unit, at.sequence);
    if (plan_.exchange == Exchange::kWords) return sum_of_words(thread, step, chunk, place);
    float sum = 0.0f;
    if (plan_.exchange == Exchange::kCluster) {
      const std::byte* from = inbox(thread, step % 2, chunk) + place * Format::kPartBytes;
      for (int part = 0; part < plan_.group; ++part, from += part_bytes<Format>(plan_)) {
        sum += part_value(from);
      }
    } else {
      const float* from =
          own_sums(thread, chunk) + sum_place<Format>(plan_.units, at.unit, at.sequence);
      TACTUS_NO_UNROLL
      for (int s = 0; s < layout_.product.splits; ++s, from += sums_floats<Format>(plan_.units)) {
        sum += *from;
      }
    }
    return sum;
  }
  TACTUS_ON_DEVICE static float part_value(const std::byte* from) {
    if constexpr (Format::kPartBytes == 2) {
      return float_of_bf16(*reinterpret_cast<const std::uint16_t*>(from));
    } else {
      return *reinterpret_cast<const float*>(from);
    }
  }

  // Several words are on their way at once; the order of the sum is that of the senders.
  template <class Thread>
  TACTUS_ON_DEVICE float sum_of_words(Thread& thread, int step, int chunk, int place) const {
    constexpr int kTogether = Format::kWordsTogether, kInWord = kTagged * 4 / Format::kPartBytes;
    const int count = backward_words<Format>(plan_), parts = layout_.parts;
    const TaggedWord* from = words(block_.rank, step % 2, chunk) + place / kInWord;
    float sum = 0.0f;
    TACTUS_NO_UNROLL
    for (int first = 0; first < parts; first += kTogether) {
      const int left = parts - first;
      TaggedWord found[kTogether];
      thread.wait_tagged(from + first * count, count, left < kTogether ? left : kTogether, step,
                         found);
      TACTUS_UNROLL
      for (int j = 0; j < kTogether; ++j) {
        if (j < left) sum += value_of(found[j], place % kInWord);
      }
    }
    return sum;
  }
  // Without an index into registers.
  TACTUS_ON_DEVICE static float value_of(const TaggedWord& word, int i) {
    const int v = i * Format::kPartBytes / 4;
    const std::uint32_t bits = v == 0 ? word.values[0] : v == 1 ? word.values[1] : word.values[2];
    if constexpr (Format::kPartBytes == 4) return float_of(bits);
    return float_of_bf16(static_cast<std::uint16_t>(i % 2 == 0 ? bits : bits >> 16));
  }

  // Sends the sums of all parts of K to the owners of the units.
  template <class Thread>
  TACTUS_ON_DEVICE void send(Thread& thread, int step, int chunk) {
    const int buffer = (step + 1) % 2;
    if (plan_.exchange == Exchange::kCluster) {
      send_vectors(thread, block_, plan_.group, part_vectors(), [&](int receiver, int i) {
        const int next = block_.rank + 1 + receiver;
        const int owner = next < plan_.group ? next : next - plan_.group;
        std::byte* to = inbox(thread, buffer, chunk) + block_.rank * part_bytes<Format>(plan_);
        thread.store_async(reinterpret_cast<Vector16*>(to) + i, owner,
                           own_vector(thread, chunk, owner, i),
                           result_barrier(thread.shared(), buffer, chunk));
      });
    } else if (plan_.exchange == Exchange::kWords) {
      publish(thread, step, buffer, chunk);
    }
  }

  // All threads: the part for each owner in this block's column of the table.
  template <class Thread>
  TACTUS_ON_DEVICE void publish(Thread& thread, int step, int buffer, int chunk) {
    const int count = backward_words<Format>(plan_), all = layout_.parts * count;
    TACTUS_NO_UNROLL
    for (int i = thread.thread(); i < all; i += thread.threads()) {
      const int owner = i / count, w = i - owner * count;
      TaggedWord word;
      word.tag = step + 1;
      own_values(thread, chunk, owner, w, word.values);
      thread.store_tagged(
          words(owner * plan_.gathered + block_.column, buffer, chunk) + block_.row * count + w,
          word);
    }
  }

  // The values of word w for an owner: the sums over all parts of K.
  template <class Thread>
  TACTUS_ON_DEVICE void own_values(Thread& thread, int chunk, int owner, int w,
                                   std::uint32_t (&values)[kTagged]) const {
    constexpr int kSums = 4 / Format::kPartBytes;  // in a value
    const float* from[kTagged];
    float sums[kTagged][kSums] = {};
    TACTUS_UNROLL
    for (int v = 0; v < kTagged; ++v) {
      const int last = part_bytes<Format>(plan_) / 4 - 1;  // the last word may repeat it
      const int i = kTagged * w + v < last ? kTagged * w + v : last;
      from[v] = own_place(thread, chunk, owner, kSums * i);
    }
    const int plane = sums_floats<Format>(rows());
    TACTUS_NO_UNROLL
    for (int s = 0; s < layout_.product.splits; ++s) {
      TACTUS_UNROLL
      for (int v = 0; v < kTagged; ++v) {
        TACTUS_UNROLL
        for (int j = 0; j < kSums; ++j) sums[v][j] += from[v][s * plane + j];
      }
    }
    TACTUS_UNROLL
    for (int v = 0; v < kTagged; ++v) {
      if constexpr (kSums == 1) {
        values[v] = bits_of(sums[v][0]);
      } else {
        values[v] = bf16_pair(sums[v][0], sums[v][1]);
      }
    }
  }
  // Value `place` (part_place) of it: as in sum_place, whose second four sequences lie further
  // away.
  template <class Thread>
  TACTUS_ON_DEVICE const float* own_place(Thread& thread, int chunk, int owner, int place) const {
    const int of_owner = (kWidth == 8 ? 4 : kWidth) * plan_.units;
    const int skipped =
        kWidth == 8 && place >= of_owner ? sum_place<Format>(rows(), 0, 4) - of_owner : 0;
    return own_sums(thread, chunk) + owner * of_owner + place + skipped;
  }
  // 16 bytes of it: four values lie side by side.
  template <class Thread>
  TACTUS_ON_DEVICE Vector16 own_vector(Thread& thread, int chunk, int owner, int i) const {
    if constexpr (Format::kPartBytes == 4) {
      const FourFloats sum = own_four(thread, chunk, owner, i);
      return {{bits_of(sum.v[0]), bits_of(sum.v[1]), bits_of(sum.v[2]), bits_of(sum.v[3])}};
    } else {
      const FourFloats low = own_four(thread, chunk, owner, 2 * i),
                       high = own_four(thread, chunk, owner, 2 * i + 1);
      return {{bf16_pair(low.v[0], low.v[1]), bf16_pair(low.v[2], low.v[3]),
               bf16_pair(high.v[0], high.v[1]), bf16_pair(high.v[2], high.v[3])}};
    }
  }
  template <class Thread>
  TACTUS_ON_DEVICE FourFloats own_four(Thread& thread, int chunk, int owner, int i) const {
    const float* from = own_place(thread, chunk, owner, 4 * i);
    FourFloats sum = {};
    TACTUS_NO_UNROLL
    for (int s = 0; s < layout_.product.splits; ++s, from += sums_floats<Format>(rows())) {
      const FourFloats part = *reinterpret_cast<const FourFloats*>(from);
      TACTUS_UNROLL
      for (int n = 0; n < 4; ++n) sum.v[n] += part.v[n];
    }
    return sum;
  }

  // Parts that the blocks of the cluster sent to this one, [G].
  template <class Thread>
  TACTUS_ON_DEVICE std::byte* inbox(Thread& thread, int buffer, int chunk) const {
    return thread.shared() + layout_.received +
           (buffer * plan_.chunks + chunk) * plan_.group * part_bytes<Format>(plan_);
  }
  // The same in device memory, for block `owner` of the group, [parts][words].
  TACTUS_ON_DEVICE TaggedWord* words(int owner, int buffer, int chunk) const {
    const std::size_t inbox =
        static_cast<std::size_t>(layout_.parts) * backward_words<Format>(plan_);
    return pass_.words +
           (((block_.launch_group * plan_.group + owner) * 2 + buffer) * plan_.chunks + chunk) *
               inbox;
  }

  Kept next_;
};

}  // namespace tactus::gpu
