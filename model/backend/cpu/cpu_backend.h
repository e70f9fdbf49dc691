// The network's arithmetic on this machine's processor, for the widest instruction set found at run
// time, work split over threads that the backend owns.
#pragma once

#include <memory>

#include "model/backend/backend.h"

namespace tactus {

struct CpuKernels;

// threads = 0: one per processor. Results are bit-identical for every number of threads, and those
// of a sequence do not depend on what else is in its batch.
std::shared_ptr<Backend> make_cpu_backend(int threads = 0);
// The same with a chosen instruction set.
std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuKernels& kernels);
// The widest set, with the products of inference (lstm_forward without a tape) in bf16: outputs of
// a layer differ by up to 0.02 from those of single precision, twice as fast at best. Training
// stays in single precision. Null where the processor has no such instructions (avx512_bf16).
std::shared_ptr<Backend> make_bf16_cpu_backend(int threads = 0);

}  // namespace tactus
