#include "gpu/lstm/lstm_layer.h"

namespace tactus::gpu {

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

void LstmEngine::stack_forward(Stream stream, const std::int32_t* lengths, const float* x,
                               std::span<const LstmStackLayer> layers) {
  for (const LstmStackLayer& layer : layers) {
    forward(stream, {layer.shape, lengths, x, layer.weights}, layer.y, layer.tape);
    x = layer.y;
  }
}

}  // namespace tactus::gpu
