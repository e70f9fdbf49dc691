// Many songs, several at a time: the pool of threads that tags a batch, evaluates a corpus and
// checks one.
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

// Starts `jobs` threads (0 = one per core), no more than songs. Each calls `begin` once, with its
// share of the cores, and then the work that it got for song after song. Returns when no song is
// left, or after the songs in work when stopped. The first exception ends it likewise and is thrown
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
