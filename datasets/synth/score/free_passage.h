// Music without a beat before or after a piece: chords broken at a player's leisure.
#pragma once

#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/song_random.h"
#include "model/annotation.h"

namespace tactus {

enum class PieceEnd { kStart, kEnd };

// Adds soft notes at irregular times between the seconds `from` and `to`, which must be free of
// notes, played by a melodic channel that plays at that end of the piece: the notes of its first or
// last chord where chords are annotated (the label then says so), else the first or last pitches of
// the channel. No beats are added. The messages must be sorted and stay so. Changes nothing where
// there is no melodic note.
void add_free_passage(std::vector<TimedMessage>& messages, Annotation& annotation, PieceEnd end,
                      double from, double to, SongRandom& random);

// Makes `label` what is annotated from `from` to `to`; what was there is cut, gaps before it become
// "N".
void set_chord(std::vector<LabelledSegment>& chords, double from, double to,
               const std::string& label);

}  // namespace tactus
