#include "app/corpora/corpus_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"
#include "app/models/device.h"
#include "app/program/usage_error.h"
#include "app/program/worker_command.h"
#include "app/songs/annotation_files.h"
#include "app/tagging/tagger.h"
#include "audio/readers/isolated_reader.h"
#include "datasets/corpora/corpus_loaders.h"
#include "datasets/corpora/corpus_splits.h"
#include "datasets/tasks/task_table.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> annotation_files(const CorpusItem& item) {
  std::vector<fs::path> files;
  for (const fs::path& path : {item.beats, item.chords, item.key}) {
    const bool known = std::find(files.begin(), files.end(), path) != files.end();
    if (!path.empty() && !known) files.push_back(path);
  }
  return files;
}

class CorpusTagging {
 public:
  CorpusTagging(const Corpus& corpus, const std::vector<LoadedModel>& models,
                const CorpusEvaluationOptions& options, std::stop_token stop)
      : items_(corpus.items),
        models_(models),
        options_(options),
        stop_(std::move(stop)),
        songs_(items_.size()) {}

  template <typename Progress>
  void run(const Progress& progress) {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int wanted = options_.jobs > 0 ? options_.jobs : cores;
    const int workers = std::clamp(static_cast<int>(items_.size()), 1, wanted);
    std::vector<std::jthread> pool;
    for (int w = 0; w < workers; ++w) {
      pool.emplace_back([&, threads = std::max(1, cores / workers)] { work(threads, progress); });
    }
    pool.clear();
    if (fault_) std::rethrow_exception(fault_);
  }

  struct Song {
    std::optional<AnnotatedPair> pair;
    std::vector<std::string> failures;
    Notes notes;
  };
  std::vector<Song>& songs() { return songs_; }

 private:
  template <typename Progress>
  void work(int threads, const Progress& progress) {
    try {
      Tagger tagger(models_, make_backend(options_.device, threads));
      for (std::size_t i; !stop_.stop_requested() && (i = next_++) < items_.size();) {
        tag_item(tagger, i);
        const std::lock_guard lock(mutex_);
        if (progress) progress(++done_, items_.size(), items_[i].id);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!fault_) fault_ = std::current_exception();
      next_ = items_.size();
    }
  }

  void tag_item(Tagger& tagger, std::size_t index) {
    const CorpusItem& item = items_[index];
    Song& song = songs_[index];
    try {
      Annotation reference = read_song(annotation_files(item), {}, &song.notes, song.failures);
      if (!song.failures.empty()) return;
      song.pair = AnnotatedPair{item.id, std::move(reference), estimate(tagger, item),
                                item.song.empty() ? item.id : item.song};
    } catch (const InterruptedError&) {
    } catch (const std::exception& error) {
      song.failures.push_back(fmt::format("{}: {}", item.id, error.what()));
    }
  }

  Annotation estimate(Tagger& tagger, const CorpusItem& item) const {
    if (is_feature_file(item.audio)) {
      return tagger.tag_frames(task_of(models_.front().model)->features().compute(item.audio))
          .annotation;
    }
    IsolatedAudioReader source(item.audio, tagger.sample_rate(), decode_worker_command(),
                               options_.stall_seconds);
    return tagger.tag(source, stop_).annotation;
  }

  const std::vector<CorpusItem>& items_;
  const std::vector<LoadedModel>& models_;
  const CorpusEvaluationOptions& options_;
  std::stop_token stop_;
  std::vector<Song> songs_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr fault_;
};

Corpus load_corpus(const fs::path& path, Notes* notes) {
  if (!fs::exists(path)) {
    throw UsageError(fmt::format("--dataset {}: no such file or folder", path.string()));
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
    throw UsageError(error.what());
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
    throw UsageError(fmt::format("--dataset {}: no song{} with audio and annotations",
                                 path.string(), split.empty() ? "" : " of split '" + split + "'"));
  }
  return corpus;
}

std::vector<AnnotatedPair> tag_corpus(
    const Corpus& corpus, const std::vector<LoadedModel>& models,
    const CorpusEvaluationOptions& options, std::vector<std::string>& failures, Notes* notes,
    const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
    std::stop_token stop) {
  CorpusTagging tagging(corpus, models, options, std::move(stop));
  tagging.run(progress);
  std::vector<AnnotatedPair> pairs;
  for (CorpusTagging::Song& song : tagging.songs()) {
    failures.insert(failures.end(), song.failures.begin(), song.failures.end());
    if (notes != nullptr) notes->insert(notes->end(), song.notes.begin(), song.notes.end());
    if (song.pair) pairs.push_back(std::move(*song.pair));
  }
  return pairs;
}

}  // namespace tactus
