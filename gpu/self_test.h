// A short proof on this card: kernels are compiled and emulated elsewhere, but a driver, a compiler
// or a card may still compute something else.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gpu/lstm/lstm_layer.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

// Opens the card with products in fp32 and this rung.
using OpenRung = std::function<std::shared_ptr<Backend>(Rung)>;

// Two training steps with resident weights, of a small network and of a layer as wide as those that
// ship, then one on the ladder, each with inference after it. Every operation is compared with the
// CPU (checked_backend.h). Returns the first difference; empty: there is none. Throws what `open`
// and the card throw: an error is no verdict, it may pass.
std::string self_test(const OpenRung& open);

}  // namespace tactus::gpu
