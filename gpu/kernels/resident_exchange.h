// Shared by the kernels of rung 8 around their products: the place of a block, the lengths of its
// sequences, and the two ways to exchange results within a group.
//
// Two buffers are enough. A block sends the results of step t after it has received those of step t
// - 1 from all others. These were sent after their senders had read all of step t - 2. So no block
// reaches step t while another still reads buffer t % 2. The same holds for the barriers: no phase
// is two ahead of a wait.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/number_formats.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu {

// Device memory of groups that exchange by flags.
struct FlagMemory {
  std::byte* results = nullptr;  // forward_exchange_bytes or backward_exchange_bytes for each group
  unsigned* flags = nullptr;     // [groups][G], zero at the start
};

// Data of the pass for every resident kernel.
struct ResidentPass {
  const std::int32_t* lengths;  // [B]
  int batch, hidden;
  int frame_begin[2], frame_end[2];  // of this launch, for each direction
  int first_group;                   // of the launch; groups are [directions][slices]
  ResidentPlan plan;
  ResidentLayout layout;
  FlagMemory flag_memory;
};

// The place of a block, and the frames of its group: [begin, end), where `end` is the end of the
// longest sequence. In shared memory: registers are for weights.
struct ResidentBlock {
  int rank, launch_group, direction;
  int first_unit, first_sequence;
  int begin, end;
  // The first receiver of a warp, and which part of how many the warp sends; see SendTask.
  int send_tasks[kResidentThreads / kWarpSize];

  template <class Thread>
  TACTUS_DEVICE static ResidentBlock& of(Thread& thread) {
    return *reinterpret_cast<ResidentBlock*>(thread.shared() + kBarrierBytes);
  }

  // Called by all threads of the block. Writes the lengths of its sequences (0 beyond the batch) to
  // shared memory. Ends with a sync_block.
  template <class Format, class Thread>
  TACTUS_DEVICE void enter(Thread& thread, const ResidentPass& p, int receivers, int vectors) {
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
      rank = thread.block() % plan.group;  // also in a cluster: its blocks are consecutive
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
TACTUS_DEVICE void send_vectors(Thread& thread, const ResidentBlock& block, int receivers,
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

TACTUS_DEVICE PhaseBarrier* result_barrier(std::byte* shared, int buffer, int chunk) {
  return reinterpret_cast<PhaseBarrier*>(shared) + buffer * kMaxChunks + chunk;
}

// The barriers of a group's exchange: every block expects `bytes` of each buffer and chunk.
template <class Thread>
TACTUS_DEVICE void open_barriers(Thread& thread, const ResidentPlan& plan, unsigned bytes) {
  if (plan.exchange != Exchange::kCluster) return;
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
TACTUS_DEVICE void leave_group(Thread& thread, const ResidentPlan& plan) {
  if (plan.exchange == Exchange::kCluster) thread.sync_cluster();
}

// The first threads wait for the flags of all other blocks of the group.
template <class Thread>
TACTUS_DEVICE void wait_for_flags(Thread& thread, const ResidentPlan& plan, const unsigned* flags,
                                  int rank, unsigned value) {
  for (int source = thread.thread(); source < plan.group; source += thread.threads()) {
    if (source != rank) thread.wait_at_least(flags + source, value);
  }
}

// --- h, from every block to every block --------------------------------------------------------

// The place of element (sequence n of the chunk, k) in an operand.
template <class Format>
TACTUS_HOST_DEVICE int operand_place(int n, int k) {
  const int tile = k / Format::kDepth * Format::kOperandBytes;
  if constexpr (Format::kPrecision == Precision::kFp32) {
    return tile + (k % 8 * Format::kWidth + n) * 4;
  } else {
    return tile + n * 32 + k % Format::kDepth * (32 / Format::kDepth);
  }
}

// The part of a block in an operand: Format::kVectors vectors for every 8 of its units.
template <class Format>
TACTUS_HOST_DEVICE int piece_vectors(const ResidentPlan& plan) {
  return plan.units / kUnitGroup * Format::kVectors;
}
// The place of vector i of the block `rank`.
template <class Format>
TACTUS_HOST_DEVICE int piece_vector_place(const ResidentPlan& plan, int rank, int i) {
  constexpr int kGroups = Format::kDepth / kUnitGroup;  // in a tile
  const int unit_group = rank * (plan.units / kUnitGroup) + i / Format::kVectors;
  return unit_group / kGroups * Format::kOperandBytes + unit_group % kGroups * 16 +
         i % Format::kVectors * Format::kVectorStride;
}

// Sends the part of this block, in shared memory, to the same place in all others. Each warp sends
// to some of them, the nearest first. All warps.
template <class Format, class Thread>
TACTUS_DEVICE void push_piece(Thread& thread, const ResidentPlan& plan, const ResidentBlock& block,
                              std::byte* operand, PhaseBarrier* barrier) {
  const int rank = block.rank;
  send_vectors(
      thread, block, plan.group - 1, piece_vectors<Format>(plan), [&](int receiver, int i) {
        const int peer = rank + 1 + receiver;
        auto* vector =
            reinterpret_cast<Vector16*>(operand + piece_vector_place<Format>(plan, rank, i));
        thread.store_async(vector, peer < plan.group ? peer : peer - plan.group, *vector, barrier);
      });
}

// By the first warp: writes the part of this block to device memory, then the flag.
template <class Format, class Thread>
TACTUS_DEVICE void publish_piece(Thread& thread, const ResidentPlan& plan, int rank,
                                 const std::byte* operand, std::byte* results, unsigned* flag,
                                 unsigned value) {
  if (thread.warp() != 0) return;
  const int vectors = piece_vectors<Format>(plan);
  for (int i = thread.lane(); i < vectors; i += kWarpSize) {
    const int at = piece_vector_place<Format>(plan, rank, i);
    *reinterpret_cast<Vector16*>(results + at) = *reinterpret_cast<const Vector16*>(operand + at);
  }
  thread.sync_warp();
  if (thread.lane() == 0) thread.store_release(flag, value);
}

// All threads: read the parts of all others from device memory; ends with a sync_block.
template <class Format, class Thread>
TACTUS_DEVICE void fetch_pieces(Thread& thread, const ResidentPlan& plan, int rank,
                                std::byte* operand, const std::byte* results, const unsigned* flags,
                                unsigned value) {
  wait_for_flags(thread, plan, flags, rank, value);
  thread.sync_block();
  const int vectors = piece_vectors<Format>(plan), others = (plan.group - 1) * vectors;
  for (int i = thread.thread(); i < others; i += thread.threads()) {
    const int source = i / vectors < rank ? i / vectors : i / vectors + 1;
    const int at = piece_vector_place<Format>(plan, source, i % vectors);
    *reinterpret_cast<Vector16*>(operand + at) = *reinterpret_cast<const Vector16*>(results + at);
  }
  thread.sync_block();
}

}  // namespace tactus::gpu
