#include "datasets/synth/synth_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tactus {

double log_uniform(double low, double high, SongRandom& random) {
  return low * std::pow(high / low, random.uniform());
}

namespace {

double gain_db(double deviation, double most, SongRandom& random) {
  return std::clamp(deviation * random.normal(), -most, most);
}

HallSettings plan_hall(SongRandom random) {
  HallSettings hall;
  if (!random.chance(0.55)) return hall;
  hall.relative_db = random.uniform(-28.0, -7.0);
  hall.seconds = log_uniform(0.25, 3.5, random);
  hall.size = random.uniform(0.3, 1.6);
  hall.pre_delay = random.uniform(0.0, 0.08);
  hall.damping_hertz = log_uniform(1500, 12000, random);
  return hall;
}

CompressorSettings plan_compressor(SongRandom random) {
  CompressorSettings compressor;
  if (!random.chance(0.5)) return compressor;
  compressor.threshold_db = random.uniform(-8.0, 8.0);
  compressor.ratio = random.uniform(1.5, 6.0);
  compressor.attack = log_uniform(0.002, 0.040, random);
  compressor.release = log_uniform(0.050, 0.500, random);
  return compressor;
}

NoiseSettings plan_noise(SongRandom random) {
  NoiseSettings noise;
  if (random.chance(0.3)) noise.pink_db = random.uniform(-70.0, -38.0);
  if (random.chance(0.1)) noise.hum_db = random.uniform(-66.0, -40.0);
  noise.hum_hertz = random.chance(0.7) ? 50.0 : 60.0;
  if (random.chance(0.08)) {
    noise.crackle_db = random.uniform(-40.0, -14.0);
    noise.crackles_per_second = log_uniform(2, 60, random);
  }
  return noise;
}

// A small loudspeaker, a telephone, an old record: the ends of the spectrum are cut.
std::vector<FilterBand> plan_passing(SongRandom random) {
  std::vector<FilterBand> bands;
  const double drawn = random.uniform();
  const double low_pass = log_uniform(2800, 10000, random);
  const double high_pass = log_uniform(50, 300, random);
  if (drawn < 0.20)
    for (int stage = 0; stage < 2; ++stage)
      bands.push_back({FilterKind::kLowPass, low_pass, 0.0, 0.7071});
  if (drawn > 0.17 && drawn < 0.35)
    bands.push_back({FilterKind::kHighPass, high_pass, 0.0, 0.7071});
  return bands;
}

// Between 1.5 and 3.5 beats per second, so that a stretched tempo stays easy to tap.
double plan_stretch(const std::vector<Beat>& beats, SongRandom& random) {
  const double factor = log_uniform(0.8, 1.25, random);
  if (beats.size() < 2) return factor;
  const double beat =
      (beats.back().time - beats.front().time) / static_cast<double>(beats.size() - 1);
  return beat * factor < 0.29   ? std::max(1.0, factor)
         : beat * factor > 1.05 ? std::min(1.0, factor)
                                : factor;
}

double median_beat(const std::vector<Beat>& beats) {
  std::vector<double> lengths;
  for (std::size_t b = 1; b < beats.size(); ++b)
    lengths.push_back(beats[b].time - beats[b - 1].time);
  if (lengths.empty()) return 0.5;
  std::nth_element(lengths.begin(), lengths.begin() + lengths.size() / 2, lengths.end());
  return lengths[lengths.size() / 2];
}

// Pauses before downbeats, and swung sixteenths where there is time for them.
void plan_wide_time(TempoVariation& tempo, const std::vector<Beat>& beats, bool swing,
                    SongRandom random) {
  constexpr double kShortest = 0.48;  // seconds of a beat with swung sixteenths
  const double swing16 = random.uniform(0.54, 0.66);
  if (random.chance(0.25) && swing && tempo.swing == 0.5 && median_beat(beats) > kShortest)
    tempo.swing16 = swing16;
  std::vector<std::size_t> downbeats;
  for (std::size_t b = 8; b + 8 < beats.size(); ++b)
    if (beats[b].position == 1) downbeats.push_back(b);
  if (!random.chance(0.25) || downbeats.empty()) return;
  const int count = random.integer(1, 2);
  for (int i = 0; i < count; ++i) {
    const std::size_t beat = random.pick(std::span<const std::size_t>(downbeats));
    const Pause pause{beat, random.uniform(0.7, 3.5), random.chance(0.4)};
    if (tempo.pauses.empty() || tempo.pauses.back().beat < beat) tempo.pauses.push_back(pause);
  }
}

void plan_section(TempoVariation& tempo, SongRandom& random) {
  tempo.section_factor = log_uniform(0.85, 1.18, random);
  tempo.section_from = random.uniform(0.1, 0.7);
  tempo.section_to = tempo.section_from + random.uniform(0.1, 0.4);
}

}  // namespace

std::vector<FilterBand> plan_equaliser(SongRandom random) {
  std::vector<FilterBand> bands;
  const int peaks = random.integer(0, 4);
  for (int i = 0; i < peaks; ++i)
    bands.push_back({FilterKind::kBell, log_uniform(60, 9000, random), gain_db(4, 10, random),
                     random.uniform(0.5, 2.0)});
  if (random.chance(0.4))
    bands.push_back({FilterKind::kLowShelf, log_uniform(70, 300, random), gain_db(3.5, 8, random)});
  if (random.chance(0.4))
    bands.push_back(
        {FilterKind::kHighShelf, log_uniform(2500, 8000, random), gain_db(3.5, 8, random)});
  return bands;
}

TempoVariation plan_tempo(const std::vector<Beat>& beats, TempoFreedom freedom,
                          const SynthSeed& seed) {
  SongRandom random = seed.stream("tempo curve");
  TempoVariation tempo;
  const bool stretch = random.chance(0.65);
  const double factor = plan_stretch(beats, random);
  if (stretch && freedom.stretch) tempo.stretch = factor;
  if (plays_freely(beats)) return tempo;
  if (random.chance(0.5)) tempo.drift = random.uniform(0.001, 0.006);
  if (random.chance(0.35)) tempo.jitter = random.uniform(0.002, 0.015);
  if (random.chance(0.2)) tempo.gradual = log_uniform(0.8, 1.2, random);
  if (random.chance(0.15)) plan_section(tempo, random);
  if (random.chance(0.3)) {
    tempo.ritardando = random.uniform(1.1, 1.7);
    tempo.ritardando_beats = random.integer(2, 8);
  }
  const double swing = random.uniform(0.52, 0.67);
  if (random.chance(0.25) && freedom.swing) tempo.swing = swing;
  tempo.seed = random.next();
  if (freedom.wide) plan_wide_time(tempo, beats, freedom.swing, seed.stream("wide time"));
  return tempo;
}

Surroundings plan_surroundings(const SynthSeed& seed) {
  SongRandom random = seed.stream("surroundings");
  Surroundings around;
  const double start = random.uniform(), end = random.uniform();
  around.before = start < 0.5   ? random.uniform(0.0, 0.4)
                  : start < 0.8 ? random.uniform(0.4, 4.0)
                                : random.uniform(3.0, 9.0);
  around.free_before = start >= 0.8;
  around.after = end < 0.6 ? 0.0 : end < 0.85 ? random.uniform(0.5, 5.0) : random.uniform(3.0, 8.0);
  around.free_after = end >= 0.85;
  return around;
}

void plan_effects(RenderEffects& effects, const SynthSeed& seed) {
  effects.equaliser = plan_equaliser(seed.stream("equaliser"));
  effects.hall = plan_hall(seed.stream("hall"));
  effects.compressor = plan_compressor(seed.stream("compressor"));
  SongRandom limiter = seed.stream("limiter");
  if (limiter.chance(0.4)) effects.limiter_db = limiter.uniform(1.0, 9.0);
  effects.noise = plan_noise(seed.stream("noise"));
  effects.passing = plan_passing(seed.stream("passing"));
}

TapeSettings plan_tape(const SynthSeed& seed) {
  SongRandom random = seed.stream("tape");
  TapeSettings tape;
  if (!random.chance(0.25)) return tape;
  tape.speed_cents = std::clamp(20.0 * random.normal(), -60.0, 60.0);
  if (random.chance(0.6)) tape.wow_cents = random.uniform(0.5, 6.0);
  tape.wow_hertz = log_uniform(0.2, 1.5, random);
  if (random.chance(0.7)) tape.drift_cents = random.uniform(1.0, 12.0);
  tape.seed = random.next();
  return tape;
}

CodecSettings plan_codec(const SynthSeed& seed) {
  SongRandom random = seed.stream("codec");
  CodecSettings settings;
  if (!random.chance(0.5)) return settings;
  const double drawn = random.uniform();
  settings.codec = drawn < 0.55 ? Codec::kMp3 : drawn < 0.87 ? Codec::kVorbis : Codec::kOpus;
  settings.compression = random.uniform(0.05, settings.codec == Codec::kVorbis ? 1.0 : 0.92);
  return settings;
}

std::string describe(const TempoVariation& tempo, const Surroundings& around) {
  std::string text = fmt::format("x{:.3f}", 1.0 / tempo.stretch);
  const auto say = [&](bool wanted, const std::string& words) {
    if (wanted) text += "; " + words;
  };
  say(tempo.drift > 0, fmt::format("drift {:.4f}", tempo.drift));
  say(tempo.jitter > 0, fmt::format("jitter {:.4f}", tempo.jitter));
  say(tempo.gradual != 1,
      fmt::format("{} {:.2f}", tempo.gradual < 1 ? "accelerando" : "slowing", tempo.gradual));
  say(tempo.section_factor != 1,
      fmt::format("section x{:.2f} from {:.0f} % to {:.0f} %", 1.0 / tempo.section_factor,
                  100 * tempo.section_from, 100 * std::min(1.0, tempo.section_to)));
  say(tempo.ritardando_beats > 0,
      fmt::format("ritardando {:.2f} over {} beats", tempo.ritardando, tempo.ritardando_beats));
  say(tempo.swing != 0.5, fmt::format("swing {:.2f}", tempo.swing));
  say(tempo.swing16 != 0.5, fmt::format("swung sixteenths {:.2f}", tempo.swing16));
  for (const Pause& pause : tempo.pauses)
    say(true, fmt::format("{} of {:.1f} s at beat {}", pause.held ? "fermata" : "pause",
                          pause.seconds, pause.beat + 1));
  say(true, fmt::format("{} {:.2f} s before", around.free_before ? "free music" : "silence",
                        around.before));
  say(around.after > 0,
      fmt::format("{} {:.2f} s after", around.free_after ? "free music" : "silence", around.after));
  return text;
}

}  // namespace tactus
