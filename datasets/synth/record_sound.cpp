#include "datasets/synth/record_sound.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "datasets/midi/performance.h"

namespace tactus {
namespace {

constexpr std::uint16_t kDrums = 1u << kDrumChannel;

bool is_stroke(const TimedMessage& m) {
  return m.status >> 4 == 0x9 && m.data2 > 0;
}

// Channels that play an electric guitar or an organ, which have amplifiers.
std::uint16_t amplifiable(const std::vector<TimedMessage>& messages) {
  std::array<int, 16> program{};
  std::uint16_t found = 0;
  for (const TimedMessage& m : messages) {
    const auto c = static_cast<std::size_t>(m.status & 0xF);
    if (m.status >> 4 == 0xC) program[c] = m.data1;
    const bool fits = (program[c] >= 26 && program[c] <= 31) ||
                      (program[c] >= 16 && program[c] <= 18) || program[c] == 4;
    if (is_stroke(m) && c != kDrumChannel && fits) found |= static_cast<std::uint16_t>(1u << c);
  }
  return found;
}

RoomResponse plan_room(double chance, double longest, double most_wet, SongRandom random) {
  RoomResponse room;
  room.seconds = log_uniform(0.15, longest, random);
  room.damping_hertz = log_uniform(1500, 9000, random);
  room.first = log_uniform(0.002, 0.03, random);
  room.seed = random.next();
  const double wet = random.uniform(0.06, most_wet);
  if (random.chance(chance)) room.wet = wet;
  return room;
}

AmplifierSettings plan_amplifier(SongRandom random) {
  AmplifierSettings amplifier;
  amplifier.drive_db = random.uniform(0.0, 28.0);
  amplifier.bias = random.uniform(0.0, 0.5);
  amplifier.low_hertz = log_uniform(60, 160, random);
  amplifier.high_hertz = log_uniform(2800, 6500, random);
  const double share = random.uniform(0.5, 1.0);
  if (random.chance(0.7)) amplifier.share = share;
  return amplifier;
}

DuckSettings plan_duck(SongRandom random) {
  DuckSettings duck;
  duck.attack = log_uniform(0.002, 0.015, random);
  duck.hold = random.uniform(0.01, 0.08);
  duck.release = log_uniform(0.05, 0.3, random);
  const double depth = random.uniform(1.5, 14.0);
  if (random.chance(0.35)) duck.depth_db = depth;
  return duck;
}

CompressorSettings plan_bus(SongRandom random) {
  CompressorSettings bus;
  if (!random.chance(0.7)) return bus;
  bus.threshold_db = random.uniform(-6.0, 6.0);
  bus.ratio = random.uniform(1.4, 4.5);
  bus.attack = log_uniform(0.003, 0.050, random);
  bus.release = log_uniform(0.060, 0.400, random);
  return bus;
}

// The ends of the spectrum that a medium keeps: cassette, radio, a lossy codec.
std::vector<FilterBand> plan_medium(SongRandom random) {
  std::vector<FilterBand> bands;
  const double top = log_uniform(5000, 16000, random), bottom = log_uniform(30, 120, random);
  if (random.chance(0.35))
    for (int stage = 0; stage < 2; ++stage)
      bands.push_back({FilterKind::kLowPass, top, 0.0, 0.7071});
  if (random.chance(0.4)) bands.push_back({FilterKind::kHighPass, bottom, 0.0, 0.7071});
  return bands;
}

NoiseSettings plan_hiss(SongRandom random) {
  NoiseSettings noise;
  const double pink = random.uniform(-72.0, -48.0), crackle = random.uniform(-40.0, -20.0);
  if (random.chance(0.35)) noise.pink_db = pink;
  noise.crackles_per_second = log_uniform(1, 30, random);
  if (random.chance(0.1)) noise.crackle_db = crackle;
  return noise;
}

// The messages of some channels; programs and controllers, too.
std::vector<TimedMessage> of_channels(const std::vector<TimedMessage>& messages,
                                      std::uint16_t channels) {
  std::vector<TimedMessage> chosen;
  for (const TimedMessage& m : messages)
    if (channels >> (m.status & 0xF) & 1) chosen.push_back(m);
  return chosen;
}

}  // namespace

RecordSound plan_record_sound(const std::vector<TimedMessage>& messages, const SynthSeed& seed) {
  RecordSound sound;
  sound.drum_room = plan_room(0.5, 0.6, 0.45, seed.stream("drum room"));
  sound.amplifier = plan_amplifier(seed.stream("amplifier"));
  sound.amplified = amplifiable(messages);
  sound.duck = plan_duck(seed.stream("ducking"));
  return sound;
}

RenderEffects plan_record_effects(const SynthSeed& seed) {
  RenderEffects effects;
  SongRandom master = seed.stream("master");
  effects.maximum_db = master.uniform(-3.0, -0.1);
  effects.tilt_db = std::clamp(2.5 * master.normal(), -6.0, 6.0);
  const double saturation = master.uniform(0.05, 0.8), loudness = master.uniform(-20.0, -8.0);
  if (master.chance(0.5)) effects.saturation = saturation;
  if (master.chance(0.85)) effects.loudness_db = loudness;
  effects.noise_seed = master.next();
  effects.equaliser = plan_equaliser(seed.stream("equaliser"));
  effects.room = plan_room(0.6, 1.2, 0.4, seed.stream("room"));
  effects.compressor = plan_bus(seed.stream("bus"));
  effects.noise = plan_hiss(seed.stream("hiss"));
  effects.passing = plan_medium(seed.stream("medium"));
  return effects;
}

std::vector<double> kick_times(const std::vector<TimedMessage>& messages) {
  std::vector<double> times;
  for (const TimedMessage& m : messages)
    if (is_stroke(m) && (m.status & 0xF) == kDrumChannel && (m.data1 == 35 || m.data1 == 36))
      times.push_back(m.time);
  return times;
}

std::vector<float> mix_stems(const std::vector<TimedMessage>& messages, const RecordSound& sound,
                             int channels, int sample_rate, const RenderStem& render) {
  const std::uint16_t amplified = sound.amplifier.share > 0 ? sound.amplified : 0;
  std::vector<float> mix =
      render(of_channels(messages, static_cast<std::uint16_t>(~(kDrums | amplified))));
  const auto add = [&](const std::vector<float>& stem) {
    for (std::size_t i = 0; i < mix.size() && i < stem.size(); ++i) mix[i] += stem[i];
  };
  if (mix.empty()) return mix;
  if (amplified != 0) {
    std::vector<float> stem = render(of_channels(messages, amplified));
    if (stem.empty()) return stem;
    apply_amplifier(stem, channels, sample_rate, sound.amplifier);
    add(stem);
  }
  apply_ducking(mix, channels, sample_rate, kick_times(messages), sound.duck);
  const std::vector<TimedMessage> strokes = of_channels(messages, kDrums);
  if (std::none_of(strokes.begin(), strokes.end(), is_stroke)) return mix;
  std::vector<float> drums = render(strokes);
  if (drums.empty()) return drums;
  apply_room(drums, channels, sample_rate, sound.drum_room);
  add(drums);
  return mix;
}

std::string describe(const RecordSound& sound) {
  std::string text;
  const auto append = [&](bool wanted, const std::string& words) {
    if (wanted) text += (text.empty() ? "" : "; ") + words;
  };
  append(sound.drum_room.wet > 0, fmt::format("drum room {:.2f} s, share {:.2f}",
                                              sound.drum_room.seconds, sound.drum_room.wet));
  append(sound.amplifier.share > 0 && sound.amplified != 0,
         fmt::format("amplifier {:.1f} dB on {} channels", sound.amplifier.drive_db,
                     std::popcount(sound.amplified)));
  append(sound.duck.depth_db > 0, fmt::format("ducking {:.1f} dB", sound.duck.depth_db));
  return text;
}

}  // namespace tactus
