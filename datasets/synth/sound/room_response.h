// A room as its impulse response: early reflections, then noise that decays, treble faster than
// bass. Moorer, "About this reverberation business", Computer Music Journal 3(2), 1979.
#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

struct RoomResponse {
  double wet = 0.0;             // share of the room in the sound, 0 = no room, at most 0.7
  double seconds = 0.5;         // until it has decayed by 60 dB, 0.1..3
  double damping_hertz = 5000;  // above it the room decays in half the time
  double first = 0.008;         // seconds until the first reflection, 0.001..0.1
  std::uint64_t seed = 0;       // of reflections and noise
  bool operator==(const RoomResponse&) const = default;
};

// The response [samples] of one channel: 1 - wet at 0, so that the direct sound stays in place,
// and a room of energy wet^2. Throws std::invalid_argument for values outside the ranges.
std::vector<float> room_response(const RoomResponse& room, int channel, int sample_rate);

// Convolves interleaved samples [frames * channels] in place; each channel has its own response.
void apply_room(std::vector<float>& samples, int channels, int sample_rate,
                const RoomResponse& room);

}  // namespace tactus
