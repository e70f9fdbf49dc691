// Finds the keys of a song from its chords, or from its chroma.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// The keys of a song, one after another, over [0, duration]: labels such as "C:major" and
// "A:minor", with confidences. chords: segments of the song, sorted. chroma [T,12] (C first) may be
// empty. Returns an empty list without evidence (no chord but N, and no finite positive chroma) or
// if duration is not above 0.
//
// Method: a Viterbi path through the 24 keys, chord by chord. A chord counts by the share of the
// time that chords of its kind sound on its degree of the key, and by how often its degree follows
// the one before (key_statistics.h); another key costs 8 nats. The first and the last chord favour
// the keys of which they are the tonic. The confidence is the share of the key in
// exp(2.5 log-likelihood / sqrt(seconds)) of its chords.
//
// Without chords, the sum of chroma is correlated (Krumhansl & Schmuckler) with the 24 rotations of
// the profiles of J. Albrecht & D. Shanahan: "The use of large corpora to train a new type of
// key-finding algorithm", Music Perception 31(1), 2013; the result is one key.
//
// The weighted score (mir_eval) over time, on annotated chords: 0.867 on Billboard (five parts by
// artist, tables of the others), 0.918 on 203 songs of POP909, which the tables do not know. One
// key per song by the profiles had 0.771 and 0.853. Throws std::invalid_argument for chroma of
// another width and ChordLabelError for a label that is no chord.
std::vector<LabelledSegment> estimate_keys(std::span<const LabelledSegment> chords,
                                           const FrameMatrix& chroma, double duration);

// The keys that fit all of the chords best, best first, each with its share.
// Empty without evidence. Throws ChordLabelError for a label that is no chord.
struct RankedKey {
  std::string label;
  double share = 0.0;
};
std::vector<RankedKey> rank_keys(std::span<const LabelledSegment> chords, std::size_t most);

}  // namespace tactus
