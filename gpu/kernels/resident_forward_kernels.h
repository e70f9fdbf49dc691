// Rung 8, forward: all steps of a layer in one kernel that keeps the recurrent weights on the
// multiprocessors. resident_layout.h divides the work, kernel_language.h says how to
// read a kernel if you know CUDA.
//
// Launch: <<<groups G, plan.threads, layout.bytes>>> in clusters of plan.cluster() blocks,
// cooperative if the exchange is kWords (gpu/lstm/resident/resident_choice.h).
//
// Input: sums of the input products (without bias) of every frame. A step of a chunk of sequences:
// 1. The product of the resident weights with h of the step before; its sums go to shared memory.
// 2. The cells, whose state stays on the chip. 3. Their h goes to the operand of the next step and
// to the other blocks.
//
// A direction goes through frames, not steps: the reversed direction begins at the last frame of
// the longest sequence. A shorter sequence keeps h = c = 0 until its own last frame. Padded frames
// of y, activations and cells become zero.
#pragma once

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/resident_cells.h"
#include "gpu/kernels/resident_exchange.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu {

struct ResidentForwardDirection {
  const float* recurrent;  // [4H,H], as the parameters have it
  const float* bias;       // [4H]
  const float* peephole;   // [3H] or null
  const Gates* sums;       // [frames of the launch,B,H]
  Gates* activations;      // as `sums`, which it may be; null: no tape
  float* cells;            // [frames of the launch,B,H]; null: no tape
  float* y;                // this direction's part of frame 0
  // State [2][B,H], h then c: from earlier frames (null: zero), and after this launch (null: not
  // needed). The two must be different memory.
  const float* state_before;
  float* state_after;
  bool reversed;
};

struct ResidentForwardParams {
  ResidentPass pass;
  ResidentForwardDirection directions[2];
  int y_stride;  // D H
};

template <class Format>
struct ResidentForward : private ResidentCells<Format, ResidentForwardParams> {
  using Params = ResidentForwardParams;
  static constexpr int kMaxThreads = Format::kMaxThreads;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    ResidentForward<Format> body(thread, p);
    body.compute(thread);
  }

 private:
  using Base = ResidentCells<Format, Params>;
  using Base::block_, Base::p_, Base::pass_, Base::plan_, Base::layout_, Base::product_;
  using Base::cell_of, Base::cell_state, Base::cells, Base::clear_state, Base::direction;
  using Base::has_cell, Base::is_active, Base::sequence_of, Base::steps;

  template <class Thread>
  TACTUS_ON_DEVICE ResidentForward(Thread& thread, const Params& params) : Base(thread, params) {}

  template <class Thread>
  TACTUS_ON_DEVICE void compute(Thread& thread) {
    const int receivers = plan_.exchange == Exchange::kCluster ? plan_.group - 1 : 0;
    block_.template enter<Format>(thread, pass_, receivers, piece_vectors<Format>(plan_));
    prepare(thread);
    open_barriers(thread, plan_,
                  (plan_.group - 1) * piece_vectors<Format>(plan_) * sizeof(Vector16));
    thread.sync_block();
    if (steps() > 0) prefetch(thread, 0, 0);
    TACTUS_NO_UNROLL
    for (int step = 0; step < steps(); ++step) {
      TACTUS_NO_UNROLL
      for (int chunk = 0; chunk < plan_.chunks; ++chunk) {
        compute_step(thread, step, chunk, step + 1 == steps());
      }
    }
    if (direction().state_after != nullptr) leave_state(thread);
    leave_group(thread, plan_);
  }

  template <class Thread>
  TACTUS_ON_DEVICE void compute_step(Thread& thread, int step, int chunk, bool last) {
    if (step > 0) receive(thread, step, chunk);
    multiply(thread, operand(thread, step % 2, chunk));
    thread.sync_block();
    if (thread.thread() == 0 && step > 0 && plan_.exchange == Exchange::kCluster) {
      thread.arrive_expecting(result_barrier(thread.shared(), step % 2, chunk),
                              (plan_.group - 1) * piece_vectors<Format>(plan_) * sizeof(Vector16));
    }
    if (has_cell(thread)) advance(thread, step, chunk);
    if (chunk + 1 < plan_.chunks) {
      prefetch(thread, step, chunk + 1);
    } else if (!last) {
      prefetch(thread, step + 1, 0);
    }
    thread.sync_block();
    if (!last) send(thread, step, chunk);
  }

  // --- the start

  template <class Thread>
  TACTUS_ON_DEVICE void prepare(Thread& thread) {
    const float* recurrent = direction().recurrent;
    const int hidden = pass_.hidden, first_unit = block_.first_unit;
    product_.load(thread, layout_.product, thread.shared() + layout_.weights,
                  [=](int row_group, int row, int k) {
                    const int unit = first_unit + row_group * kUnitGroup + row % kUnitGroup;
                    const std::size_t gate_row =
                        static_cast<std::size_t>(row / kUnitGroup) * hidden + unit;
                    return unit < hidden && k < hidden ? recurrent[gate_row * hidden + k] : 0.0f;
                  });
    prepare_constants<true>(thread, pass_, block_, direction().bias, direction().peephole);
    auto* operands = reinterpret_cast<Vector16*>(thread.shared() + layout_.operands);
    const int vectors =
        plan_.operand_buffers() * plan_.chunks * layout_.operand_bytes / sizeof(Vector16);
    for (int i = thread.thread(); i < vectors; i += thread.threads()) operands[i] = {};
    clear_state(thread);
    if (direction().state_before != nullptr) resume(thread);
    clear_padding(thread);
  }

  // The state after the earlier frames: h of all units, c of the own.
  template <class Thread>
  TACTUS_ON_DEVICE void resume(Thread& thread) {
    thread.sync_block();  // after the zeros
    const int H = pass_.hidden, sequences = plan_.chunks * Format::kWidth;
    for (int i = thread.thread(); i < sequences * H; i += thread.threads()) {
      const int n = i / H, k = i % H, b = block_.first_sequence + n;
      if (b >= pass_.batch) continue;
      std::byte* to =
          operand(thread, 0, n / Format::kWidth) + operand_place<Format>(n % Format::kWidth, k);
      const float h = direction().state_before[static_cast<std::size_t>(b) * H + k];
      if constexpr (Format::kPrecision == Precision::kBf16) {
        *reinterpret_cast<std::uint16_t*>(to) = bf16_bits(h);
      } else {
        *reinterpret_cast<std::uint32_t*>(to) = operand_bits<Format>(h);
      }
    }
    for (int i = thread.thread(); i < plan_.chunks * cells(); i += thread.threads()) {
      const CellPlace at = cell_place<Format>(i % cells(), plan_.units);
      const int unit = block_.first_unit + at.unit,
                b = block_.first_sequence + i / cells() * Format::kWidth + at.sequence;
      if (unit < H && b < pass_.batch) {
        *cell_state(thread, i / cells(), i % cells()) =
            direction().state_before[(static_cast<std::size_t>(pass_.batch) + b) * H + unit];
      }
    }
  }

  // Zeros in all frames of the launch outside the range of the group.
  template <class Thread>
  TACTUS_ON_DEVICE void clear_padding(Thread& thread) {
    for (int frame = block_.end; frame < pass_.frame_end[block_.direction]; ++frame) {
      for (int chunk = 0; chunk < plan_.chunks; ++chunk)
        store(thread, frame, chunk, Gates{}, 0.0f, 0.0f);
    }
  }

  // --- a step

  TACTUS_ON_DEVICE int frame_of(int step) const {
    return direction().reversed ? block_.end - 1 - step : block_.begin + step;
  }
  // Index into [frames of the launch,B,H].
  TACTUS_ON_DEVICE std::size_t place_of(int frame, int b, int unit) const {
    return (static_cast<std::size_t>(frame - block_.begin) * pass_.batch + b) * pass_.hidden + unit;
  }
  template <class Thread>
  TACTUS_ON_DEVICE std::byte* operand(Thread& thread, int buffer, int chunk) const {
    return thread.shared() + layout_.operands +
           (buffer % plan_.operand_buffers() * plan_.chunks + chunk) * layout_.operand_bytes;
  }
  // Loads the values for the cells of a step, one chunk ahead.
  template <class Thread>
  TACTUS_ON_DEVICE void prefetch(Thread& thread, int step, int chunk) {
    const int frame = frame_of(step);
    if (is_active(thread, frame, chunk)) {
      const CellPlace at = cell_of(thread);
      next_ =
          direction().sums[place_of(frame, sequence_of(chunk, at), block_.first_unit + at.unit)];
    }
  }

  template <class Thread>
  TACTUS_ON_DEVICE void multiply(Thread& thread, const std::byte* from) {
    auto* sums = reinterpret_cast<Gates*>(thread.shared() + layout_.sums);
    const int row = plan_.units + Format::kSumsPadding, g = thread.lane() / 4;
    product_.run(thread, layout_.product, thread.shared() + layout_.weights, from,
                 [&](int split, int row_group, int first, const auto& values) {
                   int n = first;
                   for (const float(&v)[4] : values) {
                     sums[(split * Format::kWidth + n++) * row + row_group * kUnitGroup + g] = {
                         v[0], v[1], v[2], v[3]};
                   }
                 });
  }

  template <class Thread>
  TACTUS_ON_DEVICE void advance(Thread& thread, int step, int chunk) {
    const int frame = frame_of(step);
    const CellPlace at = cell_of(thread);
    const auto* parts = reinterpret_cast<const Gates*>(thread.shared() + layout_.sums);
    const int row = plan_.units + Format::kSumsPadding;
    Gates product = reinterpret_cast<const Gates*>(thread.shared() + layout_.bias)[at.unit];
    TACTUS_NO_UNROLL
    for (int s = 0; s < layout_.product.splits; ++s) {
      const Gates part = parts[(s * Format::kWidth + at.sequence) * row + at.unit];
      product.i += part.i;
      product.f += part.f;
      product.g += part.g;
      product.o += part.o;
    }
    float* state = cell_state(thread, chunk, thread.thread());
    Gates activations = {};
    float c = 0.0f, h = 0.0f;
    if (is_active(thread, frame, chunk)) {
      c = *state;
      const Gates all = {next_.i + product.i, next_.f + product.f, next_.g + product.g,
                         next_.o + product.o};
      const Peepholes peepholes = peepholes_of(thread, pass_, at.unit);
      activations = cell_forward<typename Format::Functions>(all, peepholes, c, h);
    }
    *state = c;
    keep_h(thread, operand(thread, (step + 1) % 2, chunk), h);
    store(thread, frame, chunk, activations, c, h);
  }

  template <class Thread>
  TACTUS_ON_DEVICE void keep_h(Thread& thread, std::byte* to, float h) const {
    const CellPlace at = cell_of(thread);
    to += operand_place<Format>(at.sequence, block_.first_unit + at.unit);
    if constexpr (Format::kPrecision == Precision::kBf16) {
      const float neighbour = thread.shuffle_xor(h, 1);
      if (at.unit % 2 == 0) *reinterpret_cast<std::uint32_t*>(to) = bf16_pair(h, neighbour);
    } else {
      *reinterpret_cast<std::uint32_t*>(to) = operand_bits<Format>(h);
    }
  }

  // h of `step` - 1.
  template <class Thread>
  TACTUS_ON_DEVICE void receive(Thread& thread, int step, int chunk) {
    if (plan_.exchange == Exchange::kCluster) {
      thread.wait(result_barrier(thread.shared(), step % 2, chunk), (step - 1) / 2);
    } else if (plan_.exchange == Exchange::kWords) {
      fetch_pieces<Format>(thread, plan_, block_.rank, operand(thread, step % 2, chunk),
                           words(step % 2, chunk), step);
    }
  }
  // h of `step`.
  template <class Thread>
  TACTUS_ON_DEVICE void send(Thread& thread, int step, int chunk) {
    const int buffer = (step + 1) % 2;
    std::byte* from = operand(thread, buffer, chunk);
    if (plan_.exchange == Exchange::kCluster) {
      push_vectors(
          thread, block_, plan_.group, piece_vectors<Format>(plan_),
          [&](int i) {
            return reinterpret_cast<Vector16*>(from +
                                               piece_vector_place<Format>(plan_, block_.rank, i));
          },
          result_barrier(thread.shared(), buffer, chunk));
    } else if (plan_.exchange == Exchange::kWords) {
      publish_piece<Format>(thread, plan_, block_.rank, from, words(buffer, chunk), step + 1);
    }
  }
  TACTUS_ON_DEVICE TaggedWord* words(int buffer, int chunk) const {
    return pass_.words + block_.launch_group * forward_exchange_words<Format>(plan_) +
           static_cast<std::size_t>(buffer * plan_.chunks + chunk) * plan_.group *
               forward_words<Format>(plan_);
  }

  template <class Thread>
  TACTUS_ON_DEVICE void store(Thread& thread, int frame, int chunk, const Gates& activations,
                              float c, float h) const {
    if (!has_cell(thread)) return;
    const CellPlace at = cell_of(thread);
    const int unit = block_.first_unit + at.unit, b = sequence_of(chunk, at);
    if (unit >= pass_.hidden || b >= pass_.batch) return;
    direction().y[(static_cast<std::size_t>(frame) * pass_.batch + b) * p_.y_stride + unit] = h;
    if (direction().activations == nullptr) return;
    direction().activations[place_of(frame, b, unit)] = activations;
    direction().cells[place_of(frame, b, unit)] = c;
  }

  // Reads h of the last frames from y, which keeps IEEE single precision.
  template <class Thread>
  TACTUS_ON_DEVICE void leave_state(Thread& thread) {
    for (int chunk = 0; chunk < plan_.chunks; ++chunk) {
      for (int cell = thread.thread(); cell < cells(); cell += thread.threads()) {
        const CellPlace at = cell_place<Format>(cell, plan_.units);
        const int unit = block_.first_unit + at.unit, b = sequence_of(chunk, at);
        if (unit >= pass_.hidden || b >= pass_.batch) continue;
        const std::size_t to = static_cast<std::size_t>(b) * pass_.hidden + unit;
        float h = direction().state_before != nullptr ? direction().state_before[to] : 0.0f;
        if (steps() > 0) {
          const std::size_t frame =
              static_cast<std::size_t>(frame_of(steps() - 1)) * pass_.batch + b;
          h = direction().y[frame * p_.y_stride + unit];
        }
        direction().state_after[to] = h;
        direction().state_after[static_cast<std::size_t>(pass_.batch) * pass_.hidden + to] =
            *cell_state(thread, chunk, cell);
      }
    }
  }

  Gates next_;
};

}  // namespace tactus::gpu
