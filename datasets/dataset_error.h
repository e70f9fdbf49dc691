// The error of a corpus during its preparation for training.
#pragma once

#include "audio/error.h"

namespace tactus {

// Message: "FILE: found, expected, hint".
class DatasetError : public ErrorOf<ErrorCode::kDataset> {
  using ErrorOf::ErrorOf;
};

}  // namespace tactus
