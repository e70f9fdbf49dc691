// The CUDA backend is a library of its own, loaded when a card is asked for: where it, a driver or
// a card is missing, the program goes on without.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gpu/module_interface.h"

namespace tactus {

struct CudaPresence {
  const gpu::CudaModule* module = nullptr;  // null: could not be loaded
  std::string why_unavailable;              // a sentence; empty: a card can be used
};

// Looks in $TACTUS_CUDA_MODULE (a file) alone when that is set, else beside the program and in
// PREFIX/lib/tactus of an installed one. The library stays loaded to the end of the program.
CudaPresence find_cuda();

// Where find_cuda looks, in that order.
std::vector<std::filesystem::path> cuda_module_places();

}  // namespace tactus
