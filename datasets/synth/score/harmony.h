// Changes of a whole song that also change its annotations exactly: transposition, tempo, and
// chords with more notes than triads.
#pragma once

#include <string>
#include <string_view>

#include "datasets/song_random.h"
#include "datasets/synth/score/midi_song.h"

namespace tactus {

// The parts of a label "Eb:min7/b3" as typed; quality and bass may be empty. N and X: root empty.
struct LabelParts {
  std::string root, quality, bass;
};
LabelParts split_label(std::string_view label);
std::string join_label(const LabelParts& parts);

// C = 0; -1 for text other than A..G with accidentals.
int pitch_class_of(std::string_view note_name);
// Returns the usual name of a pitch class in a key with flats or sharps.
std::string_view note_name(int pitch_class, bool flats);

// Transposes every pitched note, chord root and key by `semitones`. A part that would leave 12..120
// moves by an octave less. Spelling follows the new key. 0 changes nothing.
void transpose(Song& song, int semitones);

// Multiplies all times of notes, controls and annotations by `factor` (1.1 = 10 % slower).
void stretch(Song& song, double factor);

struct Enrichment {
  double share = 0.6;            // share of chords with an added seventh or sixth
  double suspended_share = 0.0;  // of long chords whose first half becomes sus4 or sus2; only for
                                 // songs in which only the arranger plays the third
};
// Rewrites triads as sevenths, sixths and suspended chords if the remaining notes of the song allow
// it: an added note must not be a semitone from a sounding note outside the chord. A seventh in the
// key is preferred. The accompaniment must then play the new labels.
void enrich_chords(Song& song, const Enrichment& enrichment, SongRandom& random);

}  // namespace tactus
