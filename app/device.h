// The choice of the machine that computes, and how:
//   auto           a CUDA device when the module and a card are present, else the CPU
//   cpu            the widest instruction set of this processor
//   cpu:SET        a chosen one: avx512, avx2, generic
//   cpu:bf16       inference with products in bf16 (see make_bf16_cpu_backend)
//   cuda, cuda:N   a CUDA device
#pragma once

#include <memory>
#include <string>

namespace tactus {

class Backend;
struct CpuKernels;

inline constexpr const char* kDeviceHelp = "auto, cpu, cpu:avx512|avx2|generic|bf16 or cuda[:N]";

// `threads` is the number of CPU threads (0 = all cores). Throws UsageError for an unknown name or
// when what is asked for is not there.
std::shared_ptr<Backend> make_backend(const std::string& device, int threads);

// Throws UsageError where this processor has no such set.
const CpuKernels& cpu_kernels_by_name(const std::string& name);

}  // namespace tactus
