// The recurrences of rung 8 on the card: kernels by precision and width, and their launches.
#pragma once

#include <cstddef>

#include "gpu/kernels/resident_backward_kernels.h"
#include "gpu/kernels/resident_forward_kernels.h"
#include "gpu/lstm/resident/resident_choice.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

class ResidentLauncher {
 public:
  ResidentLauncher(Runtime& runtime, MemoryPool& pool, Precision precision)
      : runtime_(&runtime), precision_(precision), words_(pool) {}

  // `pass` lacks plan, layout, first_group and words.
  void forward(Stream stream, const ResidentChoice& choice, int directions,
               ResidentForwardParams params);
  void backward(Stream stream, const ResidentChoice& choice, int directions,
                ResidentBackwardParams params);

 private:
  template <class Params>
  void launch_all(Stream stream, ResidentKernel kernel, const ResidentChoice& choice,
                  int directions, Params& params);

  Runtime* runtime_;
  Precision precision_;
  Scratch<TaggedWord> words_;
};

}  // namespace tactus::gpu
