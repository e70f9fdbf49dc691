// The manifest of a corpus: a YAML file beside its audio and annotations.
//
//   name: pop909-rendered          # words for people: stored in models trained on it
//   licence: "MIT"
//   source: "https://..."
//   items:
//     - {id: "001", audio: audio/001.flac, beats: annotations/001.beats,
//        chords: annotations/001.lab, key: annotations/001.key, split: train, artist: "...",
//        song: "..."}
//
// `name`, and `id` and `audio` of every item, are required; ids are unique; `split` is train,
// validation or test; `song` names the piece where several items are versions of one. Paths are
// relative to the manifest's folder. Unknown keys are errors.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config_document.h"
#include "datasets/corpora/corpus.h"

namespace tactus {

// A wrong split or an id given twice.
struct ManifestFault {
  std::string id;
  std::string message;  // with file, line and column
};

// Throws ConfigError with file, line and column. Files named in it need not exist. With `faults`,
// those go there instead, a wrong split reads as none, and all items are kept.
Corpus load_manifest(const std::filesystem::path& path,
                     std::vector<ManifestFault>* faults = nullptr);
Corpus parse_manifest(const ConfigDocument& document, const std::filesystem::path& folder,
                      std::vector<ManifestFault>* faults = nullptr);

// The text of a manifest; paths below `folder` become relative to it. parse_manifest gives the
// corpus back.
std::string manifest_text(const Corpus& corpus, const std::filesystem::path& folder);

}  // namespace tactus
