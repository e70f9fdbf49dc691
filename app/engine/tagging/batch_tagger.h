// Tags many songs: the work of `tactus tag`, without a terminal. A broken file does not stop the
// others.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/file_tags/file_tag_texts.h"
#include "app/engine/models/model_store.h"
#include "app/engine/songs/shard.h"
#include "app/engine/songs/tag_inputs.h"
#include "app/engine/tagging/song_outputs.h"
#include "app/engine/tagging/song_pool.h"
#include "datasets/tasks/interface/stage_times.h"
#include "model/meter.h"

namespace tactus {

enum class TagStatus {
  kOk,       // the message says where a replaced file of somebody else was kept
  kDamaged,  // tagged, now or in an earlier run, from damaged audio; the message gives the place
  kSkipped,  // --skip-existing: all outputs exist, or a person's JAMS file gave them;
             // or a person has checked it
  kKept,     // a file of somebody else stays as it is; the message says which and why, all other
             // outputs exist or are written
  kExists,   // outputs exist (the message names them all) and neither --overwrite nor
             // --skip-existing was given
  kFailed,   // the message says why
  kInterrupted,  // stopped before the end
};
const char* name_of(TagStatus status);

// A song in the table and in the JSON summary. Computed from its annotation alone, so a skipped
// song shows the data of its files.
struct SongSummary {
  double duration = 0.0;  // seconds, 0 = unknown (or no audio)
  double tempo = 0.0;     // BPM, 0 = none
  Meter meter;            // the most frequent one of its bars
  double swing = 0.0;     // as in Annotation
  std::string key;        // the main key: "C:major", "" = unknown
  std::size_t beats = 0;
  std::size_t chords = 0;
  double confidence = 0.0;  // song_confidence(); 0 = unknown (or no music)
  Review review = Review::kNone;
  std::string title, artist, album;
  FileTags tags;
};
SongSummary summarise(const Annotation& annotation);

struct TagRow {
  TagInput input;
  std::vector<std::filesystem::path> outputs;  // annotations, then activations
  TagStatus status = TagStatus::kInterrupted;
  bool begun = false;      // false: the run was stopped before
  bool was_there = false;  // the outputs are of an earlier run or a person; not tagged now
  std::string message;
  SongSummary summary;
  double processing_seconds = 0.0;
  StageTimes times;
  std::vector<FileTagChange> file_tag_changes;  // of the audio file, if the options ask for it
  double times_real_time() const {
    return processing_seconds > 0 ? summary.duration / processing_seconds : 0.0;
  }
};

// Called from the worker threads, several at a time, with the seconds of audio read so far. The
// first call has 0 seconds; `total` is the length that the file claims, 0 = unknown.
using SongObserver = std::function<void(std::size_t row, double seconds, double total)>;

// Called from the worker threads, several at a time, with the finished share of a song, 0..1.
using ShareObserver = std::function<void(std::size_t row, double share)>;

struct BatchOptions : OutputOptions, PoolOptions {
  std::filesystem::path output;  // folder; empty = beside each audio file
  bool skip_existing = false;    // write only files that are missing, or malformed and own
  bool fail_fast = false;
  Shard shard;  // the others of its songs are not touched
  // Folder that this process shares with others, so that each song is done once (song_claims.h);
  // empty = none. Outputs that are there count as done then, unless `overwrite`.
  std::filesystem::path claims;
  // What to write into the tags of the audio files, after the outputs. A dry run writes no outputs
  // either.
  FileTagOptions tags;
  SongObserver song_observer = {};  // may be empty
  ShareObserver share_observer = {};
  // Gets the annotation of the one input, as text in the one format, instead of a file.
  std::function<void(const std::string& text)> stream = {};
};

// Called from the worker threads, one call at a time. `done` counts finished rows.
using RowObserver = std::function<void(const TagRow& row, std::size_t done, std::size_t total)>;

// Tags all inputs and returns the rows in the order of the inputs: without those of other shards,
// and without those that other processes have done. With claims it returns when all songs are done,
// by whomever. Rows and output bytes do not depend on the number of jobs, shards or processes. An
// error of a song goes to its row. Throws ArgumentError for options that contradict each other, and
// for more than one song or format with `file` or `stream`.
//
// With skip_existing missing files are written from the JAMS file if a person edited or checked it,
// else the song is tagged. A track of a cue sheet and sound from standard input are in no file of
// their own, so their annotations name no audio file and no tags are written for them. A song whose
// outputs would have the name of another song's gets the next name (output_names.h), and fails if
// that is taken. In any mode a song fails if its JAMS file cannot be read, because it may hold a
// person's work. Files that Tactus did not write, or that were changed since, stay, or are kept
// under another name (output_files.h). If one output cannot be written, the others are still
// written. A song also fails if its tags cannot be written; its outputs stay then.
std::vector<TagRow> tag_batch(const std::vector<TagInput>& inputs,
                              const std::vector<LoadedModel>& models, const BatchOptions& options,
                              const RowObserver& observer, std::stop_token stop);

}  // namespace tactus
