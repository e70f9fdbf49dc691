// Corpora as they lie on disk -> Corpus. The layout is recognised by its folders and index files.
#pragma once

#include <filesystem>

#include "datasets/corpora/corpus.h"
#include "datasets/formats/format.h"

namespace tactus {

// Recognised layouts (see corpus_layouts.h for each): pop909, gm-midi, asap (as in upstream's
// metadata.csv, and flat), openewld, billboard, real-audio, and any folder of audio with
// annotations of the same stem beside it or elsewhere under the folder. Items are sorted by id.
// Songs that the corpus itself marks as faulty, or whose annotations cannot be read, lose those
// annotations, and the song when nothing is left; songs without audio are left out; each such case
// is noted. Splits are set where the corpus has them by custom; see corpus_splits.h for the others.
// Throws FormatError when the folder does not exist or holds no corpus.
Corpus load_corpus_folder(const std::filesystem::path& folder, Notes* notes = nullptr);

// The same folder before anything is left out: also songs without annotations, annotations without
// audio, annotations that cannot be read. Throws FormatError when the folder does not exist.
struct CorpusSurvey {
  std::string layout;  // "pop909", "matched by name", ...
  Corpus corpus;
  Notes notes;  // what the corpus says about itself
};
CorpusSurvey survey_corpus_folder(const std::filesystem::path& folder);

}  // namespace tactus
