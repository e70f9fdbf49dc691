// Scores annotations of songs against each other, and summarises the scores of many songs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"
#include "model/evaluation/chord_confusion.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

// kFine is how exactly beats lie in time (evaluate_fine_timing.h).
enum class EvaluationTask { kBeats, kDownbeats, kChords, kKey, kTempo, kSegments, kFine };
std::span<const EvaluationTask> all_evaluation_tasks();
// The tasks that are scored unless others are chosen: all but kFine.
std::span<const EvaluationTask> usual_evaluation_tasks();
std::string_view task_name(EvaluationTask task);  // as on the command line and in JSON: "beats"
std::optional<EvaluationTask> task_by_name(std::string_view name);
// The score that ranks the songs: "F-measure", "majmin", ...
std::string_view headline_score(EvaluationTask task);

// Does the annotation have data that the task scores?
bool has_data(const Annotation& annotation, EvaluationTask task);

// Can the task be scored against it? As above; a tempo also against the tempo of beats.
bool can_be_scored(const Annotation& reference, EvaluationTask task);

// A song's annotations on both sides.
struct AnnotatedPair {
  std::string name;
  Annotation reference;
  Annotation estimate;
  // Name that versions of one song share (CorpusItem::song or its id); empty = no other version.
  std::string song_name = {};
};

struct TaskScores {
  EvaluationTask task;
  NamedScores scores;
};
struct SongScores {
  std::string name;
  double duration = 0.0;                    // seconds of the reference; the weight of the song
  std::vector<TaskScores> tasks;            // in the order of EvaluationTask
  std::optional<ChordConfusion> confusion;  // if chords were scored
  std::vector<std::string> failures;  // "NAME: TASK: reason" for tasks that could not be scored
};

// Scores those of `tasks` that the reference has. An estimate without data counts as empty. Chord
// labels are read in lenient syntax.
SongScores score_song(const std::string& name, const Annotation& reference,
                      const Annotation& estimate, std::span<const EvaluationTask> tasks);

struct TransposedSong {
  std::string name;
  int semitones = 0;  // of the estimate above the reference, -5 to 6
};

struct TaskSummary {
  EvaluationTask task{};
  std::size_t songs = 0;
  NamedScores mean;      // every song counts the same
  NamedScores weighted;  // by duration
  NamedScores median;
  std::vector<std::string> worst;  // names, worst first, at most ten, by the headline score
  // Chords: songs that are transposed as a whole, and `weighted` without them.
  std::vector<TransposedSong> transposed;
  NamedScores weighted_without_transposed;
};
// One per task that any song has. Undefined (NaN) scores do not count.
std::vector<TaskSummary> summarise(std::span<const SongScores> songs);

// nullptr if the song was not scored for the task, or has no such score.
const NamedScores* scores_of(const SongScores& song, EvaluationTask task);
const double* find_score(const NamedScores& scores, std::string_view name);

}  // namespace tactus
