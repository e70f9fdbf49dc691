// A corpus as plain data: which audio belongs to which annotations, and in which split each song
// is. Made by corpus_loaders.h from folders as they lie on disk, or by a YAML manifest (app/).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

// One song. An empty path means that the corpus has nothing of that kind for it.
struct CorpusItem {
  std::string id;  // unique within the corpus, stable between runs and machines
  std::filesystem::path
      audio;  // audio, or MIDI to be rendered, or features (.npy) instead of audio
  std::filesystem::path beats;   // any annotation file that holds beats
  std::filesystem::path chords;  // any annotation file that holds chords; may be the same file
  std::filesystem::path key;
  std::string split;   // "train", "validation", "test"; empty = not assigned
  std::string artist;  // performer or composer; splits by artist keep these together; may be empty
  // The piece, where several items are versions of one: takes, microphones, performances, covers.
  // All splits keep them together; empty = this item alone.
  std::string song = {};
  bool operator==(const CorpusItem&) const = default;
};

struct Corpus {
  std::string name;
  std::string licence;
  std::string source;             // where it came from, for people
  std::vector<CorpusItem> items;  // sorted by id where a loader made them
};

}  // namespace tactus
