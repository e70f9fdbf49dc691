// Fuzz entry point (libFuzzer's interface) of the corpus loaders: the first byte chooses the file
// of a layout ('a' = the first), the rest is its content. Any bytes give songs with ids of their
// own and files that exist, or are refused with a FormatError or a FeatureError.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "datasets/corpora/corpus_loaders.h"
#include "features/frames/feature_error.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace {

namespace fs = std::filesystem;

// Index files of the layouts, and what Billboard keeps for each song.
constexpr const char* kFiles[] = {"quality.csv",
                                  "index.csv",
                                  "metadata.csv",
                                  "billboard-2.0-index.csv",
                                  "0003/salami_chords.txt",
                                  "0003/full.lab",
                                  "0003/bothchroma.csv"};

void put(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

// A folder in which each layout finds the song "s" beside its index.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("tactus_corpus_fuzz_" + std::to_string(getpid()))) {
    for (const char* audio : {"orig/s/s.mid", "a/s.mid", "s.mid", "mxl/s.mxl", "chroma/s.npy"})
      put(path_ / audio, "");
    for (const char* beats : {"derived/s.beats", "a/s.beats", "s.beats"})
      put(path_ / beats, "0.5 1\n1.0 2\n");
    for (const char* chords : {"derived/s.lab", "lab/s.lab"}) put(path_ / chords, "0 1 C:maj\n");
    put(path_ / "tsv/s.tsv", "0\t4\tC:maj\n");
  }
  ~Folder() { fs::remove_all(path_); }

  fs::path with(const std::string& name, const std::string& content) {
    for (const char* file : kFiles) fs::remove(path_ / file);
    put(path_ / "0003/bothchroma.csv", "");
    if (name != "0003/full.lab") put(path_ / "0003/salami_chords.txt", "0.0\tsilence\n1.0\tend\n");
    put(path_ / name, content);
    return path_;
  }

 private:
  fs::path path_;
};

void check(const tactus::Corpus& corpus) {
  std::set<std::string> ids;
  for (const tactus::CorpusItem& item : corpus.items) {
    if (item.id.empty() || !ids.insert(item.id).second) std::abort();
    if (!fs::is_regular_file(item.audio)) std::abort();
    if (item.beats.empty() && item.chords.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Folder folder;
  if (size == 0) return 0;
  const std::string name = kFiles[static_cast<std::uint8_t>(data[0] - 'a') % std::size(kFiles)];
  const std::string content(reinterpret_cast<const char*>(data) + 1, size - 1);
  const fs::path root = folder.with(name, content);
  try {
    check(tactus::load_corpus_folder(root));
  } catch (const tactus::FormatError&) {
  }
  if (name != "0003/bothchroma.csv") return 0;
  try {
    tactus::read_nnls_chroma(root / name, {});
  } catch (const tactus::FeatureError&) {
  }
  return 0;
}
