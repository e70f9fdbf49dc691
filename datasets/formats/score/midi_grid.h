// Beats on the ticks of a MIDI file, so that a sequencer's bars and clicks follow the recording.
#pragma once

#include <cstdint>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr int kMidiTicks = 480;      // per quarter
inline constexpr int kCompoundClocks = 36;  // of the metronome in compound meters

struct MidiGrid {
  std::vector<std::uint32_t> beats;  // ticks, one per beat of the annotation
  std::vector<std::uint32_t> bars;   // ticks of the bar lines, the first is 0
  std::vector<MidiEvent> events;     // tempi and time signatures, by tick
};

// Tick 0 is the start of the audio. A beat is a quarter, in compound meters a dotted quarter; in
// songs above 300 quarters a minute a shorter note.
//
// Tempi: one event per region of constant tempo (tempo_regions.h, within half a millisecond), else
// one per beat, from 20 to 300 BPM. They are whole microseconds: in a region that moves beats by
// at most a millisecond, and the next region makes up for it. Pauses have bars at about the usual
// tempo.
//
// Lead-in: whole beats at the first tempo. Its first bar takes what remains, and is short if the
// beats before the first downbeat ask for it. A first beat before 0.2 s has a bar of a part of a
// beat before it, and one before 12.5 ms belongs to a bar that begins at 0.
//
// Time signatures: at each change of the meter, or of the length of a bar.
MidiGrid midi_grid(const Annotation& annotation);

}  // namespace tactus
