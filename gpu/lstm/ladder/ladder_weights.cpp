#include "gpu/lstm/ladder/ladder_weights.h"

#include <algorithm>
#include <utility>

namespace tactus::gpu {
namespace {

// Floats or short values from one part of a scratch memory to the next.
std::size_t aligned_size(std::size_t elements) {
  return (elements + 127) / 128 * 128;
}

constexpr int kMostPackingBlocks = 4096;
constexpr int kMostWeightChunks = 64;
constexpr int kChunkRows = 64;

}  // namespace

void DirectionWeights::pack_for_forward(Stream stream, const LstmShape& shape,
                                        const LstmDirection<const float>& weights) {
  pack(stream, shape, weights, context_.rung.packed_weights, true);
}

void DirectionWeights::pack_for_backward(Stream stream, const LstmShape& shape,
                                         const LstmDirection<const float>& weights,
                                         bool with_input) {
  pack(stream, shape, weights, false, with_input);
}

void DirectionWeights::pack(Stream stream, const LstmShape& shape,
                            const LstmDirection<const float>& weights, bool transposed,
                            bool with_input) {
  const int C = shape.input, H = shape.hidden;
  const bool to_bf16 = context_.precision == Precision::kBf16,
             packed = context_.rung.packed_weights;
  input_ = {{weights.weight_input, C}, H, C, transposed};
  recurrent_ = {{weights.weight_recurrent, H}, H, H, transposed};
  bias_ = weights.bias;
  if (!packed && !to_bf16) return;

  PackWeights::Params p = {};
  p.hidden = H;
  p.unit_major = packed;
  p.transposed = transposed;
  p.matrices[0] = place_for(input_, with_input);
  p.matrices[1] = place_for(recurrent_, true);
  take_memory(p);
  if (packed) p.bias = std::exchange(bias_, p.packed_bias);
  const int blocks =
      std::min(PackWeights::tiles(p, 0) + PackWeights::tiles(p, 1), kMostPackingBlocks);
  launch<PackWeights>(*context_.runtime, stream,
                      {blocks, PackWeights::kMaxThreads, PackWeights::kShared}, p);
}

// Sets the source of a matrix and the layout of its rows; allocates no memory yet.
PackedMatrix DirectionWeights::place_for(GateMatrix& matrix, bool wanted) const {
  const int row = matrix.transposed ? 4 * matrix.hidden : matrix.columns;
  matrix.stored.ld = context_.precision == Precision::kBf16 ? padded_columns(row) : row;
  return {static_cast<const float*>(matrix.stored.data), nullptr, nullptr,
          wanted ? matrix.columns : 0, matrix.stored.ld};
}

void DirectionWeights::take_memory(PackWeights::Params& p) {
  const auto size = [](const GateMatrix& m) {
    return aligned_size(static_cast<std::size_t>(m.transposed ? m.columns : 4 * m.hidden) *
                        m.stored.ld);
  };
  const std::size_t of_input = size(input_), of_both = of_input + size(recurrent_);
  const bool to_bf16 = context_.precision == Precision::kBf16;
  const std::size_t floats = to_bf16 ? 0 : of_both;
  float* memory = packed_.grown(floats + 4 * static_cast<std::size_t>(p.hidden));
  if (p.unit_major) p.packed_bias = memory + floats;
  if (to_bf16) {
    std::uint16_t* shorts = packed_short_.grown(of_both);
    input_.stored.data = p.matrices[0].to_short = shorts;
    recurrent_.stored.data = p.matrices[1].to_short = shorts + of_input;
  } else {
    input_.stored.data = p.matrices[0].to = memory;
    recurrent_.stored.data = p.matrices[1].to = memory + of_input;
  }
}

void DirectionGradients::reserve(const LstmShape& shape, int rows) {
  const std::size_t C = shape.input, H = shape.hidden;
  shape_ = shape;
  chunks_ = std::clamp((rows + kChunkRows - 1) / kChunkRows, 1, kMostWeightChunks);
  partial_.grown(sums());
  if (!context_.rung.packed_weights) return;
  const std::size_t of_input = aligned_size(4 * H * C);
  input_ = packed_.grown(of_input + 4 * H * H);
  recurrent_ = input_ + of_input;
}

void DirectionGradients::begin(Stream stream, const LstmShape& shape,
                               const LstmDirection<float>& gradients, int rows) {
  const std::size_t H = shape.hidden;
  Runtime& runtime = *context_.runtime;
  reserve(shape, rows);
  gradients_ = gradients;
  runtime.set_zero(stream, partial_.data(), sums() * sizeof(float));
  if (context_.rung.packed_weights) {
    runtime.set_zero(stream, input_, (recurrent_ + 4 * H * H - input_) * sizeof(float));
  } else {
    input_ = gradients.weight_input;
    recurrent_ = gradients.weight_recurrent;
  }
}

void DirectionGradients::add_sums(Stream stream, const BackwardPass& pass, int first_frame,
                                  int frames) {
  const int blocks = chunks_ * GateSums::blocks_of_units(shape_.hidden);
  launch<GateSums>(*context_.runtime, stream, {blocks, GateSums::kMaxThreads, GateSums::kShared},
                   {pass, partial_.data(), chunks_, first_frame, frames});
}

void DirectionGradients::finish(Stream stream) {
  const int C = shape_.input, H = shape_.hidden;
  Runtime& runtime = *context_.runtime;
  if (context_.rung.packed_weights) {
    LaunchShape all = one_thread_each(4LL * H * (C + H), AddPackedGradients::kMaxThreads);
    all.blocks = std::min(all.blocks, kMostPackingBlocks);
    launch<AddPackedGradients>(
        runtime, stream, all,
        {{input_, recurrent_}, {gradients_.weight_input, gradients_.weight_recurrent}, {C, H}, H});
  }
  launch<AddGateSums>(runtime, stream,
                      one_thread_each(GateSums::kSums * H, AddGateSums::kMaxThreads),
                      {partial_.data(), chunks_, H, gradients_.bias, gradients_.peephole});
}

}  // namespace tactus::gpu
