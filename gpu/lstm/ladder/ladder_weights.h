// Weights of a direction in the form that the products of a rung need, and the way back for its
// gradients.
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

  // For gates_of: transposed if weights are packed, with the bias.
  void pack_for_forward(Stream stream, const LstmShape& shape,
                        const LstmDirection<const float>& weights);
  // For values_of: the input matrix only if its gradient is needed.
  void pack_for_backward(Stream stream, const LstmShape& shape,
                         const LstmDirection<const float>& weights, bool with_input);

  // The matrices packed last; the memory belongs to the direction or to the parameters.
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

  // `rows`: gate gradients that add_sums processes at once. begin() takes what was not reserved.
  void reserve(const LstmShape& shape, int rows);
  void begin(Stream stream, const LstmShape& shape, const LstmDirection<float>& gradients,
             int rows);
  // Targets of add_gradient, [4H,C] and [4H,H].
  float* input() const { return input_; }
  float* recurrent() const { return recurrent_; }
  // Sums for bias and peepholes over frames whose gate gradients are on the tape.
  void add_sums(Stream stream, const BackwardPass& pass, int first_frame, int frames);
  // Adds the collected sums to the gradients of the parameters.
  void finish(Stream stream);

 private:
  std::size_t sums() const {  // floats of partial_
    return static_cast<std::size_t>(chunks_) * GateSums::kSums * shape_.hidden;
  }

  LadderContext context_;
  Scratch<float> packed_, partial_;
  LstmShape shape_;
  LstmDirection<float> gradients_;
  float *input_ = nullptr, *recurrent_ = nullptr;
  int chunks_ = 1;  // of rows, in add_sums
};

}  // namespace tactus::gpu
