// What goes wrong with a corpus on its way into training.
#pragma once

#include "audio/error.h"

namespace tactus {

// Message: "FILE: what was found, what was expected, a hint".
class DatasetError : public ErrorOf<ErrorCode::kDataset> {
  using ErrorOf::ErrorOf;
};

}  // namespace tactus
