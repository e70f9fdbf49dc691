#include "app/cli/commands/train_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/engine/models/model_store.h"
#include "app/engine/songs/evaluation.h"
#include "app/workshop/corpora/corpus_evaluation.h"
#include "app/workshop/training/training_songs.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

std::vector<TaskSummary> scores(const Corpus& songs, const std::filesystem::path& model,
                                const TrainConfig& config, const Places& places,
                                std::stop_token stop) {
  PoolOptions options;
  options.places = places;
  options.device = config.device;
  options.jobs = config.threads;
  std::vector<std::string> failures;
  std::vector<EvaluationTask> tasks;
  for (const TaskMetric& metric : config.task->metrics())
    tasks.push_back(task_by_name(metric.evaluation).value());
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
  std::vector<SongScores> scored;
  for (const AnnotatedPair& pair : tag_corpus(songs, load_models({model.string()}, places.models),
                                              options, failures, nullptr, {}, stop))
    scored.push_back(score_song(pair.name, pair.reference, pair.estimate, tasks));
  return summarise(scored);
}

const double* score_of(const std::vector<TaskSummary>& summaries, const TaskMetric& metric) {
  for (const TaskSummary& summary : summaries)
    if (task_name(summary.task) == metric.evaluation)
      return find_score(metric.by_length ? summary.weighted : summary.mean, metric.score);
  return nullptr;
}

}  // namespace

std::string comparison_with_shipped(const TrainConfig& config, const Places& places,
                                    std::stop_token stop) {
  const std::filesystem::path shipped = places.models / (config.task->name() + ".safetensors");
  std::error_code error;
  if (!std::filesystem::is_regular_file(shipped, error)) return {};
  const Corpus songs = validation_corpus(config);
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
  for (const TaskMetric& metric : config.task->metrics()) {
    const double *left = score_of(ours, metric), *right = score_of(theirs, metric);
    if (left && right)
      rows += fmt::format("{:<24}{:>12.3f}{:>15.3f}\n", metric.title, *left, *right);
  }
  if (rows.empty()) return {};
  return fmt::format("{:<24}{:>12}{:>15}\n", what, "this model", "shipped model") + rows;
}

}  // namespace tactus
