// The results of an evaluation as tables for people, as JSON and as CSV.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/engine/songs/evaluation.h"

namespace tactus {

struct EvaluationReport {
  std::vector<SongScores> songs;
  std::vector<TaskSummary> summaries;
  std::optional<ChordConfusion> confusion;  // if requested
};

// For each task: a line per song, means, median, the transposed songs (chords) and the worst songs.
// The confusions follow at the end. Scores fit into `width` columns of a terminal; 0 = any width.
std::string report_tables(const EvaluationReport& report, std::size_t width = 0);

// {"files": [{"name": ..., "beats": {"F-measure": ...}, "chords": {...}}],
//  "mean": {"beats": {...}}, "weighted": {...}, "median": {...}, "worst": {"beats": [names]}},
// numbers at full precision, undefined scores null. If the chords of whole songs are transposed,
// also "transposed": {NAME: semitones} and "weighted_without_transposed": {"chords": {...}}; with
// confusions "confusion": {"roots": {"labels", "seconds"}, "qualities": {...}}.
std::string report_json(const EvaluationReport& report);

// "name,duration,beats F-measure,...": a row per song, then the rows "mean", "weighted" and
// "median". After the scores of chords comes the column "chords transposed": semitones or nothing.
std::string report_csv(const EvaluationReport& report);

}  // namespace tactus
