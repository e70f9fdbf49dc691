// The formats that resident kernels are compiled for.
#pragma once

#include <fmt/core.h>

#include <stdexcept>

#include "gpu/lstm/resident/resident_choice.h"

namespace tactus::gpu {

// Calls `use` with the format of a choice.
template <class Use>
auto with_resident_format(Precision precision, const ResidentChoice& choice, const Use& use) {
  if (precision == Precision::kFp32 && choice.width == 1 && choice.register_tiles == 8)
    return use(ResidentFormat<Precision::kFp32, 1>());
  if (precision == Precision::kFp32 && choice.width == 4 && choice.register_tiles == 8)
    return use(ResidentFormat<Precision::kFp32, 4>());
  if (precision == Precision::kTf32 && choice.width == 8 && choice.register_tiles == 8)
    return use(ResidentFormat<Precision::kTf32, 8>());
  if (precision == Precision::kBf16 && choice.width == 8 && choice.register_tiles == 8)
    return use(ResidentFormat<Precision::kBf16, 8>());
  if (precision == Precision::kBf16 && choice.width == 8 && choice.register_tiles == 12)
    return use(ResidentFormat<Precision::kBf16, 8, 12>());
  throw std::invalid_argument(
      fmt::format("resident LSTM kernel of {} sequences and {} tiles in registers, expected 1 or 4 "
                  "in fp32, 8 in "
                  "TF32 or bf16, and 8 tiles or, in bf16, 12",
                  choice.width, choice.register_tiles));
}

}  // namespace tactus::gpu
