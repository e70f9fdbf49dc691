// Somebody who sings the melody of an arranged piece, planned from the song's seed.
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
  int channel = 0;         // whose notes are sung
  bool doubled = false;    // its instrument plays along
  double centre = 60.0;    // MIDI pitch: by octaves the notes are brought as near to it as can be
  double cents = 0.0;      // tuning of the piece
  double late = 0.0;       // seconds after the notes, within 20 ms
  double level_db = 0.0;   // of the singing over everything else, root mean square
  bool two_takes = false;  // sung twice, as in studios
  Singer singer;
  HallSettings hall;
  bool operator==(const VocalPart&) const = default;
};

// Somebody sings in this share of the songs, 0..1.
std::optional<VocalPart> plan_vocals(double share, int channel, double cents,
                                     const SynthSeed& seed);

// One voice: of notes that begin together the highest; each ends where the next begins.
std::vector<SungNote> notes_to_sing(const std::vector<TimedMessage>& messages,
                                    const VocalPart& part);

// What remains for the instruments.
std::vector<TimedMessage> without_sung_notes(std::vector<TimedMessage> messages,
                                             const VocalPart& part);

// Mixes the singing into interleaved samples [frames * channels]; nothing but it when they are
// silent.
void add_vocals(std::vector<float>& samples, int channels, int sample_rate,
                const std::vector<SungNote>& notes, const VocalPart& part);

// "a voice at +1.5 dB, two takes".
std::string describe(const VocalPart& part);

}  // namespace tactus
