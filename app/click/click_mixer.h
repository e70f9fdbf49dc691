// A recording with the sound of its annotation mixed in.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/click/click_track.h"

namespace tactus {

struct ClickMixSettings {
  ClickSettings sounds;
  double music_gain_db = 0.0;
};

struct ClickMixReport {
  std::size_t clicks = 0;
  std::size_t chords = 0;
  std::size_t beyond_the_end = 0;      // clicks that begin after the recording has ended
  double lowered_db = 0.0;             // by how much the whole mix was lowered, so as not to clip
  std::optional<std::string> warning;  // the recording is damaged or ends early
};

// Writes `out` (.wav, .flac, .ogg) with the rate, the channels and the length of `song`; the track
// goes to every channel alike. The song is decoded twice: first for the peak of the mix, by which
// all of it is scaled down to 0.98 of full scale where it would be louder. Memory does not grow
// with the length of the song. Throws AudioError, AudioWriteError, InterruptedError.
ClickMixReport mix_clicks(const std::filesystem::path& song, const Annotation& annotation,
                          const std::filesystem::path& out, const ClickMixSettings& settings,
                          Notes* notes = nullptr, std::stop_token stop = {});

}  // namespace tactus
