// The Backend that computes on a card. It asks everything of a Runtime, so that it can be built and
// tested where no card is.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "gpu/lstm_layer.h"
#include "gpu/runtime.h"
#include "model/backend.h"

namespace tactus::gpu {

struct CudaOptions {
  Precision precision = Precision::kFp32;  // of matrix products; all else is fp32
  std::optional<Rung> rung;                // empty: the fastest for each size, see lstm_chooser.h
  std::size_t memory_bound = 0;            // bytes; 0 = nine tenths of what is free at the start
};

std::shared_ptr<Backend> make_cuda_backend(std::shared_ptr<Runtime> runtime,
                                           const CudaOptions& options = {});

}  // namespace tactus::gpu
