// Fuzz entry point (libFuzzer's interface) of the chord label parser: any bytes either parse, and
// then keep their meaning through the canonical spelling, or are refused with a column inside the
// text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "model/chords/chord_label.h"

namespace {

void check(std::string_view label, tactus::ChordSyntax syntax) {
  try {
    const tactus::Chord chord = tactus::parse_chord(label, syntax);
    const std::string canonical = tactus::canonical_label(chord);
    const tactus::Chord again = tactus::parse_chord(canonical);
    const bool stable = tactus::canonical_label(again) == canonical &&
                        tactus::encode_chord(again) == tactus::encode_chord(chord);
    if (!stable) std::abort();
  } catch (const tactus::ChordLabelError& error) {
    if (error.column() < 1 || error.column() > label.size() + 1) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view label(reinterpret_cast<const char*>(data), size);
  check(label, tactus::ChordSyntax::kStrict);
  check(label, tactus::ChordSyntax::kLenient);
  return 0;
}
