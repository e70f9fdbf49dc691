// The formats that resident kernels are compiled for.
#pragma once

#include <fmt/core.h>

#include <stdexcept>

#include "gpu/kernels/resident_layout.h"

namespace tactus::gpu {

// Calls `use` with the format of a precision and width.
template <class Use>
auto with_resident_format(Precision precision, int width, const Use& use) {
  if (precision == Precision::kFp32 && width == 1) {
    return use(ResidentFormat<Precision::kFp32, 1>());
  }
  if (precision == Precision::kFp32 && width == 4) {
    return use(ResidentFormat<Precision::kFp32, 4>());
  }
  if (precision == Precision::kTf32 && width == 8) {
    return use(ResidentFormat<Precision::kTf32, 8>());
  }
  if (precision == Precision::kBf16 && width == 8) {
    return use(ResidentFormat<Precision::kBf16, 8>());
  }
  throw std::invalid_argument(fmt::format(
      "resident LSTM kernel of {} sequences, expected 1 or 4 in fp32, 8 in TF32 or bf16", width));
}

}  // namespace tactus::gpu
