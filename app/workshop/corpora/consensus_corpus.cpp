#include "app/workshop/corpora/consensus_corpus.h"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <utility>

#include "app/engine/songs/annotation_files.h"
#include "app/workshop/corpora/dataset_list.h"
#include "audio/error.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

// A song with its beats in each folder.
struct Candidate {
  Annotation annotation;  // of the first folder
  std::vector<std::vector<Beat>> lists;
};

// std::nullopt if there are no beats and a file could not be read; the notes say why.
std::optional<Annotation> read_beats(const std::vector<fs::path>& files, Notes& notes) {
  const std::size_t before = notes.size();
  Annotation song = read_song(files, EvaluationTask::kBeats, nullptr, notes);
  if (song.beats.empty() && notes.size() > before) return std::nullopt;
  return song;
}

}  // namespace

ConsensusSongs find_consensus(std::span<const fs::path> folders,
                              const ConsensusParameters& parameters) {
  ConsensusSongs found;
  std::map<std::string, Candidate> candidates;
  for (const fs::path& other : folders.subspan(1)) {
    EvaluationPairs pairs = pair_annotations(folders.front(), other);
    found.notes.insert(found.notes.end(), pairs.faults.begin(), pairs.faults.end());
    for (const EvaluationPair& pair : pairs.pairs) {
      const auto [place, is_new] = candidates.try_emplace(pair.name);
      Candidate& song = place->second;
      if (is_new) {
        if (std::optional<Annotation> first = read_beats(pair.reference, found.notes)) {
          song.lists.push_back(first->beats);
          song.annotation = *std::move(first);
        }
      }
      if (std::optional<Annotation> read = read_beats(pair.estimate, found.notes))
        song.lists.push_back(std::move(read->beats));
    }
  }
  std::vector<std::vector<std::vector<Beat>>> lists;
  for (auto& [name, song] : candidates) {
    if (song.lists.size() < folders.size()) {
      found.notes.push_back(
          fmt::format("{}: left out: not in every folder, or not readable", name));
    } else if (song.annotation.audio.empty()) {
      found.notes.push_back(fmt::format("{}: left out: its annotation in {} names no audio file",
                                        name, folders[0].string()));
    } else {
      found.songs.push_back({name, std::move(song.annotation), {}});
      lists.push_back(std::move(song.lists));
    }
  }
  found.offsets = beat_offsets(lists, parameters.window);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    ConsensusSong& song = found.songs[i];
    song.consensus = beat_consensus(lists[i], parameters, found.offsets);
    Annotation kept;
    kept.title = song.annotation.title;
    kept.artist = song.annotation.artist;
    kept.duration = song.annotation.duration;
    kept.audio = song.annotation.audio;
    kept.annotator = fmt::format("consensus of {} beat trackers", folders.size());
    kept.beats = std::move(song.consensus.beats);
    song.annotation = std::move(kept);
  }
  return found;
}

std::size_t write_consensus(const ConsensusSongs& found, double shortest, const std::string& split,
                            const fs::path& folder, bool overwrite) {
  OutputFiles files;
  Corpus corpus;
  corpus.name = (folder / "").parent_path().filename().string();
  for (const ConsensusSong& song : found.songs) {
    if (song.consensus.seconds <= 0.0 || song.consensus.seconds < shortest) continue;
    const fs::path file = folder / "annotations" / (song.name + ".jams");
    fs::create_directories(file.parent_path());
    files.write(file, serialise_annotation(song.annotation, Format::kJams),
                {.overwrite = overwrite});
    CorpusItem& item = corpus.items.emplace_back();
    item.id = song.name;
    item.audio = song.annotation.audio;
    item.beats = file;
    item.split = split;
    item.artist = song.annotation.artist;
  }
  const fs::path manifest = folder / "manifest.yaml";
  files.write(manifest, manifest_text_at(corpus, manifest), {.overwrite = overwrite});
  return corpus.items.size();
}

}  // namespace tactus
