// Renders a MIDI corpus to audio and annotations on one time axis, several songs at a time.
//   OUT/audio/ID.flac   OUT/annotations/ID.beats .lab .key   OUT/manifest.yaml
//   OUT/synth-settings.txt   OUT/synth-log.csv (what was done to each song; see synth_log.h)
// Each song is a pure function of (song, settings); every file is whole or absent, the audio is
// written last, and the manifest lists the songs that are complete: an interrupted run continues.
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
  std::string id;      // the song just finished
  double seconds = 0;  // of its audio, 0 when skipped or failed
  std::string error;   // empty when good
};

struct SynthReport {
  std::size_t rendered = 0, skipped = 0;
  std::vector<std::string> failures;  // "FILE: reason"
  double seconds = 0;                 // of rendered audio
  bool stopped = false;
};

// `progress` is called from one thread at a time. Throws SynthError, before anything is written,
// when OUT holds songs of other settings or a corpus that synth has not made, and
// std::filesystem::filesystem_error when the lists cannot be written; a broken song is reported and
// costs only itself.
SynthReport synthesise(const Corpus& corpus, const SynthOptions& options,
                       const std::function<void(const SynthProgress&)>& progress,
                       std::stop_token stop = {});

}  // namespace tactus
