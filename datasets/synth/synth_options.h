// The settings of a rendering, and its error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "audio/error.h"
#include "datasets/corpora/corpus.h"
#include "datasets/synth/band/music_style.h"

namespace tactus {

class SynthError : public ErrorOf<ErrorCode::kRendering> {
  using ErrorOf::ErrorOf;
};

// kAuto: arranges songs with beats and chords but without drums. kPercussion: arranges all songs
// for drums and percussion only.
enum class ArrangeMode { kAuto, kAlways, kNever, kPercussion };

// How far the renderings of a song differ from it; all choices come from the seed.
//   none   as in the file (an arranged band keeps key, tempo and tuning), dry
//   light  key, tempo, tuning and instruments of a band; room, loudness, tone, white noise,
//          saturation
//   full   also: a soundfont for each channel; instruments, drums, key and balance of existing
//          arrangements, muted parts; touch, onsets, grace notes; tempo curves, swing, silence or
//          free music around the song; other meters for lead sheets; equaliser, hall, compressor,
//          limiter, noises, cuts; tape; MP3, Vorbis or Opus
enum class Variation { kNone, kLight, kFull };

// kRecord: stems, rooms and the chain of a studio (record_sound.h) instead of the effects of the
// variation. Tempo, notes, instruments and tape stay as the variation has them.
enum class SoundStyle { kUsual, kRecord };

struct SynthOptions {
  std::filesystem::path out;
  std::uint64_t seed = 1;
  std::vector<std::filesystem::path> soundfonts;  // each song, or each channel, draws one
  std::vector<std::filesystem::path> drum_kits;   // of Hydrogen; each song draws one, if any
  Variation variation = Variation::kFull;
  SoundStyle sound = SoundStyle::kUsual;
  MusicStyle music = MusicStyle::kUsual;
  double sung = 0.0;        // share of arrangements with a sung melody, only with kFull
  int renditions = 1;       // per song: ID, ID-r2, ...
  int sample_rate = 44100;  // Hz
  int channels = 1;
  ArrangeMode arrange = ArrangeMode::kAuto;
  std::string split;           // only songs of this split; empty = all
  std::size_t limit = 0;       // at most this many songs (with all renditions), 0 = all
  bool skip_existing = false;  // keep complete songs unchanged
  bool overwrite = false;      // also replace files of a song that were changed since
  int jobs = 1;
  // Returns the text of manifest.yaml for a corpus whose paths are below `out`
  // (app/config/config_manifest.h).
  std::function<std::string(const Corpus&)> manifest;
};

}  // namespace tactus
