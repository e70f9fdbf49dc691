// The reference operations behind the Backend port: slow, in single precision, on host memory.
// Tests and `CheckedBackend` compare the other backends with it.
#pragma once

#include <memory>

#include "model/backend/backend.h"

namespace tactus {

std::shared_ptr<Backend> make_reference_backend();

}  // namespace tactus
