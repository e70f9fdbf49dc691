// The arithmetic of a network on this processor. The backend uses the widest instruction set found
// at run time, and its own threads.
#pragma once

#include <memory>

#include "model/backend/backend.h"

namespace tactus {

struct CpuKernels;
struct CpuNarrowKernels;

// threads = 0: one per processor. Results are bit-identical for every number of threads. The
// results of a sequence do not depend on the other sequences of its batch.
std::shared_ptr<Backend> make_cpu_backend(int threads = 0);
// The same with a given instruction set.
std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuKernels& kernels);
// With narrow products of recurrent layers in inference (lstm_forward without a tape). Outputs of a
// layer differ from those of single precision by up to 0.02 in bf16, 0.0005 in int16 and 0.05 in
// int8. Training and dense layers stay in single precision.
std::shared_ptr<Backend> make_cpu_backend(int threads, const CpuNarrowKernels& kernels);

}  // namespace tactus
