// The manifest of a corpus: a YAML file beside its audio and annotations.
//
//   name: pop909-rendered          # for people; models trained on it store it
//   licence: "MIT"
//   source: "https://..."
//   items:
//     - {id: "001", audio: audio/001.flac, beats: annotations/001.beats,
//        chords: annotations/001.lab, key: annotations/001.key, split: train, artist: "...",
//        song: "..."}
//
// Required are `name`, and `id` and `audio` of every item. Ids are unique. `split` is train,
// validation or test. `song` names the piece if several items are versions of it. Paths are
// relative to the folder of the manifest. Unknown keys are errors.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config_document.h"
#include "datasets/corpora/corpus.h"

namespace tactus {

// A wrong split, or an id that appears twice.
struct ManifestFault {
  std::string id;
  std::string message;  // with file, line and column
};

// Reads a manifest. Throws ConfigError with file, line and column. The files in it need not exist.
// With `faults`, these two faults go there instead: a wrong split counts as none, all items stay.
Corpus load_manifest(const std::filesystem::path& path,
                     std::vector<ManifestFault>* faults = nullptr);
Corpus parse_manifest(const ConfigDocument& document, const std::filesystem::path& folder,
                      std::vector<ManifestFault>* faults = nullptr);

// Returns the text of a manifest. Paths below `folder` become relative to it. parse_manifest reads
// the same corpus from it.
std::string manifest_text(const Corpus& corpus, const std::filesystem::path& folder);

}  // namespace tactus
