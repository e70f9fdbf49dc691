// Loads a corpus from a folder. The folders and index files show the layout.
#pragma once

#include <filesystem>

#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

// Recognised layouts (see corpus_layouts.h): pop909 (ours, and as published), gm-midi, asap (with
// upstream's metadata.csv, and flat), openewld, billboard, real-audio, and any folder of audio with
// annotations of the same stem in the tree. Items are sorted by id. Annotations that the corpus
// marks as faulty, or that cannot be read, are removed; so is a song without annotations or audio,
// and a second song of one id. A note reports each case. Splits are set if the corpus has
// established ones; see corpus_splits.h for the others. Throws FormatError if the folder does not
// exist or contains no corpus.
Corpus load_corpus_folder(const std::filesystem::path& folder, Notes* notes = nullptr);

// The same folder without any removal: includes songs without annotations, annotations without
// audio, and unreadable annotations. Throws FormatError if the folder does not exist.
struct CorpusSurvey {
  std::string layout;  // "pop909", "matched by name", ...
  Corpus corpus;
  Notes notes;  // remarks of the corpus about itself
};
CorpusSurvey survey_corpus_folder(const std::filesystem::path& folder);

}  // namespace tactus
