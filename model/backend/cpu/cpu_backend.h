// The arithmetic of a network on this processor. The backend uses the widest instruction set found
// at run time, and its own threads.
#pragma once

#include <memory>

#include "model/backend/backend.h"

namespace tactus {

struct CpuKernels;

// threads = 0: one per processor. Results are bit-identical for every number of threads. The
// results of a sequence do not depend on the other sequences of its batch.
std::shared_ptr<Backend> make_cpu_backend(int threads = 0);
// The same with a given instruction set.
std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuKernels& kernels);
// The widest set, with bf16 products in inference (lstm_forward without a tape), up to twice as
// fast. Outputs of a layer differ by up to 0.02 from those of single precision. Training stays in
// single precision. Null if the processor has no such instructions (avx512_bf16).
std::shared_ptr<Backend> make_bf16_cpu_backend(int threads = 0);

}  // namespace tactus
