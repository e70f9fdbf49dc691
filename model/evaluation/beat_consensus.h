// The beats of a song that several trackers, or several people, agree on.
//
// The list that agrees best with all others stands for the truth: Holzapfel, Davies, Zapata,
// Oliveira & Gouyon, "Selective sampling for beat tracking evaluation", IEEE Transactions on Audio,
// Speech, and Language Processing 20(9), 2012. They keep or drop whole songs; here each passage
// counts by itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

struct ConsensusParameters {
  double window = 0.07;  // seconds within which two beats are the same
  double least = 0.5;    // share of the other lists that must agree with a passage; others count 0
  bool first_agrees = false;  // where the first list does not agree, beats count 0
  std::size_t reach = 8;      // beats on either side that make up the passage of a beat
};

struct BeatConsensus {
  std::size_t chosen = 0;   // the list with the highest mean F-measure against the others
  double agreement = 0.0;   // that mean, 0..1
  std::vector<Beat> beats;  // of the chosen list
  double seconds = 0.0;     // between neighbouring beats that both have a confidence above 0
};

// lists: at least two, sorted by time. offsets: how much later each list places the same beats than
// the first one (beat_offsets), in seconds; empty = 0.
//
// A list agrees with a beat if it has the same beat, and the same beat before and after it. The
// confidence of a beat is the mean share of agreeing lists over its passage, or 0 below `least`. It
// is also 0 where the first list has that beat but another one beside it: then the two differ in
// the level of the tempo, which is a matter of taste. Where the first list agrees, its times and
// positions are taken; elsewhere a beat has the time of its list, less its offset, and no position.
// Throws std::invalid_argument for fewer than two lists or another number of offsets.
BeatConsensus beat_consensus(std::span<const std::vector<Beat>> lists,
                             const ConsensusParameters& parameters,
                             std::span<const double> offsets = {});

// The median of the differences of all beats that a list of a song has in common with the first
// one, for each list. Empty for no songs.
std::vector<double> beat_offsets(std::span<const std::vector<std::vector<Beat>>> songs,
                                 double window);

}  // namespace tactus
