// A direction's weights in the form in which the products of a rung take them, and its gradients on
// the way back.
#pragma once

#include <cstdint>

#include "gpu/kernels/ladder_step_kernels.h"
#include "gpu/kernels/ladder_weight_kernels.h"
#include "gpu/lstm/ladder/ladder_products.h"

namespace tactus::gpu {

class DirectionWeights {
 public:
  explicit DirectionWeights(const LadderContext& context)
      : context_(context), packed_(*context.pool), packed_short_(*context.pool) {}

  // For gates_of: transposed where weights are packed, with the bias.
  void pack_for_forward(Stream stream, const LstmShape& shape,
                        const LstmDirection<const float>& weights);
  // For values_of: the input's only if its gradient is wanted.
  void pack_for_backward(Stream stream, const LstmShape& shape,
                         const LstmDirection<const float>& weights, bool with_input);

  // Of what was packed last; the memory is the direction's own or that of the parameters.
  const GateMatrix& input() const { return input_; }
  const GateMatrix& recurrent() const { return recurrent_; }
  const float* bias() const { return bias_; }

 private:
  void pack(Stream stream, const LstmShape& shape, const LstmDirection<const float>& weights,
            bool transposed, bool with_input);
  PackedMatrix place_for(GateMatrix& matrix, bool wanted) const;
  void take_memory(PackWeights::Params& params);

  LadderContext context_;
  Scratch<float> packed_;                // W, R and bias
  Scratch<std::uint16_t> packed_short_;  // W and R in bf16
  GateMatrix input_, recurrent_;
  const float* bias_ = nullptr;
};

class DirectionGradients {
 public:
  explicit DirectionGradients(const LadderContext& context)
      : context_(context), packed_(*context.pool), partial_(*context.pool) {}

  // `rows`: of gate gradients that add_sums takes at once.
  void begin(Stream stream, const LstmShape& shape, const LstmDirection<float>& gradients,
             int rows);
  // What add_gradient adds to, [4H,C] and [4H,H].
  float* input() const { return input_; }
  float* recurrent() const { return recurrent_; }
  // Sums for bias and peepholes over frames whose gate gradients are in the tape.
  void add_sums(Stream stream, const BackwardPass& pass, int first_frame, int frames);
  // Adds what came together to the gradients of the parameters.
  void finish(Stream stream);

 private:
  LadderContext context_;
  Scratch<float> packed_, partial_;
  LstmShape shape_;
  LstmDirection<float> gradients_;
  float *input_ = nullptr, *recurrent_ = nullptr;
  int chunks_ = 1;  // of rows, in add_sums
};

}  // namespace tactus::gpu
