#include "app/engine/songs/evaluation.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/labels/key_label.h"
#include "model/decoding/beats/beat_summary.h"
#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"
#include "model/evaluation/evaluate_fine_timing.h"
#include "model/evaluation/evaluate_key.h"
#include "model/evaluation/evaluate_segments.h"
#include "model/evaluation/evaluate_tempo.h"

namespace tactus {
namespace {

double last_time(const Annotation& annotation) {
  double last = annotation.beats.empty() ? 0.0 : annotation.beats.back().time;
  for (const auto* layer : {&annotation.chords, &annotation.sections}) {
    if (!layer->empty()) last = std::max(last, layer->back().end);
  }
  return last;
}

// As main_key wants it, which knows fewer spellings than parse_key.
std::string spelled(const Key& key) {
  constexpr std::array<const char*, 12> kTonics = {"C",  "C#", "D",  "D#", "E",  "F",
                                                   "F#", "G",  "G#", "A",  "A#", "B"};
  constexpr std::array<const char*, 3> kModes = {"major", "minor", "other"};
  return fmt::format("{}:{}", kTonics.at(static_cast<std::size_t>(key.tonic)),
                     kModes.at(static_cast<std::size_t>(key.mode)));
}

// X if nothing else is a key.
std::optional<Key> key_of(const Annotation& annotation) {
  std::vector<LabelledSegment> keys;
  std::optional<Key> uncategorised;
  for (LabelledSegment segment : annotation.keys) {
    const std::optional<Key> key = parse_key(segment.label);
    if (!key) continue;
    if (key->tonic < 0) {
      uncategorised = key;
      continue;
    }
    segment.label = spelled(*key);
    keys.push_back(std::move(segment));
  }
  return keys.empty() ? uncategorised : parse_key(main_key(keys));
}

NamedScores score_key(const Annotation& reference, const Annotation& estimate) {
  const std::optional<Key> guess = key_of(estimate);
  NamedScores scores = {{"Weighted Score", 0.0}};
  if (guess) scores = evaluate_key(key_of(reference).value(), *guess);
  // A file without times says the key of the whole song, however long that is.
  std::vector<LabelledSegment> keys = reference.keys;
  if (const double end = std::max(reference.duration, estimate.duration); end > 0.0)
    for (LabelledSegment& key : keys) key.end = std::min(key.end, end);
  scores.push_back({"Over Time", key_score_over_time(keys, estimate.keys)});
  return scores;
}

bool has_tempo(const Annotation& annotation) {
  return std::any_of(annotation.tempi.begin(), annotation.tempi.end(),
                     [](const TempoCandidate& tempo) { return tempo.bpm > 0.0; });
}

// The annotated tempi, else the tempo of the beats.
std::vector<TempoCandidate> tempi_of(const Annotation& annotation) {
  if (has_tempo(annotation)) return annotation.tempi;
  const double bpm = overall_tempo(annotation.beats);
  if (bpm <= 0.0) return {};
  return {{bpm, 1.0}};
}

NamedScores score_tempo(const Annotation& reference, const Annotation& estimate) {
  const WeightedTempi truth = weighted_tempi(tempi_of(reference));
  const TempoPair guess = weighted_tempi(tempi_of(estimate)).tempi;
  NamedScores scores = named_scores(evaluate_tempo(truth.tempi, truth.weight, guess));
  const TempoAccuracy accuracy = tempo_accuracy(truth.tempi[0], guess[0]);
  scores.push_back({"Accuracy 1", accuracy.accuracy1});
  scores.push_back({"Accuracy 2", accuracy.accuracy2});
  return scores;
}

// The segments of the grid, up to the next segment or the last beat. Without a grid: the regions of
// one tempo.
std::vector<TempoStretch> tempo_stretches(const Annotation& annotation) {
  std::vector<TempoStretch> stretches;
  if (annotation.beats.empty()) return stretches;
  for (const GridSegment& segment : annotation.grid.segments) {
    if (!stretches.empty()) stretches.back().end = segment.start;
    stretches.push_back({segment.start, annotation.beats.back().time, segment.bpm});
  }
  if (!stretches.empty()) return stretches;
  for (const TempoRegion& region : regions_of_tempo(annotation.beats)) {
    const double length = region.period * static_cast<double>(region.beats - 1);
    stretches.push_back({region.start, region.start + length, 60.0 / region.period});
  }
  return stretches;
}

NamedScores score_fine_timing(const Annotation& reference, const Annotation& estimate) {
  return named_scores(evaluate_fine_timing(beat_times(reference.beats), beat_times(estimate.beats),
                                           tempo_stretches(estimate)));
}

struct TaskRow {
  EvaluationTask task;
  std::string_view name;
  std::string_view headline;
  bool (*has_data)(const Annotation&);
  NamedScores (*score)(const Annotation& reference, const Annotation& estimate);
};

using A = const Annotation&;
// In the order of EvaluationTask.
constexpr TaskRow kRows[] = {
    {EvaluationTask::kBeats, "beats", "F-measure", [](A a) { return !a.beats.empty(); },
     [](A a, A b) {
       return named_scores(evaluate_beats(beat_times(a.beats), beat_times(b.beats)));
     }},
    {EvaluationTask::kDownbeats, "downbeats", "F-measure",
     [](A a) { return !downbeat_times(a.beats).empty(); },
     [](A a, A b) {
       return named_scores(evaluate_beats(downbeat_times(a.beats), downbeat_times(b.beats)));
     }},
    {EvaluationTask::kChords, "chords", "majmin", [](A a) { return !a.chords.empty(); },
     [](A a, A b) {
       return named_scores(evaluate_chords(a.chords, b.chords, ChordSyntax::kLenient));
     }},
    {EvaluationTask::kKey, "key", "Weighted Score", [](A a) { return key_of(a).has_value(); },
     score_key},
    {EvaluationTask::kTempo, "tempo", "P-score", has_tempo, score_tempo},
    {EvaluationTask::kSegments, "segments", "F-measure@3.0",
     [](A a) { return !a.sections.empty(); },
     [](A a, A b) { return evaluate_segments(a.sections, b.sections); }},
    {EvaluationTask::kFine, "fine", "Within 10 ms", [](A a) { return !a.beats.empty(); },
     score_fine_timing}};

constexpr std::size_t kTaskCount = std::size(kRows);
constexpr std::array<EvaluationTask, kTaskCount> kTasks = [] {
  std::array<EvaluationTask, kTaskCount> tasks{};
  for (std::size_t i = 0; i < kTaskCount; ++i) tasks[i] = kRows[i].task;
  return tasks;
}();
static_assert([] {
  for (std::size_t i = 0; i < kTaskCount; ++i)
    if (static_cast<std::size_t>(kRows[i].task) != i) return false;
  return true;
}());

const TaskRow& row_of(EvaluationTask task) {
  return kRows[static_cast<std::size_t>(task)];
}

struct WeightedValue {
  double value;
  double weight;
};

// The defined values of one score over the songs that have it.
std::vector<WeightedValue> values_of(std::span<const SongScores> songs, EvaluationTask task,
                                     const std::string& name) {
  std::vector<WeightedValue> values;
  for (const SongScores& song : songs) {
    const NamedScores* scores = scores_of(song, task);
    const double* value = scores != nullptr ? find_score(*scores, name) : nullptr;
    if (value != nullptr && std::isfinite(*value)) values.push_back({*value, song.duration});
  }
  return values;
}

double weighted_mean(const std::vector<WeightedValue>& values, bool by_duration) {
  double sum = 0.0;
  double total = 0.0;
  for (const auto& [value, duration] : values) {
    const double weight = by_duration ? duration : 1.0;
    sum += weight * value;
    total += weight;
  }
  if (total > 0.0) return sum / total;
  return by_duration && !values.empty() ? weighted_mean(values, false)
                                        : std::numeric_limits<double>::quiet_NaN();
}

double median_value(const std::vector<WeightedValue>& values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> plain;
  for (const WeightedValue& v : values) plain.push_back(v.value);
  return median(std::move(plain));
}

// The smallest transposition: -5 to 6.
int signed_semitones(int semitones) {
  return semitones > 6 ? semitones - 12 : semitones;
}

void find_transposed(std::span<const SongScores> songs, TaskSummary& summary) {
  std::vector<SongScores> others;
  for (const SongScores& song : songs) {
    if (!song.confusion) continue;
    if (const auto semitones = constant_transposition(*song.confusion)) {
      summary.transposed.push_back({song.name, signed_semitones(*semitones)});
    } else {
      others.push_back(song);
    }
  }
  if (summary.transposed.empty()) return;
  for (const NamedScore& score : summary.weighted) {
    const auto values = values_of(others, summary.task, score.name);
    summary.weighted_without_transposed.push_back({score.name, weighted_mean(values, true)});
  }
}

std::vector<std::string> worst_songs(std::span<const SongScores> songs, EvaluationTask task) {
  constexpr std::size_t kShown = 10;
  std::vector<std::pair<double, std::string>> ranked;
  for (const SongScores& song : songs) {
    const NamedScores* scores = scores_of(song, task);
    if (scores != nullptr)
      ranked.emplace_back(*find_score(*scores, headline_score(task)), song.name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> worst;
  for (std::size_t i = 0; i < std::min(kShown, ranked.size()); ++i)
    worst.push_back(ranked[i].second);
  return worst;
}

TaskSummary summarise_task(std::span<const SongScores> songs, EvaluationTask task) {
  TaskSummary summary;
  summary.task = task;
  const NamedScores* first = nullptr;
  for (const SongScores& song : songs) {
    const NamedScores* scores = scores_of(song, task);
    if (scores == nullptr) continue;
    ++summary.songs;
    if (first == nullptr) first = scores;
  }
  if (first == nullptr) return summary;
  for (const NamedScore& score : *first) {
    const std::vector<WeightedValue> values = values_of(songs, task, score.name);
    summary.mean.push_back({score.name, weighted_mean(values, false)});
    summary.weighted.push_back({score.name, weighted_mean(values, true)});
    summary.median.push_back({score.name, median_value(values)});
  }
  summary.worst = worst_songs(songs, task);
  if (task == EvaluationTask::kChords) find_transposed(songs, summary);
  return summary;
}

}  // namespace

std::span<const EvaluationTask> all_evaluation_tasks() {
  return kTasks;
}

std::span<const EvaluationTask> usual_evaluation_tasks() {
  return std::span(kTasks).first<kTasks.size() - 1>();
}

std::string_view task_name(EvaluationTask task) {
  return row_of(task).name;
}

std::optional<EvaluationTask> task_by_name(std::string_view name) {
  const auto* found = std::find_if(kTasks.begin(), kTasks.end(),
                                   [&](EvaluationTask task) { return task_name(task) == name; });
  return found == kTasks.end() ? std::nullopt : std::optional(*found);
}

std::string_view headline_score(EvaluationTask task) {
  return row_of(task).headline;
}

bool has_data(const Annotation& annotation, EvaluationTask task) {
  return row_of(task).has_data(annotation);
}

bool can_be_scored(const Annotation& reference, EvaluationTask task) {
  return task == EvaluationTask::kTempo ? !tempi_of(reference).empty() : has_data(reference, task);
}

SongScores score_song(const std::string& name, const Annotation& reference,
                      const Annotation& estimate, std::span<const EvaluationTask> tasks) {
  SongScores song;
  song.name = name;
  song.duration = reference.duration > 0.0 ? reference.duration : last_time(reference);
  for (const EvaluationTask task : tasks) {
    if (!can_be_scored(reference, task)) continue;
    try {
      song.tasks.push_back({task, row_of(task).score(reference, estimate)});
      if (task == EvaluationTask::kChords) {
        song.confusion = chord_confusion(reference.chords, estimate.chords, ChordSyntax::kLenient);
      }
    } catch (const std::exception& error) {
      song.failures.push_back(fmt::format("{}: {}: {}", name, task_name(task), error.what()));
    }
  }
  return song;
}

std::vector<TaskSummary> summarise(std::span<const SongScores> songs) {
  std::vector<TaskSummary> summaries;
  for (const EvaluationTask task : kTasks) {
    TaskSummary summary = summarise_task(songs, task);
    if (summary.songs > 0) summaries.push_back(std::move(summary));
  }
  return summaries;
}

const NamedScores* scores_of(const SongScores& song, EvaluationTask task) {
  const auto found = std::find_if(song.tasks.begin(), song.tasks.end(),
                                  [&](const TaskScores& scores) { return scores.task == task; });
  return found == song.tasks.end() ? nullptr : &found->scores;
}

const double* find_score(const NamedScores& scores, std::string_view name) {
  const auto found = std::find_if(scores.begin(), scores.end(),
                                  [&](const NamedScore& score) { return score.name == name; });
  return found == scores.end() ? nullptr : &found->value;
}

}  // namespace tactus
