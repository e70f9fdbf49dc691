// The formats that resident kernels are compiled for.
#pragma once

#include <fmt/core.h>

#include <stdexcept>

#include "gpu/kernels/resident_layout.h"

namespace tactus::gpu {

// Calls `use` with the format of a ResidentChoice.
template <class Use>
auto with_resident_format(Precision precision, int width, int register_tiles, const Use& use) {
  if (precision == Precision::kFp32 && width == 1 && register_tiles == 8)
    return use(ResidentFormat<Precision::kFp32, 1>());
  if (precision == Precision::kFp32 && width == 4 && register_tiles == 8)
    return use(ResidentFormat<Precision::kFp32, 4>());
  if (precision == Precision::kTf32 && width == 8 && register_tiles == 8)
    return use(ResidentFormat<Precision::kTf32, 8>());
  if (precision == Precision::kBf16 && width == 8 && register_tiles == 8)
    return use(ResidentFormat<Precision::kBf16, 8>());
  if (precision == Precision::kBf16 && width == 8 && register_tiles == 12)
    return use(ResidentFormat<Precision::kBf16, 8, 12>());
  throw std::invalid_argument(
      fmt::format("resident LSTM kernel of {} sequences and {} tiles in registers, expected 1 or 4 "
                  "in fp32, 8 in TF32 or bf16, and 8 tiles or, in bf16, 12",
                  width, register_tiles));
}

}  // namespace tactus::gpu
