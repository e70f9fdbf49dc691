// What a recording sounds like, whatever file, codec and bitrate: Chromaprint (Lukáš Lalinský), the
// fingerprint of AcoustID. The library is loaded when it is needed; without it there are no
// fingerprints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "audio/audio_source.h"

namespace tactus {

// Why there are no fingerprints: "libchromaprint.so.1: cannot open ..."; "" if there are.
std::string why_no_fingerprints();

inline constexpr int kFingerprintRate = 11025;  // Hz, of the sound that Chromaprint wants

// The fingerprint of the first minute: 4 bytes for each eighth of a second. "" for less than
// some six seconds of sound, for silence, and without the library. `sound` has kFingerprintRate.
// Throws what AudioSource::read throws.
std::string fingerprint_of(AudioSource& sound);

// Similar fingerprints differ in few of these bits. 0 for "".
std::uint32_t fingerprint_hash(std::string_view fingerprint);

// Share of equal bits where the two lie best over each other, up to five seconds apart: some .5 for
// different recordings, 1 for the same. 0 if they share less than three seconds.
double alike(std::string_view a, std::string_view b);
// Of 21 recordings, MP3 copies at 96 kbit/s had at least .985, and other recordings at most .60.
inline constexpr double kSameRecording = 0.9;

}  // namespace tactus
