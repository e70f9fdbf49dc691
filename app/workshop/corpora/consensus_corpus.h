// A corpus of songs that nobody has annotated: the beats that several beat trackers agree on.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"
#include "model/evaluation/beat_consensus.h"

namespace tactus {

struct ConsensusSong {
  std::string name;         // as in EvaluationPair
  Annotation annotation;    // the beats, with confidences, and the audio file
  BeatConsensus consensus;  // its beats are in the annotation
};

struct ConsensusSongs {
  std::vector<ConsensusSong> songs;  // sorted by name
  std::vector<double> offsets;       // of each folder, in seconds; see beat_offsets
  Notes notes;                       // songs that were left out, and files that could not be read
};

// folders[0]: annotations that name their audio file, as tactus tag writes them; the others: any
// annotations of the same songs. A song counts if every folder has a readable file for it; an
// empty file is a list without beats. Throws InputError if a folder does not exist.
ConsensusSongs find_consensus(std::span<const std::filesystem::path> folders,
                              const ConsensusParameters& parameters);

// Writes the annotations and manifest.yaml into the folder: songs of that split with at least
// `shortest` seconds of agreement. Returns how many. Throws as OutputFiles::write.
std::size_t write_consensus(const ConsensusSongs& found, double shortest, const std::string& split,
                            const std::filesystem::path& folder, bool overwrite);

}  // namespace tactus
