#include "app/commands/train_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include "app/config/config_manifest.h"
#include "app/corpora/corpus_evaluation.h"
#include "app/models/model_store.h"
#include "app/songs/evaluation.h"
#include "app/training/training_songs.h"
#include "datasets/corpora/corpus_loaders.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

struct Row {
  const char* title;
  EvaluationTask task;
  const char* score;
};
constexpr std::array kBeatRows = {
    Row{"beats F", EvaluationTask::kBeats, "F-measure"},
    Row{"beats CMLt", EvaluationTask::kBeats, "Correct Metric Level Total"},
    Row{"downbeats F", EvaluationTask::kDownbeats, "F-measure"}};
constexpr std::array kChordRows = {Row{"chord roots", EvaluationTask::kChords, "root"},
                                   Row{"major/minor", EvaluationTask::kChords, "majmin"},
                                   Row{"sevenths", EvaluationTask::kChords, "sevenths"}};

std::span<const Row> rows_of(TrainTask task) {
  if (task == TrainTask::kBeats) return kBeatRows;
  return kChordRows;
}

// The validation songs of all corpora of the run as one corpus.
Corpus validation_songs(const TrainConfig& config) {
  Corpus songs;
  for (const TrainData& data : config.data) {
    const Corpus corpus = data.manifest.empty() ? load_corpus_folder(data.folder, nullptr)
                                                : load_manifest(data.manifest);
    for (CorpusItem& item : selected_items(corpus, data, config.task))
      if (item.split == "validation") songs.items.push_back(std::move(item));
  }
  return songs;
}

std::vector<TaskSummary> scores(const Corpus& songs, const std::filesystem::path& model,
                                const TrainConfig& config, const Places& places,
                                std::stop_token stop) {
  PoolOptions options;
  options.places = places;
  options.device = config.device;
  options.jobs = config.threads;
  std::vector<std::string> failures;
  std::vector<EvaluationTask> tasks;
  for (const Row& row : rows_of(config.task)) tasks.push_back(row.task);
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
  std::vector<SongScores> scored;
  for (const AnnotatedPair& pair : tag_corpus(songs, load_models({model.string()}, places.models),
                                              options, failures, nullptr, {}, stop))
    scored.push_back(score_song(pair.name, pair.reference, pair.estimate, tasks));
  return summarise(scored);
}

// Weighted as in the figures of the run: equal songs for beats, equal seconds for chords.
const double* score_of(const std::vector<TaskSummary>& summaries, const Row& row) {
  for (const TaskSummary& summary : summaries)
    if (summary.task == row.task)
      return find_score(row.task == EvaluationTask::kChords ? summary.weighted : summary.mean,
                        row.score);
  return nullptr;
}

}  // namespace

std::string comparison_with_shipped(const TrainConfig& config, const Places& places,
                                    std::stop_token stop) {
  const char* task = config.task == TrainTask::kBeats ? "beats" : "chords";
  const std::filesystem::path shipped = places.models / fmt::format("{}.safetensors", task);
  std::error_code error;
  if (!std::filesystem::is_regular_file(shipped, error)) return {};
  const Corpus songs = validation_songs(config);
  if (songs.items.empty() || songs.items.size() > kMaxComparedSongs) return {};
  if (std::any_of(songs.items.begin(), songs.items.end(),
                  [](const CorpusItem& item) { return is_feature_file(item.audio); }))
    return {};
  const std::vector<TaskSummary> ours = scores(songs, config.output, config, places, stop);
  const std::vector<TaskSummary> theirs = scores(songs, shipped, config, places, stop);
  if (stop.stop_requested()) return {};
  const std::string what = songs.items.size() == 1
                               ? songs.items.front().id
                               : fmt::format("{} validation songs", songs.items.size());
  std::string rows;
  for (const Row& row : rows_of(config.task)) {
    const double *left = score_of(ours, row), *right = score_of(theirs, row);
    if (left && right) rows += fmt::format("{:<24}{:>12.3f}{:>15.3f}\n", row.title, *left, *right);
  }
  if (rows.empty()) return {};
  return fmt::format("{:<24}{:>12}{:>15}\n", what, "this model", "shipped model") + rows;
}

}  // namespace tactus
