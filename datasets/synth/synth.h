// Renders a MIDI corpus to audio and annotations with the same times, several songs at once.
//   OUT/audio/ID.flac   OUT/annotations/ID.beats .lab .key   OUT/manifest.yaml
//   OUT/synth-settings.txt   OUT/synth-log.csv (what was done to each song; see synth_log.h)
// Each song is a pure function of (song, settings). Every file is whole or absent, the audio is
// written last, and the manifest lists the complete songs. So an interrupted run can continue.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/synth/synth_options.h"

namespace tactus {

struct SynthProgress {
  std::size_t done = 0;  // songs finished, skipped or failed
  std::size_t total = 0;
  std::string id;      // id of the finished song
  double seconds = 0;  // of its audio, 0 when skipped or failed
  std::string error;   // empty after success
};

struct SynthReport {
  std::size_t rendered = 0, skipped = 0;
  std::vector<std::string> failures;  // "FILE: reason"
  double seconds = 0;                 // of rendered audio
  bool stopped = false;
};

// Calls `progress` from one thread at a time. Throws SynthError before it writes, if OUT contains
// songs of other settings or a corpus that synth did not make. A song fails if one of its files was
// changed since, unless `overwrite`; lists that were changed stay as NAME.orig. Throws
// std::filesystem::filesystem_error if the lists cannot be written. An error in one song is
// reported and does not affect the others.
SynthReport synthesise(const Corpus& corpus, const SynthOptions& options,
                       const std::function<void(const SynthProgress&)>& progress,
                       std::stop_token stop = {});

}  // namespace tactus
