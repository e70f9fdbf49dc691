// The Backend that computes on a card. It asks everything of a Runtime, so that it can be built and
// tested where no card is.
//
// Calls only queue work, in one main stream (recurrent layers in more, which join it); the host
// waits in download() and await(), and while more than 256 MiB of copies are under way. Batches
// that are uploaded ahead go through a stream of their own. Device memory is from one pool
// (memory_pool.h), scratch memory included: OutOfMemory where its bound is reached. The same calls
// give the same bits: no sum depends on the order in which a card does things.
//
// A whole step is not one CUDA graph: the loop over time steps is one where that pays (rung 7), and
// the few launches beside it are queued faster than they are computed.
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
  // Of matrix products; all else is fp32. With kBf16 linear layers take TF32 (linear_layer.h).
  Precision precision = Precision::kFp32;
  std::optional<Rung> rung;      // empty: the fastest for each size, see lstm_chooser.h
  std::size_t memory_bound = 0;  // bytes; 0 = nine tenths of what is free at the start
};

// Throws GpuError where the card has no such precision.
std::shared_ptr<Backend> make_cuda_backend(std::shared_ptr<Runtime> runtime,
                                           const CudaOptions& options = {});

}  // namespace tactus::gpu
