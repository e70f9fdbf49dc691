// The settings of a rendering, and its error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "datasets/corpora/corpus.h"

namespace tactus {

class SynthError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// kAuto: songs with beats and chords but no drums. kPercussion: all of them, and nothing but drums
// and percussion plays.
enum class ArrangeMode { kAuto, kAlways, kNever, kPercussion };

// How far the renderings of a song stray from it, all of it drawn from the seed.
//   none   as the file says (a band that it gets is arranged, but keeps key, tempo and tuning), dry
//   light  key, tempo, tuning and instruments of a band; room, level, tone, white noise, saturation
//   full   besides: a soundfont for each channel; instruments, drums, key and balance of
//          arrangements that a corpus brings, parts that are silent; touch, onsets, grace notes;
//          tempo curves, swing, silence or free music around the piece; other meters for lead
//          sheets; equaliser, hall, compressor, limiter, noises, cuts; tape; MP3, Vorbis or Opus
enum class Variation { kNone, kLight, kFull };

struct SynthOptions {
  std::filesystem::path out;
  std::uint64_t seed = 1;
  std::vector<std::filesystem::path> soundfonts;  // drawn from for each song, or each channel
  Variation variation = Variation::kFull;
  double sung = 0.0;        // share of the arrangements whose melody is sung, only with kFull
  int renditions = 1;       // of each song: ID, ID-r2, ...
  int sample_rate = 44100;  // Hz
  int channels = 1;
  ArrangeMode arrange = ArrangeMode::kAuto;
  std::string split;           // only songs of this split; empty = all
  std::size_t limit = 0;       // at most this many songs (with all their renditions), 0 = all
  bool skip_existing = false;  // leave complete songs as they are
  int jobs = 1;
  // The text of manifest.yaml for a corpus whose paths lie below `out`
  // (app/config/config_manifest.h).
  std::function<std::string(const Corpus&)> manifest;
};

}  // namespace tactus
