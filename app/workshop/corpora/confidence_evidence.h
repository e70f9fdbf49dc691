// Compares the confidences of automatic annotations with annotated songs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/engine/songs/evaluation.h"
#include "datasets/tasks/interface/task.h"
#include "model/decoding/confidence/calibration.h"

namespace tactus {

// Events of one kind, song by song: their confidences, and whether they were right. The three lists
// have one entry per song.
struct ConfidenceEvidence {
  std::vector<std::vector<ConfidenceSample>> songs;
  std::vector<double> scores;  // of each song: F-measure of its beats, majmin of its chords
  // Name that versions of one song share; empty = no other version.
  std::vector<std::string> song_names;

  std::vector<ConfidenceSample> all() const;
};
// Appends the songs of `more` to those of `evidence`.
void append(ConfidenceEvidence& evidence, ConfidenceEvidence more);

// Songs whose reference lacks the layer of the task are left out. Without references every event
// is wrong and the score of each song is 0.
ConfidenceEvidence evidence_of(const Task& task, std::span<const AnnotatedPair> pairs,
                               bool has_reference = true);

// Errors of the confidences before and after calibration. A map is fitted to one half of the song
// names and applied to the other half, and the other way round. So no song is judged by a map that
// was fitted to it or to another version of it.
struct CalibrationReport {
  std::size_t songs = 0, events = 0;
  CalibrationMap map;  // fitted to all songs
  std::vector<ReliabilityBin> before, after;
  double error_before = 0.0, error_after = 0.0;  // expected calibration errors of the events
  // Calibration error of songs: compares the mean confidence of their events with their score.
  double song_error_before = 0.0, song_error_after = 0.0;
  double song_rank_correlation = 0.0;  // of mean confidence and score, after calibration
};
// Throws std::invalid_argument if `scores` or `song_names` differ in number from the songs.
CalibrationReport judge_confidence(const ConfidenceEvidence& evidence);

// For people: the reliability tables side by side and the errors.
std::string report_text(const CalibrationReport& report, const std::string& kind);

}  // namespace tactus
