// What goes wrong with a corpus on its way into training.
#pragma once

#include <stdexcept>

namespace tactus {

// Message: "FILE: what was found, what was expected, a hint".
class DatasetError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
