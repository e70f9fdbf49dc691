// Shared by the kernels of rung 8 around their products: the place of a block, the lengths of its
// sequences, and the two ways to exchange results within a group. Device functions, no kernel;
// kernel_language.h says how to read them if you know CUDA.
//
// Two buffers are enough. A block sends the results of step t after it has received those of step t
// - 1 from all to whom it sends. These were sent after their senders had read all of step t - 2,
// whose buffer is the same. So nobody writes what another still reads. The same holds for the
// barriers: no phase is two ahead of a wait. Where the blocks of a cluster collect gate gradients,
// a block sends those of step t + 2 after it has received sums that depend on the others' gates of
// step t + 1, which they sent after their product of step t.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/number_formats.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu {

// Data of the pass for every resident kernel.
struct ResidentPass {
  const std::int32_t* lengths;  // [B]
  int batch, hidden;
  int frame_begin[2], frame_end[2];  // of this launch, for each direction
  int first_group;                   // of the launch; groups are [directions][slices]
  ResidentPlan plan;
  ResidentLayout layout;
  TaggedWord* words;  // of each group of the launch, zero at the start; only for kWords
};

// The place of a block, and the frames of its group: [begin, end), where `end` is the end of the
// longest sequence. In shared memory: registers are for weights.
struct ResidentBlock {
  int rank, launch_group, direction;
  int row, column;  // backward, in the table of the group
  int first_unit, first_sequence;
  int begin, end;
  // The first receiver of a warp, and which part of how many the warp sends; see SendTask.
  int send_tasks[kResidentThreads / kWarpSize];

  template <class Thread>
  TACTUS_ON_DEVICE static ResidentBlock& of(Thread& thread) {
    return *reinterpret_cast<ResidentBlock*>(thread.shared() + kBarrierBytes);
  }

  // Called by all threads of the block. Writes the lengths of its sequences (0 beyond the batch) to
  // shared memory. Ends with a sync_block.
  template <class Format, class Thread>
  TACTUS_ON_DEVICE void enter(Thread& thread, const ResidentPass& p, int receivers, int vectors) {
    const ResidentPlan& plan = p.plan;
    const int of_launch = thread.block() / plan.group, group = p.first_group + of_launch;
    const int sequences = plan.chunks * Format::kWidth;
    const int first = group % plan.slices * sequences;
    auto* lengths = reinterpret_cast<int*>(thread.shared() + p.layout.lengths);
    for (int n = thread.thread(); n < sequences; n += thread.threads()) {
      lengths[n] = first + n < p.batch ? p.lengths[first + n] : 0;
    }
    thread.sync_block();
    if (thread.lane() == 0 && receivers > 0) {
      send_tasks[thread.warp()] =
          send_task(thread.warp(), thread.threads() / kWarpSize, receivers, vectors);
    }
    if (thread.thread() == 0) {
      int longest = 0;
      for (int n = 0; n < sequences; ++n) longest = lengths[n] > longest ? lengths[n] : longest;
      rank = thread.block() % plan.group;  // blocks of a cluster are consecutive
      row = rank / plan.gathered;
      column = rank - row * plan.gathered;
      launch_group = of_launch;
      direction = group / plan.slices;
      first_unit = rank * plan.units;
      first_sequence = first;
      begin = p.frame_begin[direction];
      end = longest < p.frame_end[direction] ? longest : p.frame_end[direction];
      if (end < begin) end = begin;
    }
    thread.sync_block();
  }

  // Packed as receiver, part, parts. If there are more warps than receivers, several warps send
  // parts to one receiver. If there are fewer, a warp sends to several receivers.
  TACTUS_HOST_DEVICE static int send_task(int warp, int warps, int receivers, int vectors) {
    const int spare = warps / receivers, useful = ceil_div(vectors, kWarpSize);
    const int parts = spare < 1 ? 1 : spare < useful ? spare : useful;
    const int part = warp / receivers;
    return part < parts ? warp % receivers | part << 8 | parts << 16 : receivers;
  }
};
static_assert(sizeof(ResidentBlock) <= kHeaderBytes - kBarrierBytes);

// Calls `send(receiver, vector)` for the vectors of 16 bytes that this warp sends. Receivers are
// counted from the next rank on.
template <class Thread, class Send>
TACTUS_ON_DEVICE void send_vectors(Thread& thread, const ResidentBlock& block, int receivers,
                                   int vectors, const Send& send) {
  const int task = block.send_tasks[thread.warp()];
  const int part = task >> 8 & 255, parts = task >> 16;
  for (int receiver = task & 255; receiver < receivers; receiver += thread.threads() / kWarpSize) {
    for (int i = part * kWarpSize + thread.lane(); i < vectors; i += parts * kWarpSize) {
      send(receiver, i);
    }
    if (parts > 1) break;
  }
}

// Writes the constants of the units of this block to shared memory. Null: zeros.
template <bool with_bias, class Thread>
TACTUS_ON_DEVICE void prepare_constants(Thread& thread, const ResidentPass& p,
                                        const ResidentBlock& block, const float* bias,
                                        const float* peephole) {
  const int H = p.hidden, U = p.plan.units;
  auto* to = reinterpret_cast<float*>(thread.shared() + p.layout.peepholes);
  for (int u = thread.thread(); u < U; u += thread.threads()) {
    const int unit = block.first_unit + u;
    if constexpr (with_bias) {
      auto* gates = reinterpret_cast<Gates*>(thread.shared() + p.layout.bias);
      gates[u] = unit < H
                     ? Gates{bias[unit], bias[H + unit], bias[2 * H + unit], bias[3 * H + unit]}
                     : Gates{};
    }
    TACTUS_UNROLL
    for (int i = 0; i < 3; ++i) {
      to[i * U + u] = unit < H && peephole != nullptr ? peephole[i * H + unit] : 0.0f;
    }
  }
}
template <class Thread>
TACTUS_ON_DEVICE Peepholes peepholes_of(Thread& thread, const ResidentPass& p, int unit) {
  const auto* from = reinterpret_cast<const float*>(thread.shared() + p.layout.peepholes) + unit;
  return {from[0], from[p.plan.units], from[2 * p.plan.units]};
}

TACTUS_ON_DEVICE PhaseBarrier* result_barrier(std::byte* shared, int buffer, int chunk) {
  return reinterpret_cast<PhaseBarrier*>(shared) + buffer * kMaxChunks + chunk;
}

// The barriers of a cluster: every block expects `bytes` of each buffer and chunk.
template <class Thread>
TACTUS_ON_DEVICE void open_barriers(Thread& thread, const ResidentPlan& plan, unsigned bytes) {
  if (plan.cluster() == 1) return;
  if (thread.thread() == 0) {
    for (int buffer = 0; buffer < 2; ++buffer) {
      for (int chunk = 0; chunk < plan.chunks; ++chunk) {
        thread.init(result_barrier(thread.shared(), buffer, chunk), 1);
      }
    }
  }
  thread.sync_cluster();
  if (thread.thread() == 0) {
    for (int buffer = 0; buffer < 2; ++buffer) {
      for (int chunk = 0; chunk < plan.chunks; ++chunk) {
        thread.arrive_expecting(result_barrier(thread.shared(), buffer, chunk), bytes);
      }
    }
  }
}

// No block may end while others may still access its shared memory.
template <class Thread>
TACTUS_ON_DEVICE void leave_group(Thread& thread, const ResidentPlan& plan) {
  if (plan.cluster() > 1) thread.sync_cluster();
}

// Sends the vectors of 16 bytes at `place(i)` in the shared memory of this block to the same place
// in the other `blocks` - 1 of its cluster. Each warp sends to some of them, the nearest first. All
// warps.
template <class Thread, class Place>
TACTUS_ON_DEVICE void push_vectors(Thread& thread, const ResidentBlock& block, int blocks,
                                   int vectors, const Place& place, PhaseBarrier* barrier) {
  const int rank = thread.cluster_rank();
  send_vectors(thread, block, blocks - 1, vectors, [&](int receiver, int i) {
    const int peer = rank + 1 + receiver;
    Vector16* vector = place(i);
    thread.store_async(vector, peer < blocks ? peer : peer - blocks, *vector, barrier);
  });
}

// --- h through words, from every block to every block -------------------------------------------

// Value v of word w of `words`, if a block sends `values` in all; the last words may repeat the
// last value. Neighbouring threads have neighbouring words and so values in different banks.
TACTUS_HOST_DEVICE int value_of_word(int w, int v, int words, int values) {
  const int i = w + v * words;
  return i < values ? i : values - 1;
}
// Where value i (4 bytes, below 4 * piece_vectors) of the block `rank` lies in an operand: as
// piece_vector_place(), with everything that depends on i alone outside a loop over ranks.
template <class Format>
TACTUS_HOST_DEVICE unsigned piece_value_place(const ResidentPlan& plan, unsigned rank, unsigned i) {
  if constexpr (Format::kPrecision == Precision::kBf16) {
    const unsigned n = i / 4 % 8, in_tile = n * 32 + n / 4 * 16 + i % 4 * 4;
    const unsigned unit_group = rank * (plan.units / kUnitGroup) + i / 32;
    return unit_group / 2 * Format::kOperandBytes +
           (in_tile ^ (unit_group & 2) * 32 ^ (unit_group & 1) * 16);
  }
  return (rank * 4 * piece_vectors<Format>(plan) + i) * 4;
}

// All threads: write the part of this block to `words`, [G][words].
template <class Format, class Thread>
TACTUS_ON_DEVICE void publish_piece(Thread& thread, const ResidentPlan& plan, int rank,
                                    std::byte* operand, TaggedWord* words, std::uint32_t tag) {
  const int count = forward_words<Format>(plan), values = 4 * piece_vectors<Format>(plan);
  for (int w = thread.thread(); w < count; w += thread.threads()) {
    TaggedWord word;
    word.tag = tag;
    TACTUS_UNROLL
    for (int v = 0; v < kTagged; ++v) {
      const int i = value_of_word(w, v, count, values);
      word.values[v] = *reinterpret_cast<const std::uint32_t*>(
          operand + piece_value_place<Format>(plan, rank, i));
    }
    thread.store_tagged(words + rank * count + w, word);
  }
}

// All threads: wait for the parts of all and read those of the others; ends with a sync_block.
template <class Format, class Thread>
TACTUS_ON_DEVICE void fetch_pieces(Thread& thread, const ResidentPlan& plan, int rank,
                                   std::byte* operand, const TaggedWord* words, std::uint32_t tag) {
  constexpr int kTogether = Format::kWordsTogether;
  const int count = forward_words<Format>(plan), values = 4 * piece_vectors<Format>(plan);
  // A thread has word `w` of every `sources`-th block.
  const int sources = thread.threads() / count;
  const int first_source = thread.thread() / count, w = thread.thread() - first_source * count;
  TACTUS_NO_UNROLL
  for (int first = first_source; first < plan.group; first += kTogether * sources) {
    if (first_source >= sources) break;  // the last threads have none
    const int left = ceil_div(plan.group - first, sources);
    TaggedWord found[kTogether];
    thread.wait_tagged(words + first * count + w, sources * count,
                       left < kTogether ? left : kTogether, tag, found);
    TACTUS_UNROLL
    for (int j = 0; j < kTogether; ++j) {
      const int source = first + j * sources;
      if (source >= plan.group || source == rank) continue;
      TACTUS_UNROLL
      for (int v = 0; v < kTagged; ++v) {
        const int i = w + v * count;
        if (v + 1 == kTagged && i >= values) continue;  // the last value again
        *reinterpret_cast<std::uint32_t*>(operand + piece_value_place<Format>(plan, source, i)) =
            found[j].values[v];
      }
    }
  }
  thread.sync_block();
}

}  // namespace tactus::gpu
