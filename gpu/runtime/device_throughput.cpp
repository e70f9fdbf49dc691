#include "gpu/runtime/device_throughput.h"

namespace tactus::gpu {
namespace {

struct PerCycle {
  int capability;  // from this one on
  int fp32, tf32, bf16;
};
// Multiply-adds. 8.6, 8.9 and 12.0 are cards for games and workstations, with smaller matrix units.
constexpr PerCycle kArchitectures[] = {{120, 128, 128, 256},  {100, 128, 2048, 4096},
                                       {90, 128, 1024, 2048}, {86, 128, 128, 256},
                                       {80, 64, 512, 1024},   {0, 64, 0, 0}};

}  // namespace

int products_per_cycle(int compute_capability, Precision precision) {
  const PerCycle* found = kArchitectures;
  while (compute_capability < found->capability) ++found;
  switch (precision) {
    case Precision::kFp32:
      return found->fp32;
    case Precision::kTf32:
      return found->tf32;
    case Precision::kBf16:
      return found->bf16;
  }
  return 0;
}

double theoretical_flops(const DeviceProperties& card, Precision precision) {
  const int matrix = products_per_cycle(card.compute_capability, precision);
  const int products =
      matrix ? matrix : products_per_cycle(card.compute_capability, Precision::kFp32);
  return 2.0 * products * card.multiprocessors * card.clock_khz * 1e3;
}

}  // namespace tactus::gpu
