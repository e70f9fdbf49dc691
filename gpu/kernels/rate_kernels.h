// Micro-benchmarks of the constants of the step model; gpu/rates/measure_rates.h times them. A
// kernel repeats one thing `rounds` times, at least once, and its result depends on all of them: no
// compiler can drop a round, and a test can check the work. kernel_language.h says how to read a
// kernel if you know CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"

namespace tactus::gpu {

TACTUS_ON_DEVICE float sum_of(const FourFloats& x) {
  return (x.v[0] + x.v[1]) + (x.v[2] + x.v[3]);
}

// A token goes round the blocks of a cluster: each waits for it, and sends it on, one larger. So
// nothing overlaps, and a hop is a read of shared memory, a store_async and a wait.
// <<<size, 32, sizeof(Shared)>>> in one cluster of `size`.
struct TokenRing {
  static constexpr int kMaxThreads = kWarpSize;
  struct Params {
    unsigned* last;  // [blocks]: the token in the last round
    int rounds;
  };
  struct Shared {
    PhaseBarrier arrived;
    unsigned token;
  };

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    if (t.thread() == 0) t.init(&shared.arrived, 1);
    t.sync_cluster();
    if (t.thread() == 0) p.last[t.block()] = pass_on(t, shared, p.rounds);
    t.sync_cluster();  // no block ends while another sends to it
  }

 private:
  template <class Thread>
  TACTUS_ON_DEVICE static unsigned pass_on(Thread& t, Shared& shared, int rounds) {
    const int rank = t.cluster_rank(), next = rank + 1 == t.cluster_size() ? 0 : rank + 1;
    t.arrive_expecting(&shared.arrived, sizeof(unsigned));
    if (rank == 0) t.store_async(&shared.token, next, 1u, &shared.arrived);
    unsigned token = 0;
    for (int round = 0; round < rounds; ++round) {
      t.wait(&shared.arrived, static_cast<unsigned>(round));
      token = shared.token;
      const bool last = round + 1 == rounds;
      if (rank != 0 || !last) t.store_async(&shared.token, next, token + 1, &shared.arrived);
      if (!last) t.arrive_expecting(&shared.arrived, sizeof(unsigned));
    }
    return token;
  }
};

// Every block of a cluster sends `vectors` from each thread to all others, then waits for theirs.
// Two buffers take turns; no barrier of the block is needed, because each thread sends after it has
// read, and a block waits for all threads of the others. A round costs a latency and the time of
// its bytes: the difference between two numbers of vectors is that of bytes alone.
// <<<clusters size, 128, shared_bytes(size, vectors)>>> in clusters of `size`.
struct ClusterExchange {
  static constexpr int kMaxThreads = 128;
  struct Params {
    float* sums;  // [blocks][threads], of one vector received in each round
    int rounds, vectors;
  };
  static constexpr std::size_t shared_bytes(int cluster, int vectors) {
    return kHeader + std::size_t{2} * cluster * vectors * kMaxThreads * sizeof(FourFloats);
  }
  // That a block receives in a round.
  static constexpr std::size_t received_bytes(int cluster, int vectors) {
    return std::size_t{1} * (cluster - 1) * vectors * kMaxThreads * sizeof(FourFloats);
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const int size = t.cluster_size(), rank = t.cluster_rank();
    const auto expected = static_cast<unsigned>(size - 1) * p.vectors * t.threads() *
                          static_cast<unsigned>(sizeof(FourFloats));
    auto* barriers = reinterpret_cast<PhaseBarrier*>(t.shared());
    if (t.thread() == 0) {
      t.init(&barriers[0], 1);
      t.init(&barriers[1], 1);
    }
    t.sync_cluster();
    if (t.thread() == 0) {
      t.arrive_expecting(&barriers[0], expected);
      t.arrive_expecting(&barriers[1], expected);
    }
    const int read_from = wrapped(rank + 1 + t.thread() % (size - 1), size);
    float sum = 0.0f;
    for (int round = 0; round < p.rounds; ++round) {
      const int half = round % 2;
      send(t, p.vectors, round, &barriers[half]);
      t.wait(&barriers[half], static_cast<unsigned>(round / 2));
      sum += sum_of(*slot(t, half, read_from, round % p.vectors, p.vectors));
      if (t.thread() == 0 && round + 2 < p.rounds) t.arrive_expecting(&barriers[half], expected);
    }
    p.sums[t.block() * t.threads() + t.thread()] = sum;
    t.sync_cluster();  // no block ends while another sends to it
  }

 private:
  static constexpr std::size_t kHeader = 128;

  TACTUS_ON_DEVICE static int wrapped(int rank, int size) {
    return rank < size ? rank : rank - size;
  }
  template <class Thread>
  TACTUS_ON_DEVICE static FourFloats* slot(Thread& t, int half, int source, int v, int vectors) {
    auto* first = reinterpret_cast<FourFloats*>(t.shared() + kHeader);
    return first + ((half * t.cluster_size() + source) * vectors + v) * t.threads() + t.thread();
  }
  template <class Thread>
  TACTUS_ON_DEVICE static void send(Thread& t, int vectors, int round, PhaseBarrier* barrier) {
    const int size = t.cluster_size(), rank = t.cluster_rank();
    for (int peer = 1; peer < size; ++peer) {
      for (int v = 0; v < vectors; ++v) {
        const FourFloats value{{static_cast<float>(rank), static_cast<float>(round),
                                static_cast<float>(t.thread()), static_cast<float>(v)}};
        t.store_async(slot(t, round % 2, rank, v, vectors), wrapped(rank + peer, size), value,
                      barrier);
      }
    }
  }
};

// Two blocks send each other 32 tagged words in turn. A round has two hops. <<<2, 32>>>,
// cooperative.
struct WordPingPong {
  static constexpr int kMaxThreads = kWarpSize;
  struct Params {
    TaggedWord* words;  // [2][32], zero
    unsigned* last;     // [2][32]: the token that a lane received last, plus its number
    int rounds;
  };

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const int block = t.block(), lane = t.lane();
    TaggedWord* mine = p.words + block * kWarpSize + lane;
    TaggedWord found[1] = {};
    for (int round = 0; round < p.rounds; ++round) {
      const auto tag = static_cast<std::uint32_t>(round + 1);
      if (block == 1) receive(t, p, tag, found);
      t.store_tagged(mine, {{found[0].values[0] + 1, 0, static_cast<std::uint32_t>(lane)}, tag});
      if (block == 0) receive(t, p, tag, found);
    }
    p.last[block * kWarpSize + lane] = found[0].values[0] + found[0].values[2];
  }

 private:
  template <class Thread>
  TACTUS_ON_DEVICE static void receive(Thread& t, const Params& p, std::uint32_t tag,
                                       TaggedWord (&found)[1]) {
    t.wait_tagged(p.words + (1 - t.block()) * kWarpSize + t.lane(), 1, 1, tag, found);
    t.sync_warp();
  }
};

// All blocks exchange words, as the large groups of rung 8 do forward: in each round a block writes
// kWords of them, and each thread reads some of those of all blocks, kTogether at once. Two buffers
// take turns. <<<blocks, kMaxThreads, all shared memory>>>, cooperative.
struct WordsAllToAll {
  static constexpr int kMaxThreads = 256, kWords = 32, kTogether = 4;
  static constexpr int kSources = kMaxThreads / kWords;  // that the threads read at once
  struct Params {
    TaggedWord* words;  // [2][blocks][kWords], zero
    unsigned* sums;     // [blocks][threads], of a value of each word that a thread has read
    int rounds;
  };
  // That the blocks move through the L2 in a round.
  static constexpr double bytes(int blocks) {
    return (blocks + 1.0) * blocks * kWords * sizeof(TaggedWord);
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const int w = t.thread() % kWords, blocks = t.blocks();
    unsigned sum = 0;
    for (int round = 0; round < p.rounds; ++round) {
      const auto tag = static_cast<std::uint32_t>(round + 1);
      TaggedWord* words = p.words + round % 2 * blocks * kWords + w;
      if (t.thread() < kWords) t.store_tagged(words + t.block() * kWords, {{tag, sum, 0}, tag});
      for (int first = t.thread() / kWords; first < blocks; first += kTogether * kSources) {
        const int left = (blocks - first + kSources - 1) / kSources;
        const int count = left < kTogether ? left : kTogether;
        TaggedWord found[kTogether];
        t.wait_tagged(words + first * kWords, kSources * kWords, count, tag, found);
        for (int i = 0; i < kTogether; ++i) sum += i < count ? found[i].values[0] : 0;
      }
      t.sync_block();  // nobody writes the next but one round before all have read this one
    }
    p.sums[t.block() * t.threads() + t.thread()] = sum;
  }
};

// Every block reads the same buffer, each from its own place on, and begins again at the end. A
// buffer larger than the L1 and smaller than the L2 is read from the L2. <<<1 or one for each
// multiprocessor, at most 1024, all shared memory>>>.
struct BufferReads {
  static constexpr int kMaxThreads = 1024;
  static constexpr int kLoads = 8;      // of a thread in a round
  static constexpr unsigned kLine = 8;  // vectors of 128 bytes
  struct Params {
    const FourFloats* buffer;  // [vectors + round]: a round that begins near the end goes beyond it
    unsigned vectors;          // a multiple of those of a round, kLoads x threads
    float* sums;               // [blocks][threads]
    int rounds;
  };

  TACTUS_HOST_DEVICE static unsigned first_vector(int block, int blocks, unsigned vectors) {
    return static_cast<unsigned>(std::uint64_t{vectors} * block / blocks) / kLine * kLine;
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const auto threads = static_cast<unsigned>(t.threads());
    unsigned first = first_vector(t.block(), t.blocks(), p.vectors);
    float sum = 0.0f;
    for (int round = 0; round < p.rounds; ++round) {
      const FourFloats* at = p.buffer + first + t.thread();
      FourFloats x[kLoads];
      for (unsigned i = 0; i < kLoads; ++i) x[i] = at[i * threads];
      for (int i = 0; i < kLoads; ++i) sum += sum_of(x[i]);
      first += kLoads * threads;
      if (first >= p.vectors) first -= p.vectors;
    }
    p.sums[t.block() * t.threads() + t.thread()] = sum;
  }
};

// Barriers of a block; one leaves a value before the first, all read it after the last.
// <<<1, at most 512, an int>>>.
struct BlockBarriers {
  static constexpr int kMaxThreads = 512;
  struct Params {
    int* found;  // [blocks][threads]: rounds
    int rounds;
  };

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    int* value = reinterpret_cast<int*>(t.shared());
    if (t.thread() + 1 == t.threads()) *value = p.rounds;
    for (int round = 0; round < p.rounds; ++round) t.sync_block();
    p.found[t.block() * t.threads() + t.thread()] = *value;
  }
};

// All threads read vectors of shared memory, without bank conflicts. `stride` is that of two rounds
// in vectors, a multiple of `threads`: a compiler that does not know it must read again.
// <<<1 or one for each multiprocessor, 512, kVectors FourFloats>>>.
struct SharedReads {
  static constexpr int kMaxThreads = 512;
  static constexpr int kLoads = 4, kValues = 61;
  struct Params {
    float* sums;  // [blocks][threads]
    int rounds;
    unsigned stride;
  };
  static constexpr int kVectors =
      2 * kLoads * kMaxThreads;  // vector i has i % kValues in all places

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto* vectors = reinterpret_cast<FourFloats*>(t.shared());
    for (int i = t.thread(); i < kVectors; i += t.threads()) {
      const auto value = static_cast<float>(i % kValues);
      vectors[i] = {{value, value, value, value}};
    }
    t.sync_block();
    auto first = static_cast<unsigned>(t.thread());
    float sum = 0.0f;
    for (int round = 0; round < p.rounds; ++round) {
      FourFloats x[kLoads];
      for (int i = 0; i < kLoads; ++i) x[i] = vectors[first + i * kMaxThreads];
      for (int i = 0; i < kLoads; ++i) sum += sum_of(x[i]);
      first = (first + p.stride) % (kVectors / 2);
    }
    p.sums[t.block() * t.threads() + t.thread()] = sum;
  }
};

// Products of ones by the matrix units, each on the sums of the one before. <<<1, 32>>>.
struct MatrixChain {
  static constexpr int kMaxThreads = kWarpSize;
  struct Params {
    float* sums;  // [32][4]: rounds x 16 in bf16, rounds x 8 in TF32
    int rounds;
    bool bf16;
  };

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const std::uint32_t one = p.bf16 ? 0x3f803f80u : 0x3f800000u;
    const std::uint32_t a[4] = {one, one, one, one}, b[2] = {one, one};
    float c[4] = {};
    if (p.bf16) {
      for (int round = 0; round < p.rounds; ++round) t.mma_bf16(c, a, b);
    } else {
      for (int round = 0; round < p.rounds; ++round) t.mma_tf32(c, a, b);
    }
    for (int i = 0; i < 4; ++i) p.sums[t.lane() * 4 + i] = c[i];
  }
};

// Nothing: its launch is what takes time. <<<any, at most 128>>>.
struct EmptyKernel {
  static constexpr int kMaxThreads = 128;
  struct Params {
    int unused;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread&, const Params&) {}
};

}  // namespace tactus::gpu
