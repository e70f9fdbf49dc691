#include "datasets/synth/sound/room_response.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "datasets/song_random.h"
#include "features/frames/convolution.h"

namespace tactus {
namespace {

constexpr double kSixtyDb = 6.9078;        // ln(1000)
constexpr double kBassHertz = 250.0;       // below it a room decays a little slower
constexpr double kEarlySeconds = 0.06;     // reflections come one by one until then
constexpr int kReflections = 10;           // of one channel
constexpr double kReflectionEnergy = 0.4;  // of all the energy of a room

void check(const RoomResponse& room) {
  if (room.wet > 0 && room.wet <= 0.7 && room.seconds >= 0.1 && room.seconds <= 3 &&
      room.damping_hertz > 0 && room.first >= 0.001 && room.first <= 0.1)
    return;
  throw std::invalid_argument(fmt::format(
      "a room of {} s, share {}, {} Hz and {} s before it, expected 0.1..3, above 0 to 0.7, above "
      "0 and 0.001..0.1",
      room.seconds, room.wet, room.damping_hertz, room.first));
}

double one_pole(double hertz, int rate) {
  return 1.0 - std::exp(-2.0 * std::numbers::pi * hertz / rate);
}

// Noise in three bands, each with its own decay.
void add_tail(std::vector<double>& response, const RoomResponse& room, int rate,
              SongRandom& random) {
  const double bass = one_pole(kBassHertz, rate), middle = one_pole(room.damping_hertz, rate);
  double low = 0.0, once = 0.0, most = 0.0;  // a single pole would let much treble through
  const auto first = static_cast<std::size_t>(room.first * rate);
  for (std::size_t i = first; i < response.size(); ++i) {
    const double noise = random.uniform(-1.0, 1.0);
    low += bass * (noise - low);
    once += middle * (noise - once);
    most += middle * (once - most);
    const double time = static_cast<double>(i) / rate;
    const double decay = std::exp(-kSixtyDb * time / room.seconds);
    const double rise = std::min(1.0, (time - room.first) / 0.02);
    response[i] += rise * (low * std::pow(decay, 0.85) + (most - low) * decay +
                           (noise - most) * decay * decay);
  }
}

void add_reflections(std::vector<double>& response, const RoomResponse& room, int rate,
                     SongRandom& random) {
  for (int i = 0; i < kReflections; ++i) {
    const double time = i == 0 ? room.first : random.uniform(room.first, kEarlySeconds);
    const auto place = static_cast<std::size_t>(time * rate);
    if (place + 1 >= response.size()) continue;
    const double strength = (random.chance(0.5) ? 1.0 : -1.0) * room.first / time;
    response[place] += 0.6 * strength;  // over two samples: walls are not perfect mirrors
    response[place + 1] += 0.4 * strength;
  }
}

void scale_to_energy(std::vector<double>& response, double energy) {
  double sum = 0.0;
  for (const double x : response) sum += x * x;
  if (sum <= 0) return;
  for (double& x : response) x *= std::sqrt(energy / sum);
}

}  // namespace

std::vector<float> room_response(const RoomResponse& room, int channel, int sample_rate) {
  check(room);
  SongRandom random(room.seed, channel == 0 ? "left" : "right", "room");
  const auto size = static_cast<std::size_t>((room.first + room.seconds) * sample_rate) + 1;
  std::vector<double> tail(size, 0.0), early(size, 0.0);
  add_tail(tail, room, sample_rate, random);
  add_reflections(early, room, sample_rate, random);
  scale_to_energy(tail, (1.0 - kReflectionEnergy) * room.wet * room.wet);
  scale_to_energy(early, kReflectionEnergy * room.wet * room.wet);
  std::vector<float> response(size);
  for (std::size_t i = 0; i < size; ++i) response[i] = static_cast<float>(tail[i] + early[i]);
  response[0] = static_cast<float>(1.0 - room.wet);
  return response;
}

void apply_room(std::vector<float>& samples, int channels, int sample_rate,
                const RoomResponse& room) {
  if (room.wet <= 0) return;
  const auto width = static_cast<std::size_t>(channels);
  for (std::size_t c = 0; c < width; ++c) {
    std::vector<float> channel(samples.size() / width);
    for (std::size_t i = 0; i < channel.size(); ++i) channel[i] = samples[i * width + c];
    channel = convolved(channel, room_response(room, static_cast<int>(c), sample_rate));
    for (std::size_t i = 0; i < channel.size(); ++i) samples[i * width + c] = channel[i];
  }
}

}  // namespace tactus
