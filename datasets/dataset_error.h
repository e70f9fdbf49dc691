// The error of a corpus during its preparation for training.
#pragma once

#include <stdexcept>

namespace tactus {

// Message: "FILE: found, expected, hint".
class DatasetError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
