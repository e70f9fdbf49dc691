#pragma once

#include "audio/error.h"

namespace tactus {

// A model file or training state that cannot be read or written: names file, place and remedy.
class ModelError : public ErrorOf<ErrorCode::kModel> {
  using ErrorOf::ErrorOf;
};

}  // namespace tactus
