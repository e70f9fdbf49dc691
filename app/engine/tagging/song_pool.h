// A pool of threads that work on many songs: tags a batch, evaluates or checks a corpus.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/models/places.h"
#include "app/engine/tagging/sound_tagger.h"

namespace tactus {

using SongWork = std::function<void(std::size_t song)>;
// Called after each song, from the threads of the pool, one call at a time. `done` songs are
// finished, `song` is the last of them.
using SongDone = std::function<void(std::size_t song, std::size_t done)>;

// Starts `jobs` threads (0 = one per core), but at most one per song and at least one. Each thread
// calls `begin` once with its share of the cores. Then it calls the returned work for song after
// song; work runs in all threads at the same time. Returns when no song is left. After a stop or
// the first exception, the threads finish their present songs and begin no others. That exception
// is thrown here. `done` may be empty.
void for_each_song(std::size_t songs, int jobs, std::stop_token stop,
                   const std::function<SongWork(int threads)>& begin, const SongDone& done);

struct Device;

struct PoolOptions {
  int jobs = 0;  // songs at a time, 0 = one per core
  std::string device = "auto";
  double stall_seconds = 60.0;    // the decoder of a song ends if it sends nothing for so long; > 0
  DecoderSettings settings = {};  // of decoders
  Places places;
  // Takes the device of each thread, from that thread; may be empty.
  std::function<void(const Device&)> opened = {};
};

// for_each_song with one SoundTagger for each thread. The threads share one card, with one set of
// networks, in which their songs become batches; on the processor each has a backend of its own.
// `tag` may use `stall_seconds` and places.decoder to open its audio; the pool does not. Throws
// DeviceError if the device is not available.
void tag_songs(std::size_t songs, const std::vector<LoadedModel>& models,
               const PoolOptions& options, std::stop_token stop,
               const std::function<void(SoundTagger& tagger, std::size_t song)>& tag,
               const SongDone& done);

}  // namespace tactus
