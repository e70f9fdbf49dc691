// LSTM layers on the CPU. The input products of many steps are one matrix product; each step is the
// recurrent product with the cell as its epilogue (cpu_kernels.h). Directions and slices of the
// batch are independent tasks that do not wait for each other. If there are more threads than
// tasks, teams of threads share the units of a slice and meet after each step. Weights are packed
// once per call, or, for inference with LstmWeights::prepared, once.
//
// Tape of a direction, for N frames without padding (frame_list.h) and P panels of W units:
// gates [P,N,4W] (activations, turned into gradients of the gate sums by the backward pass)
// followed by cells [P,N,W]: 5 floats for each unit, frame and direction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/backend/backend.h"
#include "model/backend/cpu/frame_list.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "model/backend/cpu/spin_barrier.h"
#include "model/backend/host_memory.h"
#include "model/backend/worker_pool.h"

namespace tactus {

// Arguments of a call; see Backend for the meaning of the members.
struct CpuLstmCall {
  LstmShape shape;
  const std::int32_t* lengths = nullptr;
  const float* x = nullptr;
  LstmWeights weights;
};

class CpuLstm {
 public:
  // `kernels` and `pool` must outlive it. `narrow` (null: single precision) is for inference:
  // forward without a tape. Its kernels must have the same width.
  CpuLstm(const CpuKernels& kernels, const CpuNarrowKernels* narrow, WorkerPool& pool)
      : kernels_(&kernels), narrow_(narrow), pool_(&pool) {}

  std::size_t tape_size(const LstmShape& shape) const;
  void forward(const CpuLstmCall& call, float* y, float* tape);
  void backward(const CpuLstmCall& call, const float* y, float* tape, const float* dy, float* dx,
                const LstmGradients& gradients);

 private:
  struct Pass;   // data of the current call, for both passes
  struct Slice;  // rows of one direction

  // Weights as words of narrow values.
  struct PackedWords {
    HostScratch words, scales, starts;
  };
  struct PackedDirection {
    HostScratch input, recurrent, bias, peephole;
    PackedWords narrow_input, narrow_recurrent;
    bool pairs = false;  // whether `recurrent` has words of two weights
  };
  using PackedDirections = std::array<PackedDirection, 2>;
  // The layout of PreparedWeights.
  struct PreparedLayer : PreparedWeights::Layout {
    const CpuKernels* kernels = nullptr;
    const CpuNarrowKernels* narrow = nullptr;
    std::array<int, 3> sizes = {};  // input, hidden, directions
    bool alone = false;             // for one sequence
    PackedDirections directions;
  };
  // Shared by the tasks of one slice: the state of the recurrence.
  struct Team {
    explicit Team(int members) : barrier(members) {}
    HostScratch state;
    SpinBarrier barrier;
  };
  // The memory of one task.
  struct TaskMemory {
    HostScratch gates, products, transposed, words, panel;
    std::vector<const float*> rows;
    std::vector<float> row_scales;
    std::vector<float*> y_rows;
  };

  void pack_peepholes(const Pass& pass, int d, PackedDirections& packed) const;
  void pack_forward(const Pass& pass, PackedDirections& directions);
  const PackedDirections& packed_for(const Pass& pass);
  void pack_narrow(const Pass& pass, int p, int inner, float input_scale, const float* panels,
                   PackedWords& packed) const;
  int row_slices(const Pass& pass) const;  // of a direction
  bool packs_input_late(const Pass& pass) const;
  void pack_backward(const Pass& pass);
  // Slices with `values` state values for each unit and row, set to zero.
  std::vector<Slice> make_slices(const Pass& pass, int values);
  void run_forward(const Pass& pass, const Slice& slice, TaskMemory& memory, float* y, float* tape);
  void input_products(const Pass& pass, const Slice& slice, int t_first, int t_last, bool packed,
                      float* gates, std::size_t gates_stride, TaskMemory& memory);
  void run_backward(const Pass& pass, const Slice& slice, TaskMemory& memory, const float* dy,
                    float* tape);
  void weight_gradients(const Pass& pass, int d, int first_panel, int panels, TaskMemory& memory,
                        const float* y, const float* tape, const LstmDirection<float>& gradients);
  void add_to_gradients(const Pass& pass, int p, const float* products, TaskMemory& memory,
                        const LstmDirection<float>& gradients);
  void input_gradient(const Pass& pass, std::size_t first_frame, int frames, TaskMemory& memory,
                      const float* tape, float* dx);
  void peephole_gradient(const Pass& pass, int d, const float* tape, float* dpeephole);

  const CpuKernels* kernels_;
  const CpuNarrowKernels* narrow_;
  WorkerPool* pool_;
  PackedDirections packed_;  // of the current call
  std::vector<std::unique_ptr<Team>> teams_;
  std::vector<TaskMemory> memory_;
};

}  // namespace tactus
