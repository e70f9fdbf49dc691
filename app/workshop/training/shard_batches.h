// How the songs of a training are batched if some lie in shards.
#pragma once

#include <memory>

#include "app/workshop/training/loaded_songs.h"
#include "datasets/batches/crop_batches.h"
#include "datasets/shards/shard_pages.h"

namespace tactus {

// For `set`, which has the frames of songs.training: the shard of each song, and their pages.
// Songs of other corpora count as further shards of some 256 MB each, in their order. Nothing, and
// a null pointer, if no song lies in a shard.
std::shared_ptr<ShardPages> add_shards(const TrainingSongs& songs, SongSet& set);

// Frees the labels of training songs in shards, after the targets are made: nothing else needs
// them.
void forget_labels(TrainingSongs& songs);

// Mean and scale of all training songs. Without shards, measure_standardisation(); with them, of
// all frames, from the sums in the indexes.
Standardisation standardisation_of(const TrainingSongs& songs);

}  // namespace tactus
