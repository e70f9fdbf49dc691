#include "app/workshop/corpora/confidence_evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "audio/counted.h"

namespace tactus {
namespace {

double mean_confidence(std::span<const ConfidenceSample> events, const CalibrationMap& map) {
  double sum = 0.0, weight = 0.0;
  for (const ConfidenceSample& event : events) {
    sum += event.weight * calibrated(map, event.confidence);
    weight += event.weight;
  }
  return weight > 0.0 ? sum / weight : 0.0;
}

// The half of each song, 0 or 1: song names alternate, in the order of their first versions.
std::vector<int> halves_of(const ConfidenceEvidence& evidence) {
  std::map<std::string, int> half_of_song;
  std::vector<int> halves;
  int next = 0;
  for (const std::string& song_name : evidence.song_names) {
    const auto seen = song_name.empty() ? half_of_song.end() : half_of_song.find(song_name);
    halves.push_back(seen == half_of_song.end() ? next : seen->second);
    if (seen != half_of_song.end()) continue;
    if (!song_name.empty()) half_of_song.emplace(song_name, next);
    next = 1 - next;
  }
  return halves;
}

CalibrationMap fit_to_half(const ConfidenceEvidence& evidence, std::span<const int> halves,
                           int half) {
  std::vector<ConfidenceSample> samples;
  for (std::size_t s = 0; s < evidence.songs.size(); ++s) {
    if (halves[s] != half) continue;
    samples.insert(samples.end(), evidence.songs[s].begin(), evidence.songs[s].end());
  }
  return fit_calibration(samples);
}

double error_of(std::span<const ConfidenceSample> samples) {
  return expected_calibration_error(reliability_table(samples));
}

}  // namespace

std::vector<ConfidenceSample> ConfidenceEvidence::all() const {
  std::vector<ConfidenceSample> samples;
  for (const auto& song : songs) samples.insert(samples.end(), song.begin(), song.end());
  return samples;
}

void append(ConfidenceEvidence& evidence, ConfidenceEvidence more) {
  std::move(more.songs.begin(), more.songs.end(), std::back_inserter(evidence.songs));
  evidence.scores.insert(evidence.scores.end(), more.scores.begin(), more.scores.end());
  std::move(more.song_names.begin(), more.song_names.end(),
            std::back_inserter(evidence.song_names));
}

ConfidenceEvidence evidence_of(const Task& task, std::span<const AnnotatedPair> pairs,
                               bool has_reference) {
  ConfidenceEvidence evidence;
  for (const AnnotatedPair& pair : pairs) {
    std::optional<JudgedSong> judged =
        task.judge(has_reference ? &pair.reference : nullptr, pair.estimate);
    if (!judged) continue;
    evidence.songs.push_back(std::move(judged->events));
    evidence.scores.push_back(judged->score);
    evidence.song_names.push_back(pair.song_name);
  }
  return evidence;
}

CalibrationReport judge_confidence(const ConfidenceEvidence& evidence) {
  const std::size_t count = evidence.songs.size();
  if (evidence.scores.size() != count || evidence.song_names.size() != count) {
    throw std::invalid_argument(fmt::format("judge_confidence: {} songs, {} scores, {} song names",
                                            count, evidence.scores.size(),
                                            evidence.song_names.size()));
  }
  CalibrationReport report;
  const std::vector<ConfidenceSample> raw = evidence.all();
  report.songs = count;
  report.events = raw.size();
  report.map = fit_calibration(raw);
  report.before = reliability_table(raw);
  report.error_before = expected_calibration_error(report.before);
  const std::vector<int> halves = halves_of(evidence);
  const CalibrationMap fitted_to[] = {fit_to_half(evidence, halves, 0),
                                      fit_to_half(evidence, halves, 1)};
  std::vector<ConfidenceSample> mapped, songs_before, songs_after;
  for (std::size_t s = 0; s < count; ++s) {
    const CalibrationMap& map = fitted_to[1 - halves[s]];
    for (ConfidenceSample event : evidence.songs[s]) {
      event.confidence = calibrated(map, event.confidence);
      mapped.push_back(event);
    }
    songs_before.push_back({mean_confidence(evidence.songs[s], {}), evidence.scores[s], 1.0});
    songs_after.push_back({mean_confidence(evidence.songs[s], map), evidence.scores[s], 1.0});
  }
  report.after = reliability_table(mapped);
  report.error_after = expected_calibration_error(report.after);
  report.song_error_before = error_of(songs_before);
  report.song_error_after = error_of(songs_after);
  report.song_rank_correlation = rank_correlation(songs_after);
  return report;
}

std::string report_text(const CalibrationReport& report, const std::string& kind) {
  std::string text =
      fmt::format("{}: {} in {}\n", kind, report.events, counted(report.songs, "song"));
  text += "             before calibration     calibrated on other songs\n";
  text += "confidence   right    share of all  right    share of all\n";
  double total = 0.0;
  for (const ReliabilityBin& bin : report.before) total += bin.weight;
  const auto cell = [&](const ReliabilityBin& bin) {
    return bin.weight > 0.0
               ? fmt::format("{:5.3f}    {:5.1f} %      ", bin.correct, 100.0 * bin.weight / total)
               : std::string("    -        -        ");
  };
  for (std::size_t i = 0; i < report.before.size(); ++i) {
    const double width = 1.0 / static_cast<double>(report.before.size());
    text += fmt::format("{:4.2f} - {:4.2f}  {}{}\n", static_cast<double>(i) * width,
                        static_cast<double>(i + 1) * width, cell(report.before[i]),
                        cell(report.after[i]));
  }
  text += fmt::format(
      "expected calibration error: {:.3f} before, {:.3f} after calibration; of songs {:.3f}, "
      "{:.3f}; "
      "rank correlation of songs with their scores {:.3f}\n",
      report.error_before, report.error_after, report.song_error_before, report.song_error_after,
      report.song_rank_correlation);
  return text;
}

}  // namespace tactus
