// A corpus as plain data: the audio, the annotations and the split of each song. corpus_loaders.h
// makes it from folders; a YAML manifest (app/) does so too.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/layers.h"

namespace tactus {

// One song. An empty path means that the corpus lacks this part of the song.
struct CorpusItem {
  std::string id = {};               // unique within the corpus, stable between runs and machines
  std::filesystem::path audio = {};  // audio, MIDI for rendering, or features (.npy)
  std::string split = {};            // "train", "validation", "test"; empty = not assigned
  // Performer or composer; splits by artist keep these together; may be empty.
  std::string artist = {};
  // Name of the song, if several items are versions of it: takes, microphones, performances,
  // covers. All splits keep them together; empty = this item only.
  std::string song = {};
  // Any annotation file with the layer; layers may share one.
  std::filesystem::path beats = {};
#define TACTUS_SEGMENT_LAYER(constant, member, ...) std::filesystem::path member = {};
#include "model/annotation_layers.inc"  // chords, keys, sections
#undef TACTUS_SEGMENT_LAYER
  bool operator==(const CorpusItem&) const = default;
};

// The annotation files of an item. A manifest names them as here.
struct CorpusLayer {
  Layer layer;
  const char* name;
  std::filesystem::path CorpusItem::*file;
};
inline constexpr CorpusLayer kCorpusLayers[] = {
    {Layer::kBeats, "beats", &CorpusItem::beats},
#define TACTUS_SEGMENT_LAYER(constant, member, ...) \
  {Layer::constant, Layer::constant == Layer::kKeys ? "key" : #member, &CorpusItem::member},
#include "model/annotation_layers.inc"
#undef TACTUS_SEGMENT_LAYER
};

// Empty if the item has no file with that layer.
inline std::filesystem::path file_of(const CorpusItem& item, Layer layer) {
  for (const CorpusLayer& known : kCorpusLayers)
    if (known.layer == layer) return item.*known.file;
  return {};
}

// Whether a task can learn from the item. No task learns from a key alone.
inline bool has_labels(const CorpusItem& item) {
  for (const CorpusLayer& each : kCorpusLayers)
    if (each.layer != Layer::kKeys && !(item.*each.file).empty()) return true;
  return false;
}

struct Corpus {
  std::string name;
  std::string licence;
  std::string source;             // origin, for display
  std::vector<CorpusItem> items;  // sorted by id if made by a loader
};

}  // namespace tactus
