// The exception of features/ for a file that cannot be read or written.
#pragma once

#include <stdexcept>

namespace tactus {

// Message: "FILE: place: what was found, what was expected, a hint".
class FeatureError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
