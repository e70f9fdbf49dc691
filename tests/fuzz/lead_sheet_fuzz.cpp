// Fuzz entry point (libFuzzer's interface) of the lead sheets that corpora are rendered from: any
// bytes are a sheet or are refused with a FormatError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "datasets/formats/format.h"
#include "datasets/synth/score/lead_sheet.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tactus::parse_lead_sheet({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const tactus::FormatError&) {
  }
  return 0;
}
