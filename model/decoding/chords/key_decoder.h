// Finds the key of a song from its chords and chroma.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// chords: segments of the song, sorted. chroma [T,12] (C first) may be empty. Returns one segment
// over [0, duration] with a label such as "C:major" or "A:minor" and a confidence. Returns an empty
// list without evidence (no chord but N, and no finite positive chroma) or if duration is not above
// 0.
//
// Method: duration-weighted pitch classes of the chords, with half as much again for their roots,
// are mixed with a quarter of chroma. The mix is correlated (Krumhansl & Schmuckler) with the 24
// rotations of the profiles of J. Albrecht & D. Shanahan: "The use of large corpora to train a new
// type of key-finding algorithm", Music Perception 31(1), 2013. The tonic triads of the last and
// first chord add 0.05 and 0.025. The confidence is the winner's share of exp(15 correlation).
//
// Reason for these profiles: on the true chords of 561 songs of POP909 (the training songs with one
// key) they find 89.8 % of the keys. The profiles of Krumhansl & Kessler find 89.1 % at best, those
// from Kostka & Payne 87.0 %, Temperley's (1999) 82.4 %. The mean confidence there is 0.90. Throws
// std::invalid_argument for chroma of another width and ChordLabelError for a label that is no
// chord.
std::vector<LabelledSegment> estimate_key(std::span<const LabelledSegment> chords,
                                          const FrameMatrix& chroma, double duration);

// The keys that this method ranks highest, best first, each with its share; uses chords alone.
// Empty without evidence. Throws ChordLabelError for a label that is no chord.
struct RankedKey {
  std::string label;
  double share = 0.0;
};
std::vector<RankedKey> rank_keys(std::span<const LabelledSegment> chords, std::size_t most);

}  // namespace tactus
