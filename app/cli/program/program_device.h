// What a command says of the device that computes.
#pragma once

#include <functional>

#include "app/engine/models/device.h"

namespace tactus {

// Takes the devices that a command opens, from any thread, and prints one line on the first: if
// `verbose`, or if auto left a card out and the command is not `quiet`.
std::function<void(const Device&)> device_line(bool verbose, bool quiet);

}  // namespace tactus
