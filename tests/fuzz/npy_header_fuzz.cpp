// Fuzz entry point (libFuzzer's interface) of the .npy header: any bytes are either a header or
// refused.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "features/files/npy_header.h"
#include "features/frames/feature_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tactus::parse_npy_header({reinterpret_cast<const char*>(data), size}, "fuzz.npy");
  } catch (const tactus::FeatureError&) {
  }
  return 0;
}
