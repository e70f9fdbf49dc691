// The CUDA backend is a library of its own, loaded when a card is asked for: where it, a driver or
// a card is missing, the program goes on without.
#pragma once

#include <string>

#include "app/models/places.h"
#include "gpu/module_interface.h"

namespace tactus {

struct CudaPresence {
  const gpu::CudaModule* module = nullptr;  // null: could not be loaded
  std::string why_unavailable;              // a sentence; empty: a card can be used
};

// Loads the module that is there (places.h); it stays loaded to the end of the program.
CudaPresence find_cuda(const Places& places);

}  // namespace tactus
