#include "gpu/lstm_layer.h"

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

}  // namespace tactus::gpu
