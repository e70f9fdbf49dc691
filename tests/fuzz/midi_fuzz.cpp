// Fuzz entry point (libFuzzer's interface) of the MIDI reader: any bytes are either a file that
// survives writing and reading and has finite times, or are refused with MidiError. What is read
// without repairs is read the same with them.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/midi/performance.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::vector<std::string> notes;
    const tactus::MidiFile file = tactus::parse_midi(std::span(data, size), "fuzz", &notes);
    for (const tactus::TimedMessage& message : tactus::timed_messages(file))
      if (!std::isfinite(message.time) || message.time < 0) std::abort();
    tactus::performance_of(file);
    if (file.ticks_per_quarter > 0 &&
        !(tactus::parse_midi(tactus::encode_midi(file), "again") == file))
      std::abort();
    if (notes.empty() && !(tactus::parse_midi(std::span(data, size), "strict") == file))
      std::abort();
  } catch (const tactus::MidiError&) {
  } catch (const std::invalid_argument&) {  // a step of 2^28 ticks, where an event was left out
  }
  return 0;
}
