// The cases of layer_case.h on the emulated card.
#pragma once

#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/gpu/support/layer_case.h"

namespace tactus::gpu::test {

class Card : public LayerCard {
 public:
  explicit Card(std::uint64_t seed = 1, DeviceProperties properties = h200_like())
      : LayerCard(std::make_shared<EmulatedRuntime>(seed, std::move(properties))) {}

  EmulatedRuntime& runtime = static_cast<EmulatedRuntime&>(LayerCard::runtime());
  MemoryPool& pool = LayerCard::pool();
};

}  // namespace tactus::gpu::test
