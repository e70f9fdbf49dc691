// Beats of POP909 as it is published. beat_midi.txt is in the time of the MIDI file, but often at
// half or twice the level, and without bars; beat_audio.txt beside it counts the bars of the
// recording, some 50 ms off. datasets/sources/pop909.py does the same.
#pragma once

#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

// The beats of the MIDI file at the level of the recording, with the bars of the recording: each of
// its beats within 80 ms of one votes for the phase of the bars within four bars of it. `midi`
// unchanged if the two do not belong together.
std::vector<Beat> with_bars_of_recording(std::vector<Beat> midi, std::span<const Beat> recording);

}  // namespace tactus
