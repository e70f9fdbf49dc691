// Mixes the sound of an annotation into a recording.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/click/click_track.h"
#include "datasets/outputs/output_files.h"

namespace tactus {

struct ClickMixSettings {
  ClickSettings sounds;
  double music_gain_db = 0.0;
  std::vector<std::string> decoder;  // see open_audio.h
};

struct ClickMixReport {
  std::size_t clicks = 0;
  std::size_t chords = 0;
  std::size_t beyond_the_end = 0;      // clicks after the end of the recording
  double lowered_db = 0.0;             // how much the whole mix was lowered to avoid clipping
  std::string kept;                    // where a replaced file of somebody else is; "" = none
  std::optional<std::string> warning;  // the recording is damaged or ends early
};

// Writes `out` (.wav, .flac, .ogg) with the rate, the channels and the length of `song`; every
// channel gets the same track. The song is decoded twice, first for the maximum of the mix. A mix
// above 0.98 of full scale is scaled down to it. Memory does not grow with the length of the song.
// With `overwrite` it replaces a file of somebody else too (output_files.h). Throws AudioError,
// AudioWriteError, KeptError, std::filesystem::filesystem_error, InterruptedError.
ClickMixReport mix_clicks(const std::filesystem::path& song, const Annotation& annotation,
                          const std::filesystem::path& out, const ClickMixSettings& settings,
                          OutputFiles& files, bool overwrite, Notes* notes = nullptr,
                          std::stop_token stop = {});

}  // namespace tactus
