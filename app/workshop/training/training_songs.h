// Loads the songs of the corpora of a training configuration, with features and labels.
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "app/config/config_train.h"
#include "app/workshop/training/loaded_songs.h"
#include "datasets/corpora/corpus.h"
#include "datasets/tasks/interface/task.h"
#include "model/network/process_group.h"

namespace tactus {

// The corpus at a manifest or folder. Throws as load_training_songs does.
Corpus corpus_of(const TrainData& data, Notes* notes);
// What the task learns from the song. Throws if it cannot be read or is empty.
Annotation read_labels(const CorpusItem& item, const Task& task, Notes& repairs);

// The songs of a corpus that a run uses, with the split "train" or "validation". Leaves out test
// songs, songs without the task's annotation and those of `leave_out`; if the run has teachers
// (`taught`), songs of the split "train" need no annotation. A song without a split goes
// to the split of another version of it; else its split depends only on its artist or id. Limits
// take evenly spaced songs.
std::vector<CorpusItem> selected_items(const Corpus& corpus, const TrainData& data,
                                       const Task& task, bool taught = false);

// Reads annotations; computes the features or finds them in the cache, or in shards
// (shard_songs.h). A song that fails is left out with a note. Throws InputError if a corpus cannot
// be read, lacks a song of `leave_out`, or no training song is left. That message counts the songs
// of each corpus by split and explains how to set splits. A note says the same if no song is left
// for validation. `progress` gets (done, songs, corpus). With a group each rank first computes its
// part of the features that the cache lacks.
TrainingSongs load_training_songs(const TrainConfig& config, const TaskFeatures& features,
                                  int threads, const SongProgress& progress, std::stop_token stop,
                                  ProcessGroup* group = nullptr);

// The songs that a run would use, from the corpora alone: no audio or annotation is opened. Throws
// as load_training_songs does for a corpus that cannot be read.
struct PlannedSongs {
  std::size_t training = 0;
  std::size_t validation = 0;
  std::string no_training;  // what is missing, and the remedy; "" if there are songs
  std::string no_validation;
};
PlannedSongs planned_songs(const TrainConfig& config);

// The validation songs of all corpora of the run as one corpus, without those of shards, whose
// audio may be elsewhere.
Corpus validation_corpus(const TrainConfig& config);

// At most `limit` songs (0 = all), evenly spaced.
std::vector<const TrainingSong*> validation_sample(const std::vector<TrainingSong>& songs,
                                                   int limit);

}  // namespace tactus
