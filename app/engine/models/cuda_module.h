// The CUDA backend is a separate library, loaded if a card is requested. If the library, a driver
// or a card is missing, the program continues without it.
#pragma once

#include <string>

#include "app/engine/models/places.h"
#include "gpu/module_interface.h"

namespace tactus {

struct CudaPresence {
  const gpu::CudaModule* module = nullptr;  // null: not loaded
  std::string why_unavailable;              // reason in a sentence; empty: a card can be used
};

// Loads the first existing module (places.h). It stays loaded until the program ends.
CudaPresence find_cuda(const Places& places);

}  // namespace tactus
