// The products of the matrix units on the registers of 32 lanes, with the fragments of the PTX ISA:
// "Matrix Fragments for mma.m16n8k8" (.tf32) and "... for mma.m16n8k16" (.bf16).
#pragma once

#include <cstdint>

namespace tactus::gpu::test {

// A lane's part of the call.
struct WarpMatrixOperands {
  float* c = nullptr;                // [4]
  const std::uint32_t* a = nullptr;  // [4]
  const std::uint32_t* b = nullptr;  // [2]
};

// C[16,8] += A[16,8] B[8,8]: of each factor the hardware takes the upper 19 bits as they are.
void multiply_tf32(const WarpMatrixOperands (&lanes)[32]);
// C[16,8] += A[16,16] B[16,8].
void multiply_bf16(const WarpMatrixOperands (&lanes)[32]);

}  // namespace tactus::gpu::test
