#include "ui/train/model_comparison.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/program/program_places.h"
#include "app/config/config_train.h"
#include "app/engine/models/device.h"
#include "app/engine/songs/evaluation.h"
#include "app/engine/tagging/file_tagger.h"
#include "app/engine/tagging/sound_tagger.h"
#include "app/workshop/training/training_songs.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

InputError nothing_to_compare(const QString& why) {
  return InputError(why.toStdString());
}

CorpusItem song_to_compare(const TrainConfig& config, const std::string& wanted) {
  std::vector<CorpusItem> songs = validation_corpus(config).items;
  std::erase_if(songs, [](const CorpusItem& item) { return is_feature_file(item.audio); });
  if (songs.empty())
    throw nothing_to_compare(QObject::tr("The run has no validation song with audio."));
  const auto named = std::find_if(songs.begin(), songs.end(), [&](const CorpusItem& item) {
    return wanted.ends_with("/" + item.id);
  });
  return named == songs.end() ? songs.front() : *named;
}

fs::path old_model(const TrainConfig& config, const Places& places) {
  if (!config.initial_model.empty()) return find_model(config.initial_model, places.models);
  const fs::path shipped = places.models / (config.task->name() + ".safetensors");
  if (fs::exists(shipped)) return shipped;
  throw nothing_to_compare(QObject::tr("There is no older model for this task."));
}

Annotation tagged(const fs::path& audio, const std::vector<std::string>& models,
                  const Places& places, const TrainConfig& config, const std::stop_token& stop) {
  SoundTagger tagger(load_models(models, places.models),
                     open_tagging_device(config.device, config.threads, places).backend);
  tagger.keep_activations(false);
  Annotation annotation = tag_file(tagger, audio, {places.decoder}, stop).annotation;
  annotation.audio = audio.string();
  return annotation;
}

// The new model, and the shipped ones of the other tasks.
std::vector<std::string> with_others(const fs::path& model, const TrainConfig& config,
                                     const Places& places) {
  std::vector<std::string> models = {model.string()};
  for (const auto& task : all_tasks()) {
    const fs::path other = places.models / (task->name() + ".safetensors");
    if (task->name() != config.task->name() && fs::exists(other)) models.push_back(other.string());
  }
  return models;
}

std::optional<double> score_of(const Annotation& truth, const Annotation& estimate,
                               const TaskMetric& metric) {
  const EvaluationTask task = task_by_name(metric.evaluation).value();
  const SongScores song = score_song("song", truth, estimate, std::span(&task, 1));
  const NamedScores* scores = scores_of(song, task);
  const double* score = scores ? find_score(*scores, metric.score) : nullptr;
  return score ? std::optional(*score) : std::nullopt;
}

// F-measures alone if the task has any.
QString sentence_of(const std::string& song, const TrainConfig& config, const Annotation& truth,
                    const Annotation& older, const Annotation& newer) {
  std::vector<TaskMetric> metrics = config.task->metrics();
  const auto is_f = [](const TaskMetric& metric) {
    return std::string_view(metric.score) == "F-measure";
  };
  if (std::any_of(metrics.begin(), metrics.end(), is_f))
    std::erase_if(metrics, [&](const TaskMetric& metric) { return !is_f(metric); });
  QStringList parts;
  for (const TaskMetric& metric : metrics) {
    const auto before = score_of(truth, older, metric), after = score_of(truth, newer, metric);
    if (!before || !after) continue;
    parts += QObject::tr("%1: old model %2, new model %3")
                 .arg(QString::fromUtf8(metric.title))
                 .arg(*before, 0, 'f', 3)
                 .arg(*after, 0, 'f', 3);
  }
  return QStringLiteral("%1 - %2.")
      .arg(QString::fromStdString(song), parts.join(QStringLiteral("; ")));
}

// A name that neither annotation has.
std::string free_name(const fs::path& folder, const std::string& stem) {
  std::string name = stem;
  for (int n = 2;
       fs::exists(folder / (name + ".jams")) || fs::exists(folder / "old" / (name + ".jams")); ++n)
    name = stem + "-" + std::to_string(n);
  return name;
}

}  // namespace

ModelComparison compare_models(const fs::path& config_file, const fs::path& model,
                               const std::string& song, const fs::path& folder,
                               std::stop_token stop) {
  const Places places = program_places();
  const TrainConfig config = load_train_config(config_file);
  const CorpusItem item = song_to_compare(config, song);
  const fs::path before = old_model(config, places);
  Annotation older = tagged(item.audio, {before.string()}, places, config, stop);
  Annotation newer = tagged(item.audio, with_others(model, config, places), places, config, stop);
  const Annotation truth = read_annotation(file_of(item, config.task->layer()));
  older.title = QObject::tr("%1, old model").arg(QString::fromStdString(item.id)).toStdString();
  newer.title = QObject::tr("%1, new model").arg(QString::fromStdString(item.id)).toStdString();
  const std::string name = free_name(folder, item.id);
  ModelComparison made{folder / (name + ".jams"), folder / "old" / (name + ".jams"),
                       sentence_of(item.id, config, truth, older, newer)};
  OutputFiles files;
  files.write(made.opened, serialise_annotation(newer, Format::kJams), {.song = item.audio});
  files.write(made.reference, serialise_annotation(older, Format::kJams), {.song = item.audio});
  return made;
}

}  // namespace tactus::ui
