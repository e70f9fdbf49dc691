// Compares the confidences of automatic annotations with annotated songs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/songs/evaluation.h"
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

// A beat is right if an annotated one lies within 70 ms. Leaves out beats of unknown confidence and
// songs without annotated beats.
ConfidenceEvidence beat_evidence(std::span<const AnnotatedPair> pairs);
// A chord (not N) is right for the share of its time in which root and major or minor third are
// right (compare_majmin). Its weight is the comparable time in seconds. Leaves out chords of
// unknown confidence, chords without comparable time, and songs without annotated chords.
ConfidenceEvidence chord_evidence(std::span<const AnnotatedPair> pairs);
// Adds songs that have neither beats nor chords: every event in them is wrong, and their score is
// 0.
void add_empty_songs(ConfidenceEvidence& beats, ConfidenceEvidence& chords,
                     std::span<const AnnotatedPair> pairs);

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
