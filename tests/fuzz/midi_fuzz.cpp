// Fuzz entry point (libFuzzer's interface) of the MIDI reader: any bytes are either a file that
// survives writing and reading and has finite times, or are refused with MidiError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "datasets/midi/midi_file.h"
#include "datasets/midi/performance.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const tactus::MidiFile file = tactus::parse_midi(std::span(data, size), "fuzz");
    for (const tactus::TimedMessage& message : tactus::timed_messages(file))
      if (!std::isfinite(message.time) || message.time < 0) std::abort();
    tactus::performance_of(file);
    if (file.ticks_per_quarter > 0 &&
        !(tactus::parse_midi(tactus::encode_midi(file), "again") == file))
      std::abort();
  } catch (const tactus::MidiError&) {
  }
  return 0;
}
