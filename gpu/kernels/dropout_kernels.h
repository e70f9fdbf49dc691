// Dropout with the masks of Backend::dropout (RandomStream): Philox4x32-10, as in
// model/backend/philox.h, which gives the same words. kernel_language.h says how to read a kernel
// if you know CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"

namespace tactus::gpu {

struct RandomWords {
  std::uint32_t v[4];
};

TACTUS_HOST_DEVICE RandomWords philox_words(std::uint64_t counter_low, std::uint64_t counter_high,
                                            std::uint64_t key) {
  std::uint32_t c0 = static_cast<std::uint32_t>(counter_low),
                c1 = static_cast<std::uint32_t>(counter_low >> 32),
                c2 = static_cast<std::uint32_t>(counter_high),
                c3 = static_cast<std::uint32_t>(counter_high >> 32);
  std::uint32_t k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c0;
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c2;
    c0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1 ^ k0;
    c1 = static_cast<std::uint32_t>(p1);
    c2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<std::uint32_t>(p0);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return {{c0, c1, c2, c3}};
}

// y [n] = x [n], some set to zero, the others times `scale`. <<<n / 1024 up to 2048, 256>>>: a
// thread computes the four elements of one block of random words.
struct Dropout {
  struct Params {
    std::size_t n;
    const float* x;
    float* y;  // may be x
    std::uint64_t seed, stream;
    std::uint64_t dropped_below;
    float scale;
    bool vectors;  // x and y are aligned to 16 bytes
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const std::size_t groups = (p.n + 3) / 4;
    for (std::size_t g = first_index(thread); g < groups; g += index_stride(thread)) {
      const RandomWords words = philox_words(g, p.stream, p.seed);
      if (p.vectors && 4 * g + 4 <= p.n) {
        FourFloats four = reinterpret_cast<const FourFloats*>(p.x)[g];
        for (int j = 0; j < 4; ++j) four.v[j] = masked(p, words.v[j], four.v[j]);
        reinterpret_cast<FourFloats*>(p.y)[g] = four;
      } else {
        for (int j = 0; j < 4 && 4 * g + j < p.n; ++j) {
          p.y[4 * g + j] = masked(p, words.v[j], p.x[4 * g + j]);
        }
      }
    }
  }

  TACTUS_ON_DEVICE static float masked(const Params& p, std::uint32_t word, float x) {
    return word < p.dropped_below ? 0.0f : x * p.scale;
  }
};

}  // namespace tactus::gpu
