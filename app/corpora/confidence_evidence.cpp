#include "app/corpora/confidence_evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"

namespace tactus {
namespace {

constexpr double kBeatWindow = 0.07;  // seconds

std::vector<ConfidenceSample> of_beats(const std::vector<Beat>& reference,
                                       const std::vector<Beat>& estimate) {
  const std::vector<double> times = beat_times(reference);
  std::vector<ConfidenceSample> samples;
  for (const Beat& beat : estimate) {
    if (beat.confidence < 0.0) continue;
    const bool right = !times.empty() &&
                       std::abs(times[nearest_index(times, beat.time)] - beat.time) <= kBeatWindow;
    samples.push_back({beat.confidence, right ? 1.0 : 0.0, 1.0});
  }
  return samples;
}

// Compares the estimated chord with every annotated chord that it overlaps.
ConfidenceSample of_chord(std::span<const LabelledSegment> reference,
                          const LabelledSegment& estimate) {
  const EncodedChord encoded = encode_chord(parse_chord(estimate.label, ChordSyntax::kLenient));
  double right = 0.0, comparable = 0.0;
  for (const LabelledSegment& segment : reference) {
    const double seconds =
        std::min(segment.end, estimate.end) - std::max(segment.start, estimate.start);
    if (seconds <= 0.0) continue;
    const auto equal =
        compare_majmin(encode_chord(parse_chord(segment.label, ChordSyntax::kLenient)), encoded);
    if (!equal) continue;
    comparable += seconds;
    if (*equal) right += seconds;
  }
  return {estimate.confidence, comparable > 0.0 ? right / comparable : 0.0, comparable};
}

std::vector<ConfidenceSample> of_chords(const std::vector<LabelledSegment>& reference,
                                        const std::vector<LabelledSegment>& estimate) {
  std::vector<ConfidenceSample> samples;
  for (const LabelledSegment& chord : estimate) {
    if (chord.confidence < 0.0 || chord.label == "N") continue;
    const ConfidenceSample sample = of_chord(reference, chord);
    if (sample.weight > 0.0) samples.push_back(sample);
  }
  return samples;
}

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

ConfidenceEvidence beat_evidence(std::span<const AnnotatedPair> pairs) {
  ConfidenceEvidence evidence;
  for (const AnnotatedPair& pair : pairs) {
    if (!has_data(pair.reference, EvaluationTask::kBeats)) continue;
    evidence.songs.push_back(of_beats(pair.reference.beats, pair.estimate.beats));
    evidence.scores.push_back(
        beat_f_measure(beat_times(pair.reference.beats), beat_times(pair.estimate.beats)));
    evidence.song_names.push_back(pair.song_name);
  }
  return evidence;
}

ConfidenceEvidence chord_evidence(std::span<const AnnotatedPair> pairs) {
  ConfidenceEvidence evidence;
  for (const AnnotatedPair& pair : pairs) {
    if (!has_data(pair.reference, EvaluationTask::kChords)) continue;
    evidence.songs.push_back(of_chords(pair.reference.chords, pair.estimate.chords));
    evidence.scores.push_back(
        evaluate_chords(pair.reference.chords, pair.estimate.chords, ChordSyntax::kLenient).majmin);
    evidence.song_names.push_back(pair.song_name);
  }
  return evidence;
}

void add_empty_songs(ConfidenceEvidence& beats, ConfidenceEvidence& chords,
                     std::span<const AnnotatedPair> pairs) {
  for (const AnnotatedPair& pair : pairs) {
    beats.songs.push_back(of_beats({}, pair.estimate.beats));
    beats.scores.push_back(0.0);
    beats.song_names.push_back(pair.song_name);
    std::vector<ConfidenceSample> wrong;
    for (const LabelledSegment& chord : pair.estimate.chords) {
      if (chord.confidence < 0.0 || chord.label == "N") continue;
      wrong.push_back({chord.confidence, 0.0, chord.end - chord.start});
    }
    chords.songs.push_back(std::move(wrong));
    chords.scores.push_back(0.0);
    chords.song_names.push_back(pair.song_name);
  }
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
  std::string text = fmt::format("{}: {} in {} songs\n", kind, report.events, report.songs);
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
