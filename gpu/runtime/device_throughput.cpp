#include "gpu/runtime/device_throughput.h"

namespace tactus::gpu {
namespace {

struct PerCycle {
  int capability;  // from this one on
  int fp32, tf32, bf16;
};
// Operations of one multiprocessor per cycle; an addition and a multiplication count as two. 8.6,
// 8.9 and 12.0 are cards for games and workstations, with smaller matrix units.
constexpr PerCycle kArchitectures[] = {{120, 256, 256, 512},  {100, 256, 4096, 8192},
                                       {90, 256, 2048, 4096}, {86, 256, 256, 512},
                                       {80, 128, 1024, 2048}, {0, 128, 128, 128}};

}  // namespace

double theoretical_flops(const DeviceProperties& card, Precision precision) {
  const PerCycle* found = kArchitectures;
  while (card.compute_capability < found->capability) ++found;
  const int operations = precision == Precision::kFp32   ? found->fp32
                         : precision == Precision::kTf32 ? found->tf32
                                                         : found->bf16;
  return static_cast<double>(operations) * card.multiprocessors * card.clock_khz * 1e3;
}

}  // namespace tactus::gpu
