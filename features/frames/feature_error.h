// The exception of features/ for a file that cannot be read or written.
#pragma once

#include "audio/error.h"

namespace tactus {

// Message: "FILE: place: what was found, what was expected, a hint".
class FeatureError : public ErrorOf<ErrorCode::kFeatures> {
  using ErrorOf::ErrorOf;
};

}  // namespace tactus
