// A singer of the melody of an arranged song, planned from the seed of the song.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/synth/sound/hall.h"
#include "datasets/synth/sound/singer.h"
#include "datasets/synth/synth_plan.h"

namespace tactus {

struct VocalPart {
  int channel = 0;           // channel of the sung notes
  bool doubled = false;      // its instrument also plays
  double centre = 60.0;      // MIDI pitch: octave shifts bring the notes as near to it as possible
  double cents = 0.0;        // tuning of the song
  double late = 0.0;         // seconds after the notes, within 20 ms
  double relative_db = 0.0;  // RMS of the singing relative to all other sound
  bool two_takes = false;    // sung twice, as in studios
  Singer singer;
  HallSettings hall;
  bool operator==(const VocalPart&) const = default;
};

// Share of songs with singing, 0..1.
std::optional<VocalPart> plan_vocals(double share, int channel, double cents,
                                     const SynthSeed& seed);

// One voice: of simultaneous notes the highest; each ends where the next begins.
std::vector<SungNote> notes_to_sing(const std::vector<TimedMessage>& messages,
                                    const VocalPart& part);

// The remaining messages for the instruments.
std::vector<TimedMessage> without_sung_notes(std::vector<TimedMessage> messages,
                                             const VocalPart& part);

// Mixes the singing into interleaved samples [frames * channels]; if these are silent, only the
// singing remains.
void add_vocals(std::vector<float>& samples, int channels, int sample_rate,
                const std::vector<SungNote>& notes, const VocalPart& part);

// "a voice at +1.5 dB, two takes".
std::string describe(const VocalPart& part);

}  // namespace tactus
