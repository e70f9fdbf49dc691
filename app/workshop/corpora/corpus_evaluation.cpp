#include "app/workshop/corpora/corpus_evaluation.h"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"
#include "app/engine/songs/annotation_files.h"
#include "audio/error.h"
#include "audio/readers/open_audio.h"
#include "datasets/corpora/corpus_loaders.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/tasks/task_table.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> annotation_files(const CorpusItem& item) {
  std::vector<fs::path> files;
  for (const CorpusLayer& layer : kCorpusLayers) {
    const fs::path& path = item.*layer.file;
    const bool known = std::find(files.begin(), files.end(), path) != files.end();
    if (!path.empty() && !known) files.push_back(path);
  }
  return files;
}

struct Song {
  std::optional<AnnotatedPair> pair;
  std::vector<std::string> failures;
  Notes notes;
};

Annotation estimate(SoundTagger& tagger, const CorpusItem& item,
                    const std::vector<LoadedModel>& models, const PoolOptions& options,
                    std::stop_token stop) {
  if (is_feature_file(item.audio)) {
    return tagger.tag_frames(task_of(models.front().model)->chunk_features().compute(item.audio))
        .annotation;
  }
  const std::unique_ptr<AudioSource> source =
      open_audio(item.audio, tagger.sample_rate(), options.places.decoder, options.stall_seconds);
  return tagger.tag(*source, std::move(stop)).annotation;
}

Corpus load_corpus(const fs::path& path, Notes* notes) {
  if (!fs::exists(path)) {
    throw InputError(fmt::format("--dataset {}: no such file or folder", path.string()));
  }
  if (!fs::is_directory(path)) return load_manifest(path);
  if (fs::exists(path / "manifest.yaml")) return load_manifest(path / "manifest.yaml");
  return load_corpus_folder(path, notes);
}

}  // namespace

Corpus load_evaluation_corpus(const fs::path& path, const std::string& split, Notes* notes) {
  constexpr std::uint64_t kSplitSeed = 0;  // as training does
  Corpus corpus;
  try {
    corpus = load_corpus(path, notes);
  } catch (const FormatError& error) {
    throw InputError(error.what());
  }
  const double share = TrainData{}.validation_share;
  split_unassigned(corpus, {1.0 - share, share, 0.0}, kSplitSeed);
  if (!split.empty()) {
    std::erase_if(corpus.items, [&](const CorpusItem& item) { return item.split != split; });
  }
  std::erase_if(corpus.items, [](const CorpusItem& item) {
    return item.audio.empty() || annotation_files(item).empty();
  });
  if (corpus.items.empty()) {
    throw InputError(fmt::format("--dataset {}: no song{} with audio and annotations",
                                 path.string(), split.empty() ? "" : " of split '" + split + "'"));
  }
  return corpus;
}

std::vector<AnnotatedPair> tag_corpus(
    const Corpus& corpus, const std::vector<LoadedModel>& models, const PoolOptions& options,
    std::vector<std::string>& failures, Notes* notes,
    const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
    std::stop_token stop) {
  std::vector<Song> songs(corpus.items.size());
  const auto tag = [&](SoundTagger& tagger, std::size_t index) {
    const CorpusItem& item = corpus.items[index];
    Song& song = songs[index];
    try {
      Annotation reference = read_song(annotation_files(item), {}, &song.notes, song.failures);
      if (!song.failures.empty()) return;
      song.pair = AnnotatedPair{item.id, std::move(reference),
                                estimate(tagger, item, models, options, stop),
                                item.song.empty() ? item.id : item.song};
    } catch (const InterruptedError&) {
    } catch (const std::exception& error) {
      song.failures.push_back(fmt::format("{}: {}", item.id, error.what()));
    }
  };
  tag_songs(songs.size(), models, options, stop, tag, [&](std::size_t song, std::size_t done) {
    if (progress) progress(done, songs.size(), corpus.items[song].id);
  });
  std::vector<AnnotatedPair> pairs;
  for (Song& song : songs) {
    failures.insert(failures.end(), song.failures.begin(), song.failures.end());
    if (notes != nullptr) notes->insert(notes->end(), song.notes.begin(), song.notes.end());
    if (song.pair) pairs.push_back(std::move(*song.pair));
  }
  return pairs;
}

}  // namespace tactus
