#include "gpu/lstm/lstm_layer.h"

namespace tactus::gpu {
namespace {

using Ranges = std::vector<MemoryRange>;

MemoryRange floats(const float* memory, std::size_t count) {
  return {memory, count * sizeof(float)};
}

template <typename T>
void add_parameters(const LstmShape& shape, const std::array<LstmDirection<T>, 2>& directions,
                    Ranges& ranges) {
  const std::size_t C = shape.input, H = shape.hidden;
  for (int d = 0; d < shape.directions; ++d) {
    const LstmDirection<T>& of = directions[d];
    ranges.insert(ranges.end(),
                  {floats(of.weight_input, 4 * H * C), floats(of.weight_recurrent, 4 * H * H),
                   floats(of.bias, 4 * H), floats(of.peephole, 3 * H)});
  }
}

std::size_t inputs_of(const LstmShape& shape) {
  return frames_of(shape) * shape.input;
}
std::size_t outputs_of(const LstmShape& shape) {
  return frames_of(shape) * shape.directions * shape.hidden;
}

}  // namespace

const char* name_of(Rung rung) {
  switch (rung) {
    case Rung::kPerGate:
      return "per-gate";
    case Rung::kCombinedGates:
      return "combined-gates";
    case Rung::kStreams:
      return "streams";
    case Rung::kFusedPointwise:
      return "fused-pointwise";
    case Rung::kTransposed:
      return "transposed";
    case Rung::kBatchedInputs:
      return "batched-inputs";
    case Rung::kSideBySide:
      return "side-by-side";
    case Rung::kGraph:
      return "graph";
    case Rung::kResident:
      return "resident";
  }
  return "unknown";
}

double allowed_difference(Precision precision) {
  switch (precision) {
    case Precision::kFp32:
      return 1e-3;
    case Precision::kTf32:
      return 5e-2;
    case Precision::kBf16:
      return 0.3;
  }
  return 0.0;
}

MemoryUse use_by_gradients(const LstmCall& call, const float* y, const float* tape,
                           const LstmGradients& gradients) {
  const LstmShape& shape = call.shape;
  MemoryUse use;
  use.reads = {{call.lengths, shape.batch * sizeof(std::int32_t)},
               floats(call.x, inputs_of(shape)),
               floats(y, outputs_of(shape)),
               floats(tape, tape_of_layer(shape))};
  add_parameters(shape, gradients, use.writes);
  return use;
}

MemoryUse use_by_backward(const LstmCall& call, const float* y, const float* tape, const float* dy,
                          const float* dx, const LstmGradients& gradients) {
  const LstmShape& shape = call.shape;
  MemoryUse use = use_by_gradients(call, y, tape, gradients);
  add_parameters(shape, call.weights, use.reads);
  use.reads.push_back(floats(dy, outputs_of(shape)));
  use.writes.push_back(floats(tape, tape_of_layer(shape)));
  use.writes.push_back(floats(dx, inputs_of(shape)));
  return use;
}

void LstmEngine::stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                               std::span<const LstmStackLayer> layers) {
  for (const LstmStackLayer& layer : layers) {
    forward(stream, {layer.shape, lengths, x, layer.weights}, layer.y, layer.tape);
    x = layer.y;
  }
}

}  // namespace tactus::gpu
