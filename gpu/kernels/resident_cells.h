// What both kernels of rung 8 share: the place of the block, its weights, and its cells, of which a
// thread has at most one in each chunk of sequences. No kernel of its own; kernel_language.h says
// how to read it if you know CUDA.
#pragma once

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/resident_exchange.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu {

template <class Format, class KernelParams>
class ResidentCells {
 protected:
  template <class Thread>
  TACTUS_ON_DEVICE ResidentCells(Thread& thread, const KernelParams& params)
      : block_(ResidentBlock::of(thread)),
        p_(params),
        pass_(params.pass),
        plan_(params.pass.plan),
        layout_(params.pass.layout) {}

  TACTUS_ON_DEVICE const auto& direction() const { return p_.directions[block_.direction]; }
  TACTUS_ON_DEVICE int steps() const { return block_.end - block_.begin; }
  TACTUS_ON_DEVICE int cells() const { return plan_.units * Format::kWidth; }  // of a chunk
  template <class Thread>
  TACTUS_ON_DEVICE bool has_cell(Thread& thread) const {
    return thread.thread() < cells();
  }
  template <class Thread>
  TACTUS_ON_DEVICE CellPlace cell_of(Thread& thread) const {
    return cell_place<Format>(thread.thread(), plan_.units);
  }
  TACTUS_ON_DEVICE int sequence_of(int chunk, const CellPlace& at) const {
    return block_.first_sequence + chunk * Format::kWidth + at.sequence;
  }
  template <class Thread>
  TACTUS_ON_DEVICE int length_of(Thread& thread, int chunk, const CellPlace& at) const {
    return reinterpret_cast<const int*>(thread.shared() +
                                        layout_.lengths)[chunk * Format::kWidth + at.sequence];
  }
  template <class Thread>
  TACTUS_ON_DEVICE bool is_active(Thread& thread, int frame, int chunk) const {
    const CellPlace at = cell_of(thread);
    return has_cell(thread) && block_.first_unit + at.unit < pass_.hidden &&
           frame < length_of(thread, chunk, at);
  }
  // Cells, or gradients of cells.
  template <class Thread>
  TACTUS_ON_DEVICE float* cell_state(Thread& thread, int chunk, int cell) const {
    return reinterpret_cast<float*>(thread.shared() + layout_.state) + chunk * cells() + cell;
  }
  template <class Thread>
  TACTUS_ON_DEVICE void clear_state(Thread& thread) const {
    float* state = cell_state(thread, 0, 0);
    for (int i = thread.thread(); i < plan_.chunks * cells(); i += thread.threads())
      state[i] = 0.0f;
  }

  ResidentBlock& block_;
  const KernelParams& p_;
  const ResidentPass& pass_;
  const ResidentPlan& plan_;
  const ResidentLayout& layout_;
  ResidentProduct<Format> product_;
};

}  // namespace tactus::gpu
