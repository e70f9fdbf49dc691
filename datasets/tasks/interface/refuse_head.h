#pragma once

#include <fmt/format.h>

#include <stdexcept>

#include "model/network/network_spec.h"

namespace tactus {

// Throws std::invalid_argument: the task has no targets for that head.
[[noreturn]] inline void refuse_head(const HeadSpec& head, const char* task, const char* known) {
  throw std::invalid_argument(fmt::format(
      "head '{}' with {} {} classes: {} have no targets for it, expected {}", head.name,
      head.classes, head.kind == HeadKind::kSigmoid ? "sigmoid" : "softmax", task, known));
}

}  // namespace tactus
