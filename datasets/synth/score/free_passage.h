// Adds music without a beat before or after a song: broken chords in free time.
#pragma once

#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/song_random.h"
#include "model/annotation.h"

namespace tactus {

enum class SongEnd { kStart, kEnd };

// Adds soft notes at irregular times between `from` and `to` (seconds), which must be free of
// notes. The notes are played by a melodic channel that plays at that end of the song. If chords
// are annotated, they are those of the first or last chord, and the label is extended; else they
// are the first or last pitches of the channel. No beats are added. The messages must be sorted and
// stay sorted. Does nothing without melodic notes.
void add_free_passage(std::vector<TimedMessage>& messages, Annotation& annotation, SongEnd end,
                      double from, double to, SongRandom& random);

// Sets the annotation from `from` to `to` to `label`; cuts older segments and fills gaps before it
// with "N".
void set_chord(std::vector<LabelledSegment>& chords, double from, double to,
               const std::string& label);

}  // namespace tactus
