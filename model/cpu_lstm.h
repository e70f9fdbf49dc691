// One direction of an LSTM layer on the CPU; cpu_backend.cpp runs the directions side by side.
//
// The input products of many steps are one matrix product; each step then adds the recurrent
// product and runs the cell. A direction's tape is gates [T,B,4H] (activations, turned into
// gradients of the gate sums by the backward pass) followed by cells [T,B,H].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/backend.h"
#include "model/cpu_kernels.h"

namespace tactus {

std::size_t lstm_direction_tape_size(const LstmShape& shape);

// What both passes know about one direction of a layer.
struct LstmDirectionPass {
  const LstmShape& shape;
  int direction = 0;  // 0 = forward in time, 1 = backward
  const std::int32_t* lengths = nullptr;
  const float* x = nullptr;  // [T,B,C]
  LstmDirection<const float> weights;
};

class CpuLstmDirection {
 public:
  explicit CpuLstmDirection(const CpuKernels& kernels) : kernels_(&kernels) {}

  // Writes this direction's half of y [T,B,D*H]; tape null: keeps two steps of cells only.
  void forward(const LstmDirectionPass& pass, float* y, float* tape);

  // Turns the tape's gates into their gradients; adds to the peephole gradients.
  void backward_through_time(const LstmDirectionPass& pass, const float* dy, float* tape,
                             float* dpeephole);

 private:
  void recurrent_forward(const LstmDirectionPass& pass, const float* h_before, float* gates);
  void recurrent_backward(const LstmDirectionPass& pass, const float* dgates, float* dh);
  void pack_recurrent_weights(const LstmDirectionPass& pass);

  const CpuKernels* kernels_;
  std::vector<float> gates_, cells_, packed_, dh_, dc_;
};

// After backward_through_time, from the gate gradients in the tape; each adds to its results.
void add_input_weight_gradient(const LstmDirectionPass& pass, const float* tape, float* dweight);
void add_recurrent_weight_gradient(const LstmDirectionPass& pass, const float* y, const float* tape,
                                   float* dweight);
void add_bias_gradient(const CpuKernels& kernels, const LstmDirectionPass& pass, const float* tape,
                       float* dbias);
// Rows first_row .. first_row + rows of dx [T*B,C].
void add_input_gradient(const LstmDirectionPass& pass, const float* tape, std::size_t first_row,
                        int rows, float* dx);

}  // namespace tactus
