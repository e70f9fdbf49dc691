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
// validation or test. Paths are relative to the manifest's folder. Unknown keys are errors.
#pragma once

#include <filesystem>
#include <string>

#include "app/config_document.h"
#include "datasets/corpus.h"

namespace tactus {

// Throws ConfigError with file, line and column. Files named in it need not exist.
Corpus load_manifest(const std::filesystem::path& path);
Corpus parse_manifest(const ConfigDocument& document, const std::filesystem::path& folder);

// The text of a manifest; paths below `folder` become relative to it. parse_manifest gives the
// corpus back.
std::string manifest_text(const Corpus& corpus, const std::filesystem::path& folder);

}  // namespace tactus
