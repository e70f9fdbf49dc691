// Fuzz entry point (libFuzzer's interface) of Hydrogen's drum kits: any bytes are a kit or are
// refused with a FormatError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "datasets/formats/format.h"
#include "datasets/synth/kit/drum_kit.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto kit = tactus::parse_drum_kit({reinterpret_cast<const char*>(data), size}, "/dev/x");
    for (int drum = -1; drum < 128; ++drum) kit.piece_for(drum);
  } catch (const tactus::FormatError&) {
  }
  return 0;
}
