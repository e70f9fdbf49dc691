// Errors of the library as exceptions of Python: tactus.Error and its subclasses, one for each
// code.
#pragma once

#include <stdexcept>
#include <string>

#include "app/engine/library/tactus.h"

namespace tactus {

// What a function of tactus.h answered.
class CodeError : public std::runtime_error {
 public:
  CodeError(tactus_code code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  tactus_code code() const noexcept { return code_; }

 private:
  tactus_code code_;
};

// Throws CodeError with tactus_last_error() unless the code is TACTUS_OK.
void require_ok(tactus_code code);

// From then on every exception of Tactus that reaches Python becomes one of tactus._errors.
void translate_errors();

}  // namespace tactus
