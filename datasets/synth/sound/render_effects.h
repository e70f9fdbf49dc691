// Effects on rendered samples before they are written, as in a published recording.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/synth/sound/background_noise.h"
#include "datasets/synth/sound/biquad.h"
#include "datasets/synth/sound/dynamics.h"
#include "datasets/synth/sound/hall.h"
#include "datasets/synth/sound/room_response.h"

namespace tactus {

struct RenderEffects {
  double maximum_db = -1.0;  // greatest sample after all effects, dB full scale, at most 0
  double tilt_db = 0.0;      // treble relative to bass (a shelf around 800 Hz)
  double noise_db = -200.0;  // white noise below the greatest sample, -200 = none
  double saturation = 0.0;   // 0..1, how far the loudest samples are rounded off
  std::uint64_t noise_seed = 0;
  std::vector<FilterBand> equaliser;
  HallSettings hall;
  RoomResponse room;
  CompressorSettings compressor;
  double limiter_db = 0.0;          // reduction of the greatest samples, 0 = none
  double loudness_db = 0.0;         // gated loudness of a song with maximum 1, 0 = as it is
  NoiseSettings noise;              // in addition to white noise, dB below the greatest sample
  std::vector<FilterBand> passing;  // low and high cuts after all other effects
  bool operator==(const RenderEffects&) const = default;
};

// In place on interleaved samples [frames * channels], in this order: tilt, equaliser, hall,
// room, compressor, limiter, saturation, loudness, noise, passing, peak. Times stay: a click moves
// by less than 1 ms. Silence stays silence.
void apply_effects(std::vector<float>& samples, int channels, int sample_rate,
                   const RenderEffects& effects);

// "peak -3.1 dB; tilt +2.0 dB; hall 1.20 s at -14.0 dB; ...".
std::string describe(const RenderEffects& effects);

}  // namespace tactus
