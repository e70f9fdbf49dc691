// Changes of a whole song that move its annotations along exactly: transposition, tempo, and chords
// enriched beyond triads.
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

// C = 0; -1 for anything but A..G with accidentals.
int pitch_class_of(std::string_view note_name);
// The usual name of a pitch class in a key with flats or with sharps.
std::string_view note_name(int pitch_class, bool flats);

// Every pitched note `semitones` higher (a part that would leave 12..120 moves by an octave less),
// chord roots and keys with it. Spelling follows the new key. 0 changes nothing.
void transpose(Song& song, int semitones);

// All times of notes, controls and annotations times `factor` (1.1 = 10 % slower).
void stretch(Song& song, double factor);

struct Enrichment {
  double share = 0.6;            // of the chords that get a seventh or sixth
  double suspended_share = 0.0;  // of long chords whose first half becomes sus4 or sus2; only for
                                 // songs whose third is played by nobody but the arranger
};
// Rewrites triads as sevenths, sixths and suspended chords where the notes that stay in the song
// allow it: an added note must not lie a semitone from a sounding note outside the chord. A seventh
// that belongs to the key is preferred. The labels then say what the accompaniment must play.
void enrich_chords(Song& song, const Enrichment& enrichment, SongRandom& random);

}  // namespace tactus
