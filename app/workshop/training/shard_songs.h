// Loads the songs for a training from shards (datasets/shards).
#pragma once

#include <stop_token>
#include <string>

#include "app/config/config_train.h"
#include "app/workshop/training/loaded_songs.h"
#include "datasets/shards/shard_folder.h"

namespace tactus {

// Adds the songs of the folder `data.shards` in the order of their corpora, with the splits that
// they have there. Reads the indexes, and the frames of the validation songs, which it compares
// with their hashes; the frames of training songs are compared when a batch needs them
// (shard_pages.h). A damaged song is left out with a note. Throws DatasetError for shards that are
// damaged or missing, or of another task or of other features; InputError if no song has an id of
// `leave_out`. Counts all songs by split in `counts`.
// After a stop it has added some songs or none.
void add_shard_songs(const TrainData& data, const TrainConfig& config, const TaskFeatures& features,
                     int threads, const SongProgress& progress, TrainingSongs& songs,
                     SongCounts& counts, const std::stop_token& stop);

// Only counts the songs that a run would use.
SongCounts count_shard_songs(const TrainData& data);

}  // namespace tactus
