#pragma once

#include <stdexcept>

namespace tactus {

// A model file or training state that cannot be read or written: names file, place and remedy.
class ModelError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
