// TACTUS_AVX2_CLONE before a function compiles it for AVX2, too; the processor decides when the
// program starts. AVX2 has no fused multiply-add, so both give the same bits. It does not reach
// lambdas, or functions that are called but not inlined. It needs GCC and glibc; sanitizers are not
// ready when it chooses.
#pragma once

#include <cstddef>

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TACTUS_AVX2_CLONE __attribute__((target_clones("avx2", "default")))
#else
#define TACTUS_AVX2_CLONE
#endif
