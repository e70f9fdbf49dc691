// The pool of threads for many songs: it tags a batch, and evaluates or checks a corpus.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/models/places.h"
#include "app/tagging/tagger.h"

namespace tactus {

using SongWork = std::function<void(std::size_t song)>;
// After each song, one call at a time, from the threads of the pool: `done` songs are finished.
using SongDone = std::function<void(std::size_t song, std::size_t done)>;

// Starts `jobs` threads (0 = one per core), at most one per song. Each thread calls `begin` once
// with its share of the cores, and then the returned work for song after song. Returns when no song
// is left. A stop or the first exception ends it after the songs in work; the exception is thrown
// here. `done` may be empty.
void for_each_song(std::size_t songs, int jobs, std::stop_token stop,
                   const std::function<SongWork(int threads)>& begin, const SongDone& done);

struct PoolOptions {
  int jobs = 0;  // songs at a time, 0 = one per core
  std::string device = "auto";
  double stall_seconds = 60.0;  // a decoder child that gives nothing for so long is ended; > 0
  DecoderOverrides decoder = {};
  Places places;
};

// for_each_song with a Tagger in each thread.
void tag_songs(std::size_t songs, const std::vector<LoadedModel>& models,
               const PoolOptions& options, std::stop_token stop,
               const std::function<void(Tagger& tagger, std::size_t song)>& tag,
               const SongDone& done);

}  // namespace tactus
