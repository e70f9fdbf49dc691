#include "model/backend/cpu/kernels/cpu_kernels.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace tactus {
namespace {

#if defined(__x86_64__)
// GCC 12 has no name for it: leaf 7, subleaf 1, bit 4 of EAX (Intel, Software Developer's Manual).
bool has_avxvnni() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (a >> 4 & 1) != 0;
}
#endif

// Whether this processor has an instruction that the compiler calls by this name.
bool has(std::string_view instruction) {
  static const std::pair<std::string_view, bool> kAll[] = {
    {"", true},
#if defined(__x86_64__)
    {"avx2", __builtin_cpu_supports("avx2")},
    {"fma", __builtin_cpu_supports("fma")},
    {"avxvnni", has_avxvnni()},
    {"avx512f", __builtin_cpu_supports("avx512f")},
    {"avx512dq", __builtin_cpu_supports("avx512dq")},
    {"avx512vl", __builtin_cpu_supports("avx512vl")},
    {"avx512bf16", __builtin_cpu_supports("avx512bf16")},
    {"avx512vnni", __builtin_cpu_supports("avx512vnni")},
#elif defined(__aarch64__)
    {"arch=armv8-a", true},  // every such processor has Advanced SIMD
#if defined(__linux__)
    {"arch=armv8.2-a+bf16", (getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0},
    {"arch=armv8.2-a+dotprod", (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0},
#endif
#endif
  };
  const auto* const found =
      std::ranges::find(kAll, instruction, &std::pair<std::string_view, bool>::first);
  if (found != std::end(kAll)) return found->second;
  throw std::logic_error("a set of kernels needs \"" + std::string(instruction) +
                         "\", which cpu_kernels.cpp does not know");
}

template <class Kernels>
std::vector<const Kernels*> supported(std::span<const Kernels* const> all) {
  std::vector<const Kernels*> sets;
  std::ranges::copy_if(all, std::back_inserter(sets), [](const Kernels* kernels) {
    return missing_instruction(kernels->needs).empty();
  });
  return sets;
}

}  // namespace

std::string_view missing_instruction(std::string_view needs) {
  while (!needs.empty()) {
    const std::string_view first = needs.substr(0, needs.find(','));
    if (!has(first)) return first;
    needs.remove_prefix(std::min(first.size() + 1, needs.size()));
  }
  return {};
}

std::vector<const CpuKernels*> supported_cpu_kernels() {
  return supported(all_cpu_kernels());
}

std::vector<const CpuNarrowKernels*> supported_narrow_kernels() {
  return supported(all_narrow_kernels());
}

const CpuNarrowKernels* narrow_kernels_of(std::string_view precision) {
  for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
    if (kernels->precision == precision) return kernels;
  }
  return nullptr;
}

}  // namespace tactus
