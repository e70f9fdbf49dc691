// For which cards the kernels of a module are compiled.
#pragma once

#include <string>
#include <string_view>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// The oldest card that the kernels can be compiled for: 75 = sm_75.
inline constexpr int kOldestCapability = 75;

std::string capability_text(int compute_capability);  // "7.5"

// Why kernels of these architectures (as CMAKE_CUDA_ARCHITECTURES, separated by commas:
// "75-real,90") do not run on the card, for the user; empty if they do. Machine code runs on later
// cards of the same major number, PTX (an architecture without "-real") on all later ones.
// `left_out`: why the build lacks other architectures, or empty.
std::string why_no_code(std::string_view architectures, std::string_view left_out,
                        const DeviceProperties& card);

}  // namespace tactus::gpu
