#include "app/cli/commands/evaluation_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/program/terminal.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

// The scores in the tables of the terminal, and their names there. JSON and CSV have all scores.
struct Column {
  std::string_view score;
  std::string_view heading;
  int decimals = 4;
};

std::span<const Column> columns(EvaluationTask task) {
  static constexpr std::array<Column, 10> kBeats = {{{"F-measure", "F"},
                                                     {"Cemgil", "Cemgil"},
                                                     {"Cemgil Best Metric Level", "CemBest"},
                                                     {"Goto", "Goto"},
                                                     {"P-score", "P"},
                                                     {"Correct Metric Level Continuous", "CMLc"},
                                                     {"Correct Metric Level Total", "CMLt"},
                                                     {"Any Metric Level Continuous", "AMLc"},
                                                     {"Any Metric Level Total", "AMLt"},
                                                     {"Information gain", "InfGain"}}};
  static constexpr std::array<Column, 15> kChords = {{{"root", "root"},
                                                      {"thirds", "thirds"},
                                                      {"thirds_inv", "+inv"},
                                                      {"majmin", "majmin"},
                                                      {"majmin_inv", "+inv"},
                                                      {"triads", "triads"},
                                                      {"triads_inv", "+inv"},
                                                      {"sevenths", "seventh"},
                                                      {"sevenths_inv", "+inv"},
                                                      {"tetrads", "tetrads"},
                                                      {"tetrads_inv", "+inv"},
                                                      {"mirex", "mirex"},
                                                      {"underseg", "under"},
                                                      {"overseg", "over"},
                                                      {"seg", "seg"}}};
  static constexpr std::array<Column, 2> kKey = {
      {{"Weighted Score", "score"}, {"Over Time", "over time"}}};
  static constexpr std::array<Column, 5> kTempo = {{{"P-score", "P"},
                                                    {"One-correct", "one"},
                                                    {"Both-correct", "both"},
                                                    {"Accuracy 1", "acc 1"},
                                                    {"Accuracy 2", "acc 2"}}};
  static constexpr std::array<Column, 9> kSegments = {{{"F-measure@0.5", "F@0.5"},
                                                       {"F-measure@3.0", "F@3.0"},
                                                       {"Ref-to-est deviation", "dev r-e"},
                                                       {"Est-to-ref deviation", "dev e-r"},
                                                       {"Pairwise F-measure", "pairwF"},
                                                       {"Adjusted Rand Index", "ARI"},
                                                       {"Adjusted Mutual Information", "AMI"},
                                                       {"NCE F-measure", "NCE F"},
                                                       {"V-measure", "V"}}};
  static constexpr std::array<Column, 10> kFine = {{{"Median offset", "offset", 2},
                                                    {"Scatter", "scatter", 2},
                                                    {"Robust scatter", "robust", 2},
                                                    {"Within 5 ms", "5 ms"},
                                                    {"Within 10 ms", "10 ms"},
                                                    {"Within 20 ms", "20 ms"},
                                                    {"Interval jitter", "jitter", 2},
                                                    {"Drift", "drift", 2},
                                                    {"Tempo regions", "regions", 0},
                                                    {"Tempo error", "BPM err"}}};
  switch (task) {
    case EvaluationTask::kBeats:
    case EvaluationTask::kDownbeats:
      return kBeats;
    case EvaluationTask::kChords:
      return kChords;
    case EvaluationTask::kKey:
      return kKey;
    case EvaluationTask::kTempo:
      return kTempo;
    case EvaluationTask::kSegments:
      return kSegments;
    case EvaluationTask::kFine:
      return kFine;
  }
  return {};
}

constexpr std::size_t kNameWidth = 32;
constexpr std::size_t kNarrowName = 20;
constexpr std::size_t kScoreWidth = 8;

using NamedRow = std::pair<std::string, const NamedScores*>;

std::string score_text(const NamedScores& scores, const Column& column) {
  const double* value = find_score(scores, column.score);
  return value != nullptr && std::isfinite(*value)
             ? fmt::format(" {:7.{}f}", *value, column.decimals)
             : fmt::format(" {:>7}", "-");
}

// The beginning of a name is cut, because names of one album often begin alike. In a narrow
// terminal (`width` columns, 0 = any) the scores that have no place follow below, with the names
// again.
std::string score_table(EvaluationTask task, const std::vector<NamedRow>& rows, std::size_t width) {
  const auto scores = columns(task);
  const std::size_t whole = kNameWidth + kScoreWidth * scores.size();
  const std::size_t names = width == 0 || width >= whole ? kNameWidth : kNarrowName;
  const std::size_t fitting =
      width == 0 ? scores.size()
                 : std::max<std::size_t>((std::max(width, names) - names) / kScoreWidth, 1);
  std::string text;
  for (std::size_t first = 0; first < scores.size(); first += fitting) {
    const auto block = scores.subspan(first, std::min(fitting, scores.size() - first));
    text += without_beginning(task_name(task), names);
    for (const Column& column : block) text += fmt::format(" {:>7}", column.heading);
    text += '\n';
    for (const auto& [name, values] : rows) {
      text += without_beginning(name, names);
      for (const Column& column : block) text += score_text(*values, column);
      text += '\n';
    }
  }
  return text;
}

std::string task_table(const EvaluationReport& report, const TaskSummary& summary,
                       std::size_t width) {
  const EvaluationTask task = summary.task;
  std::vector<NamedRow> rows;
  for (const SongScores& song : report.songs) {
    if (const NamedScores* scores = scores_of(song, task)) rows.emplace_back(song.name, scores);
  }
  rows.emplace_back(fmt::format("mean of {}", summary.songs), &summary.mean);
  rows.emplace_back("weighted by duration", &summary.weighted);
  rows.emplace_back("median", &summary.median);
  if (!summary.transposed.empty())
    rows.emplace_back("weighted, without transposed", &summary.weighted_without_transposed);
  std::string text = score_table(task, rows, width);
  if (!summary.transposed.empty()) {
    text += "transposed throughout, by semitones:";
    const char* separator = " ";
    for (const TransposedSong& song : summary.transposed) {
      text += fmt::format("{}{} {:+}", std::exchange(separator, ", "), song.name, song.semitones);
    }
    text += '\n';
  }
  if (summary.songs > 1) {
    text += fmt::format("worst by {}:", task == EvaluationTask::kFine
                                            ? std::string_view("share within 10 ms")
                                            : headline_score(task));
    for (std::size_t i = 0; i < summary.worst.size(); ++i) {
      text += fmt::format("{} {}", i == 0 ? "" : ",", summary.worst[i]);
    }
    text += '\n';
  }
  return text;
}

// Confusions in seconds, one row per true class, without classes that never occur.
template <std::size_t N>
std::string confusion_table(const std::string& title, const std::array<const char*, N>& names,
                            const std::array<std::array<double, N>, N>& seconds) {
  const auto occurs = [&](std::size_t k) {
    double sum = 0.0;
    for (std::size_t i = 0; i < N; ++i) sum += seconds[k][i] + seconds[i][k];
    return sum > 0.0;
  };
  std::string text = fmt::format("{:<10}", title);
  for (std::size_t k = 0; k < N; ++k) {
    if (occurs(k)) text += fmt::format(" {:>7}", names[k]);
  }
  text += '\n';
  for (std::size_t row = 0; row < N; ++row) {
    if (!occurs(row)) continue;
    text += fmt::format("{:<10}", names[row]);
    for (std::size_t k = 0; k < N; ++k) {
      if (occurs(k)) text += fmt::format(" {:7.1f}", seconds[row][k]);
    }
    text += '\n';
  }
  return text;
}

constexpr std::array<const char*, kConfusionIntervals> kIntervalNames = {
    "1", "b2", "2", "b3", "3", "4", "b5", "5", "b6", "6", "b7", "7"};

std::string interval_table(const ChordConfusion& confusion) {
  std::string text = fmt::format("{:<10}", "root off");
  for (const char* name : kIntervalNames) text += fmt::format(" {:>7}", name);
  text += fmt::format("\n{:<10}", "by");
  for (const double seconds : confusion.intervals) text += fmt::format(" {:7.1f}", seconds);
  return text + "\n";
}

Json to_json(const NamedScores& scores) {
  Json object = Json::object();
  for (const NamedScore& score : scores) {
    object[score.name] = std::isfinite(score.value) ? Json(score.value) : Json(nullptr);
  }
  return object;
}

template <std::size_t N>
Json confusion_json(const std::array<const char*, N>& names,
                    const std::array<std::array<double, N>, N>& seconds) {
  return {{"labels", names}, {"seconds", seconds}};
}

// In quotes if RFC 4180 requires them.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_values(const NamedScores* scores, const NamedScores& names) {
  std::string cells;
  for (const NamedScore& name : names) {
    const double* value = scores != nullptr ? find_score(*scores, name.name) : nullptr;
    cells += value != nullptr && std::isfinite(*value) ? fmt::format(",{}", *value) : ",";
  }
  return cells;
}

// Semitones if the whole song is transposed, else empty.
std::string csv_transposed(const TaskSummary& summary, const std::string& name) {
  const auto found = std::find_if(summary.transposed.begin(), summary.transposed.end(),
                                  [&](const TransposedSong& song) { return song.name == name; });
  return found == summary.transposed.end() ? "," : fmt::format(",{}", found->semitones);
}

}  // namespace

std::string report_tables(const EvaluationReport& report, std::size_t width) {
  std::string text;
  for (const TaskSummary& summary : report.summaries) {
    if (!text.empty()) text += '\n';
    text += task_table(report, summary, width);
  }
  if (!report.confusion) return text;
  text += "\nseconds of each true root (rows) taken for (columns)\n";
  text += confusion_table("root", confusion_root_names(), report.confusion->roots);
  text += interval_table(*report.confusion);
  text += "\nseconds of each true quality (rows) taken for (columns)\n";
  text += confusion_table("quality", confusion_quality_names(), report.confusion->qualities);
  return text;
}

std::string report_json(const EvaluationReport& report) {
  Json files = Json::array();
  for (const SongScores& song : report.songs) {
    Json file = {{"name", song.name}};
    for (const TaskScores& task : song.tasks)
      file[std::string(task_name(task.task))] = to_json(task.scores);
    files.push_back(std::move(file));
  }
  Json mean = Json::object(), weighted = mean, median = mean, worst = mean;
  Json transposed = Json::object(), without_transposed = transposed;
  for (const TaskSummary& summary : report.summaries) {
    const std::string task(task_name(summary.task));
    mean[task] = to_json(summary.mean);
    weighted[task] = to_json(summary.weighted);
    median[task] = to_json(summary.median);
    worst[task] = summary.worst;
    for (const TransposedSong& song : summary.transposed) transposed[song.name] = song.semitones;
    if (!summary.transposed.empty())
      without_transposed[task] = to_json(summary.weighted_without_transposed);
  }
  Json document = {{"files", std::move(files)},
                   {"mean", std::move(mean)},
                   {"weighted", std::move(weighted)},
                   {"median", std::move(median)},
                   {"worst", std::move(worst)}};
  if (!transposed.empty()) {
    document["transposed"] = std::move(transposed);
    document["weighted_without_transposed"] = std::move(without_transposed);
  }
  if (report.confusion) {
    document["confusion"] = {
        {"roots", confusion_json(confusion_root_names(), report.confusion->roots)},
        {"root_intervals", {{"labels", kIntervalNames}, {"seconds", report.confusion->intervals}}},
        {"qualities", confusion_json(confusion_quality_names(), report.confusion->qualities)}};
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_csv(const EvaluationReport& report) {
  std::string header = "name,duration";
  std::array<std::string, 3> rows = {"mean,", "weighted,", "median,"};
  for (const TaskSummary& summary : report.summaries) {
    for (const NamedScore& score : summary.mean) {
      header += fmt::format(",{} {}", task_name(summary.task), score.name);
    }
    rows[0] += csv_values(&summary.mean, summary.mean);
    rows[1] += csv_values(&summary.weighted, summary.mean);
    rows[2] += csv_values(&summary.median, summary.mean);
    if (summary.task == EvaluationTask::kChords) {
      header += ",chords transposed";
      for (std::string& row : rows) row += ',';
    }
  }
  std::string text = header + "\n";
  for (const SongScores& song : report.songs) {
    text += fmt::format("{},{}", csv_cell(song.name), song.duration);
    for (const TaskSummary& summary : report.summaries) {
      text += csv_values(scores_of(song, summary.task), summary.mean);
      if (summary.task == EvaluationTask::kChords) text += csv_transposed(summary, song.name);
    }
    text += '\n';
  }
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

}  // namespace tactus
