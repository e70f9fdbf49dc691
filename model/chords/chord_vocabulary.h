// The chords that networks and decoder of Tactus distinguish: 12 roots x 14 qualities and "no
// chord".
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/chords/chord_label.h"

namespace tactus {

inline constexpr int kChordQualities = 15;  // the last is no chord
inline constexpr int kNoChordQuality = kChordQualities - 1;
inline constexpr int kChordVocabularySize = 12 * kNoChordQuality + 1;  // 169, the last is N

// The qualities of a network's "quality" head, in this order; the last is no chord. Shorthands as
// in labels: maj min 7 maj7 min7 dim aug sus2 sus4 maj6 min6 hdim7 dim7 minmaj7 N.
std::span<const char* const> chord_qualities();

// The pitch classes of quality 0..14 in semitones above the root; N has none.
// Throws std::invalid_argument for another number.
const std::array<bool, 12>& quality_notes(int quality);

// The quality that stands for all with the same triad: maj for 7, maj7 and maj6; min for min7, min6
// and minmaj7; dim for hdim7 and dim7; other qualities stand for themselves. Throws as above.
int triad_quality(int quality);

// Names of the twelve roots if the key is unknown: C C# D Eb E F F# G Ab A Bb B.
std::string_view root_name(int pitch_class);

// The full vocabulary in index order: root by root (C:maj, C:min, ..., C:minmaj7, C#:maj, ...); "N"
// is last.
std::vector<std::string> chord_vocabulary();

// Index of the entry that is nearest to `chord`. -1 for X and for chords with neither a third nor a
// second or fourth in its place (power chords, lone notes). Keeps the triad first (major third
// before minor, a fifth that the vocabulary has), then the seventh, then the sixth; drops ninths
// and above. A bass that is no chord tone counts as a note of the chord, as in mir_eval: C:maj/b7
// is C:7. Examples: C:9 -> C:7, C:maj(9) -> C:maj, C:sus4(b7) -> C:sus4, C:aug(b7) -> C:aug,
// C:7(b5) -> C:7, C:dim(7) -> C:dim.
int vocabulary_index(const Chord& chord);

}  // namespace tactus
