// A kernel for each sentence of gpu/kernels/kernel_language.h: its result shows whether a Thread
// obeys it.
#pragma once

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/number_formats.h"

namespace tactus::gpu::test {

struct LanguageKernel {
  static constexpr int kMaxThreads = 256;
};

// out[block] = sum of `values` of the block, by warps.
struct BlockSum : LanguageKernel {
  struct Params {
    const float* values;
    float* out;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    float value = p.values[t.block() * t.threads() + t.thread()];
    for (int mask = 16; mask > 0; mask /= 2) value += t.shuffle_xor(value, mask);
    auto* sums = reinterpret_cast<float*>(t.shared());
    if (t.lane() == 0) sums[t.warp()] = value;
    t.sync_block();
    if (t.thread() > 0) return;
    float sum = 0.0f;
    for (int w = 0; w < t.threads() / kWarpSize; ++w) sum += sums[w];
    p.out[t.block()] = sum;
  }
};

// The lanes of a warp pass numbers on through shared memory.
struct WarpRing : LanguageKernel {
  struct Params {
    float* out;  // [threads]
    int rounds;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto* slots = reinterpret_cast<float*>(t.shared()) + t.warp() * kWarpSize;
    float mine = static_cast<float>(t.thread());
    for (int round = 0; round < p.rounds; ++round) {
      slots[t.lane()] = mine;
      t.sync_warp();
      mine = slots[(t.lane() + 1) % kWarpSize];
      t.sync_warp();
    }
    p.out[t.thread()] = mine;
  }
};

// Every block of a cluster writes its rank into all others' shared memory, in units of `Value`.
struct alignas(16) FourFloats {
  float a, b, c, d;
};
struct alignas(8) TwoFloats {
  float a, b;
};
struct ClusterWrite : LanguageKernel {
  struct Params {
    float* out;    // [blocks][cluster][7]
    bool counted;  // by stores that a barrier counts
  };
  struct Shared {
    FourFloats four[16];
    TwoFloats two[16];
    float one[16];
    PhaseBarrier barrier;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    const int rank = t.cluster_rank(), size = t.cluster_size();
    const float mine = static_cast<float>(t.block() + 1);
    const FourFloats four{mine, mine + 1, mine + 2, mine + 3};
    const TwoFloats two{mine + 4, mine + 5};
    if (p.counted && t.thread() == 0) {
      t.init(&shared.barrier, 1);
      t.arrive_expecting(&shared.barrier, static_cast<unsigned>(size) * 7u * sizeof(float));
    }
    t.sync_cluster();  // all blocks are running
    if (t.thread() < size && p.counted) {
      t.store_async(&shared.four[rank], t.thread(), four, &shared.barrier);
      t.store_async(&shared.two[rank], t.thread(), two, &shared.barrier);
      t.store_async(&shared.one[rank], t.thread(), mine + 6, &shared.barrier);
    } else if (t.thread() < size) {
      t.store_remote(&shared.four[rank], t.thread(), four);
      t.store_remote(&shared.two[rank], t.thread(), two);
      t.store_remote(&shared.one[rank], t.thread(), mine + 6);
    }
    if (p.counted) t.wait(&shared.barrier, 0);
    t.sync_cluster();
    if (t.thread() < size) {
      float* out = p.out + (t.block() * size + t.thread()) * 7;
      const FourFloats four_there = shared.four[t.thread()];
      const TwoFloats two_there = shared.two[t.thread()];
      out[0] = four_there.a;
      out[1] = four_there.b;
      out[2] = four_there.c;
      out[3] = four_there.d;
      out[4] = two_there.a;
      out[5] = two_there.b;
      out[6] = shared.one[t.thread()];
    }
    t.sync_cluster();  // no block ends while others write to it
  }
};

// The blocks of a cluster pass numbers round, `rounds` times: stores, then arrivals.
struct ClusterRing : LanguageKernel {
  struct Params {
    float* out;  // [blocks][4]
    int rounds;
  };
  struct Shared {
    float value[2][4];
    PhaseBarrier full[2], empty[2];
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    if (t.thread() == 0) {
      for (int half = 0; half < 2; ++half) {
        t.init(&shared.full[half], 4);
        t.init(&shared.empty[half], 4);
      }
    }
    t.sync_cluster();
    const int size = t.cluster_size(), next = (t.cluster_rank() + 1) % size;
    const int before = (t.cluster_rank() + size - 1) % size;
    float mine = static_cast<float>(t.block() * 4 + t.thread());
    if (t.thread() < 4) {
      for (int round = 0; round < p.rounds; ++round) {
        const int half = round % 2;
        const unsigned turn = static_cast<unsigned>(round / 2);
        if (turn > 0)
          t.wait(&shared.empty[half], turn - 1);  // the next block has read the last one
        t.store_remote(&shared.value[half][t.thread()], next, mine);
        t.arrive(&shared.full[half], next);
        t.wait(&shared.full[half], turn);
        mine = shared.value[half][t.thread()];
        t.arrive(&shared.empty[half], before);
      }
      p.out[t.block() * 4 + t.thread()] = mine;
    }
    t.sync_cluster();
  }
};

// All blocks of a cluster send each other numbers by stores that barriers count, `rounds` times.
struct ClusterSum : LanguageKernel {
  struct Params {
    float* out;  // [blocks]
    int rounds;
  };
  struct Shared {
    float value[2][32][16];  // [buffer][lane][source]
    PhaseBarrier barrier[2];
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    const int blocks = t.cluster_size();
    if (t.thread() == 0) {
      t.init(&shared.barrier[0], 1);
      t.init(&shared.barrier[1], 1);
    }
    t.sync_cluster();
    float mine = static_cast<float>(t.block() + 1);
    for (int round = 0; round < p.rounds; ++round) {
      const int half = round % 2;
      const unsigned expected = 32u * static_cast<unsigned>(blocks) * sizeof(float);
      if (t.thread() == 0) t.arrive_expecting(&shared.barrier[half], expected);
      for (int other = 0; other < blocks; ++other) {
        t.store_async(&shared.value[half][t.lane()][t.cluster_rank()], other, mine,
                      &shared.barrier[half]);
      }
      t.wait(&shared.barrier[half], static_cast<unsigned>(round / 2));
      mine = 0.0f;
      for (int source = 0; source < blocks; ++source) mine += shared.value[half][t.lane()][source];
      t.sync_block();  // the next arrive_expecting comes after every wait
    }
    if (t.thread() == 0) p.out[t.block()] = mine;
    t.sync_cluster();
  }
};

// All blocks of the grid wait for each other, `rounds` times, through words in device memory.
struct GridRounds : LanguageKernel {
  struct Params {
    TaggedWord* words;  // [2][blocks], zero
    float* out;         // [blocks]
    int rounds;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    if (t.thread() != 0) return;
    float mine = static_cast<float>(t.block() % 3);
    for (int round = 0; round < p.rounds; ++round) {
      TaggedWord* words = p.words + round % 2 * t.blocks();
      const auto tag = static_cast<std::uint32_t>(round + 1);
      t.store_tagged(&words[t.block()], {{tag, bits_of(mine), ~tag}, tag});
      float sum = 0.0f;
      for (int b = 0; b < t.blocks(); b += 2) {
        const int count = b + 1 < t.blocks() ? 2 : 1;
        TaggedWord found[2];
        t.wait_tagged(&words[b], 1, count, tag, found);
        for (int i = 0; i < count; ++i) {
          const TaggedWord& word = found[i];
          // All words of a value belong together.
          sum += word.values[0] == tag && word.values[2] == ~tag ? float_of(word.values[1]) : 1e9f;
        }
      }
      mine = sum - mine * static_cast<float>(t.blocks() - 1);
    }
    p.out[t.block()] = mine;
  }
};

// A cooperative launch of clusters of two: in each round a block takes the value of its neighbour
// in the cluster, then the sums of all blocks of its rank through words.
struct TableRounds : LanguageKernel {
  struct Params {
    TaggedWord* words;  // [2][blocks], zero
    float* out;         // [blocks]
    int rounds;
  };
  struct Shared {
    PhaseBarrier arrived[2];
    float value[2];
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    if (t.thread() == 0) {
      for (PhaseBarrier& barrier : shared.arrived) t.init(&barrier, 1);
    }
    t.sync_cluster();
    if (t.thread() == 0) p.out[t.block()] = rounds(t, shared, p);
    t.sync_cluster();
  }

 private:
  template <class Thread>
  TACTUS_ON_DEVICE static float rounds(Thread& t, Shared& shared, const Params& p) {
    const int rank = t.cluster_rank(), neighbour = 1 - rank;
    float mine = static_cast<float>(t.block() % 5);
    for (PhaseBarrier& barrier : shared.arrived) t.arrive_expecting(&barrier, sizeof(float));
    for (int round = 0; round < p.rounds; ++round) {
      const int half = round % 2;
      t.store_async(&shared.value[half], neighbour, mine, &shared.arrived[half]);
      t.wait(&shared.arrived[half], static_cast<unsigned>(round / 2));
      const float pair = mine + shared.value[half];
      t.arrive_expecting(&shared.arrived[half], sizeof(float));
      TaggedWord* words = p.words + half * t.blocks();
      const auto tag = static_cast<std::uint32_t>(round + 1);
      t.store_tagged(&words[t.block()], {{bits_of(pair), 0, 0}, tag});
      float sum = 0.0f;
      for (int block = rank; block < t.blocks(); block += 2) {
        TaggedWord found[1];
        t.wait_tagged(&words[block], 1, 1, tag, found);
        sum += float_of(found[0].values[0]);
      }
      mine = static_cast<float>(static_cast<int>(sum) % 7 + rank);
    }
    return mine;
  }
};

// C[16,8] += A B by the matrix units, one warp.
struct WarpProduct : LanguageKernel {
  struct Params {
    const float *a, *b;  // [16,K] [K,8], K = 16 in bf16, 8 in tf32
    float* c;            // [16,8]
    bool bf16;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    const int group = t.lane() / 4, quad = t.lane() % 4;
    float c[4];
    for (int i = 0; i < 4; ++i) c[i] = p.c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2];
    if (p.bf16) {
      const float *a = p.a + group * 16 + quad * 2, *b = p.b + quad * 2 * 8 + group;
      const std::uint32_t fa[4] = {bf16_pair(a[0], a[1]), bf16_pair(a[128], a[129]),
                                   bf16_pair(a[8], a[9]), bf16_pair(a[136], a[137])};
      const std::uint32_t fb[2] = {bf16_pair(b[0], b[8]), bf16_pair(b[64], b[72])};
      t.mma_bf16(c, fa, fb);
    } else {
      const float *a = p.a + group * 8 + quad, *b = p.b + quad * 8 + group;
      const std::uint32_t fa[4] = {tf32_bits(a[0]), tf32_bits(a[64]), tf32_bits(a[4]),
                                   tf32_bits(a[68])};
      const std::uint32_t fb[2] = {tf32_bits(b[0]), tf32_bits(b[32])};
      t.mma_tf32(c, fa, fb);
    }
    for (int i = 0; i < 4; ++i) p.c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2] = c[i];
  }
};

// The number formats and the cell, value by value.
struct Formats : LanguageKernel {
  struct Params {
    const float* values;
    std::uint32_t* tf32;
    std::uint32_t* bf16;
    float *sigmoid, *h, *dc;  // of cells with all four gates at the value
    float *tanh, *forget;     // approximate
    int count;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    for (int i = t.block() * t.threads() + t.thread(); i < p.count; i += t.blocks() * t.threads()) {
      const float x = p.values[i];
      p.tf32[i] = tf32_bits(x);
      p.bf16[i] = bf16_bits(x);
      p.sigmoid[i] = ExactFunctions::sigmoid(x);
      p.tanh[i] = ApproximateFunctions::tanh(x);
      p.forget[i] = ApproximateFunctions::forget(x);
      float c = 0.5f;
      const Gates a = cell_forward({x, x, x, x}, {}, c, p.h[i]);
      float dc = 0.25f;
      cell_backward(a, {}, c, 0.5f, 1.0f, dc);
      p.dc[i] = dc;
    }
  }
};

// Adds to each value.
struct AddToAll : LanguageKernel {
  struct Params {
    float* values;
    int count;
    float what;
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    for (int i = t.block() * t.threads() + t.thread(); i < p.count; i += t.blocks() * t.threads()) {
      p.values[i] += p.what;
    }
  }
};

}  // namespace tactus::gpu::test
