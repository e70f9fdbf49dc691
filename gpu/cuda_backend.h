// The Backend that computes on a card. It reaches the card only through a Runtime, so it can be
// built and tested without a card.
//
// Calls only queue work in one main stream. Recurrent layers use more streams, which join it; the
// gradients of their parameters may run on in a side stream, and whatever shares memory with them
// waits (side_stream.h). The host waits in download() and await(), and while more than 256 MiB of
// copies are pending. Batches uploaded ahead use a separate stream. All device memory, scratch
// included, comes from one pool (memory_pool.h), which throws OutOfMemory at its bound. The same
// calls give the same bits: no sum depends on the order in which the card works.
//
// A whole training step is not one CUDA graph. Rung 7 uses a graph for the loop over time steps;
// the host queues the few other launches faster than the card computes them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/runtime/runtime.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

struct CudaOptions {
  // Precision of matrix products; all else is fp32. With kBf16, linear layers use TF32
  // (linear_layer.h).
  Precision precision = Precision::kFp32;
  std::optional<Rung> rung;      // empty: the fastest for each size (lstm_chooser.h)
  std::size_t memory_bound = 0;  // bytes; 0: nine tenths of the memory free at the start
};

// Throws GpuError if the card does not support the precision.
std::shared_ptr<Backend> make_cuda_backend(std::shared_ptr<Runtime> runtime,
                                           const CudaOptions& options = {});

}  // namespace tactus::gpu
