// Highest throughput of a card by its data sheet: multiprocessors x clock x operations per cycle.
// Clocks fall under load, so a share of this value is a little too small.
#pragma once

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// Multiply-adds of dense products in `precision` that a multiprocessor makes in a cycle, sums in
// fp32. 0: it has no matrix units for the precision.
int products_per_cycle(int compute_capability, Precision precision);

// Multiplications and additions per second of dense products in `precision` (NVIDIA's architecture
// papers of A100, H100, B200, Ada and Blackwell). A card without matrix units for the precision
// computes in fp32.
double theoretical_flops(const DeviceProperties& card, Precision precision);

}  // namespace tactus::gpu
