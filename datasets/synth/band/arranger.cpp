#include "datasets/synth/band/arranger.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/instruments.h"
#include "datasets/synth/band/interruptions.h"
#include "datasets/synth/score/harmony.h"
#include "datasets/synth/score/lead_sheet.h"

namespace tactus {

Feel feel_of(const Song& song) {
  const BarGrid grid(song.annotation.beats);
  const std::vector<Beat>& beats = song.annotation.beats;
  int thirds = 0, quarters = 0;
  for (const Part& part : song.performance.parts) {
    for (const PlayedNote& note : part.notes) {
      const auto after = std::upper_bound(beats.begin(), beats.end(), note.start + 0.02,
                                          [](double t, const Beat& b) { return t < b.time; });
      if (after == beats.begin() || after == beats.end()) continue;
      const double place = (note.start - (after - 1)->time) / (after->time - (after - 1)->time);
      const auto lies_at = [&](double x) { return std::abs(place - x) < 0.05; };
      thirds += lies_at(1.0 / 3) || lies_at(2.0 / 3);
      quarters += lies_at(0.25) || lies_at(0.5) || lies_at(0.75);
    }
  }
  return thirds > quarters ? Feel::kTriplet : Feel::kStraight;
}

std::vector<BarPlan> plan_bars(std::size_t bars, SongRandom& random) {
  std::vector<BarPlan> plan;
  const int phrase = random.chance(0.75) ? 8 : 4;
  const bool quiet_start = random.chance(0.6);
  while (plan.size() < bars) {
    const bool first = plan.empty();
    Intensity intensity = random.chance(0.5) ? Intensity::kVerse : Intensity::kChorus;
    if (random.chance(0.12))
      intensity = random.chance(0.5) ? Intensity::kSparse : Intensity::kLight;
    if (first && quiet_start)
      intensity = random.chance(0.6) ? Intensity::kSparse : Intensity::kLight;
    const int length = first && quiet_start && random.chance(0.4) ? 4 : phrase;
    for (int bar = 0; bar < length && plan.size() < bars; ++bar)
      plan.push_back({intensity, bar, length});
  }
  return plan;
}

void plan_drum_times(std::vector<BarPlan>& plan, double bpm, SongRandom& random) {
  constexpr double kSlowestHalf = 100.0, kFastestDouble = 110.0;  // a listener still taps the beat
  const bool half = random.chance(0.3) && bpm >= kSlowestHalf;
  const bool twice = random.chance(0.3) && bpm <= kFastestDouble;
  double time = 1.0;
  for (BarPlan& bar : plan) {
    if (bar.phrase_bar == 0) {
      time = 1.0;
      if (half && random.chance(0.35)) time = 0.5;
      if (twice && random.chance(0.35)) time = 2.0;
    }
    bar.drum_time = time;
  }
}

double loosened(double time, double looseness, SongRandom& random) {
  const double shift = std::clamp(looseness * random.normal(), -0.008, 0.008);
  return std::max(0.0, time + shift);
}

namespace {

enum class PianoRole { kKept, kReplaced };

struct Choices {
  double stretch = 1.0;
  int semitones = 0;
  double tuning_cents = 0.0;
  PianoRole piano = PianoRole::kKept;
  bool bass = true, drums = true, comp = false, second_comp = false, pad = false;
  bool enriched = false;
  double pump = 0.0;  // how far all parts except drums duck at each beat, 1 = to silence
};

// The level that is tapped changes with the tempo, so most songs keep theirs.
double tapped_factor(double bpm, SongRandom& random) {
  if (random.chance(0.5)) return 1.0;
  if (random.chance(0.5)) return random.uniform(0.9, 1.1);
  return std::clamp(tapped_tempo(random) / bpm, 0.75, 1.4);
}

// The tempo relative to the song: a small change, or a common tempo independent of the song (half
// of POP909 is between 72 and 116 BPM, a fifth of dance music above 140).
double tempo_factor(double bpm, MusicStyle music, SongRandom& random) {
  const bool wide = music == MusicStyle::kWide;
  if (music == MusicStyle::kTapped) return tapped_factor(bpm, random);
  if (random.chance(0.3)) return 1.0;
  if (random.chance(0.4)) return random.uniform(0.85, 1.15);
  if (wide)
    return std::clamp(std::exp(random.uniform(std::log(40.0), std::log(240.0))) / bpm, 0.4, 3.0);
  const double target = std::exp(random.uniform(std::log(60.0), std::log(190.0)));
  return std::clamp(target / bpm, 0.7, 2.0);
}

Choices choose(double bpm, MusicStyle music, SongRandom& random) {
  Choices c;
  c.stretch = 1.0 / tempo_factor(bpm, music, random);
  if (random.chance(0.55)) c.semitones = random.integer(-5, 6);
  if (random.chance(0.35)) c.tuning_cents = std::clamp(14.0 * random.normal(), -40.0, 40.0);
  if (random.chance(0.3)) c.piano = PianoRole::kReplaced;
  c.bass = random.chance(0.88);
  c.drums = random.chance(0.85);
  c.enriched = random.chance(0.35);
  const bool replaced = c.piano == PianoRole::kReplaced;
  c.comp = replaced || c.enriched || random.chance(0.35);
  c.second_comp = replaced && random.chance(0.4);
  c.pad = random.chance(replaced ? 0.45 : 0.3);
  if (c.drums && random.chance(0.12)) c.pump = random.uniform(0.3, 0.9);
  return c;
}

bool has_part(const Performance& performance, std::string_view name) {
  return std::any_of(performance.parts.begin(), performance.parts.end(),
                     [&](const Part& part) { return part.name == name; });
}

std::string describe(const Choices& choices) {
  std::string text = fmt::format("x{:.3f}", 1.0 / choices.stretch);
  if (choices.semitones != 0) text += fmt::format(", {:+} semitones", choices.semitones);
  if (choices.tuning_cents != 0) text += fmt::format(", {:+.1f} cents", choices.tuning_cents);
  const std::pair<bool, const char*> players[] = {{choices.piano == PianoRole::kKept, ", keys"},
                                                  {choices.comp, ", comp"},
                                                  {choices.second_comp, ", second comp"},
                                                  {choices.pad, ", pad"},
                                                  {choices.bass, ", bass"},
                                                  {choices.drums, ", drums"},
                                                  {choices.enriched, ", enriched chords"}};
  for (const auto& [there, name] : players)
    if (there) text += name;
  if (choices.pump > 0.0) text += fmt::format(", ducking {:.2f}", choices.pump);
  return text;
}

void drop_part(Performance& performance, std::string_view name) {
  std::erase_if(performance.parts, [&](const Part& part) { return part.name == name; });
}

void assign_instrument(Part& part, Role role, SongRandom& random) {
  part.program = choose_program(role, random);
  place_in_mix(part, role, random);
  if (!decays(part.program)) part.controls.clear();  // a pedal would blur sounds that do not decay
  if (part.program == 32 || part.program == 43) return;
  if (role == Role::kMelody && random.chance(0.15))
    for (PlayedNote& note : part.notes) note.pitch = std::min(note.pitch + 12, 108);
}

void assign_instruments(Performance& performance, SongRandom& random) {
  for (Part& part : performance.parts) {
    if (part.name == "MELODY") assign_instrument(part, Role::kMelody, random);
    if (part.name == "BRIDGE") assign_instrument(part, Role::kSecond, random);
    if (part.name == "PIANO") assign_instrument(part, Role::kKeys, random);
  }
}

void vary_harmony(Song& song, const Choices& choices, std::uint64_t seed) {
  if (!choices.enriched) return;
  SongRandom random(seed, song.id, "harmony");
  Enrichment enrichment;
  enrichment.share = random.uniform(0.4, 0.9);
  if (choices.piano == PianoRole::kReplaced && random.chance(0.6)) enrichment.suspended_share = 0.2;
  enrich_chords(song, enrichment, random);
}

void add_band(Song& song, const Arrangement& band, const Choices& choices, std::uint64_t seed) {
  const auto stream = [&](std::string_view purpose) { return SongRandom(seed, song.id, purpose); };
  std::vector<Part>& parts = song.performance.parts;
  SongRandom comp = stream("comp"), second = stream("second comp"), pad = stream("pad");
  SongRandom bass = stream("bass"), drums = stream("drums");
  const bool always = choices.enriched || choices.piano == PianoRole::kReplaced;
  if (choices.comp) parts.push_back(play_chords(band, CompStyle::kAny, always, comp));
  if (choices.second_comp) parts.push_back(play_chords(band, CompStyle::kAny, false, second));
  if (choices.pad) parts.push_back(play_chords(band, CompStyle::kPad, false, pad));
  if (choices.bass) parts.push_back(play_bass(band, bass));
  if (choices.drums) parts.push_back(play_drums(band, drums));
}

// Acts as a compressor controlled by the kick drum: all other parts duck at each beat and recover
// within two thirds of it.
void duck_under_beats(Song& song, double depth) {
  constexpr int kExpression = 11, kSteps = 8;
  const std::vector<Beat>& beats = song.annotation.beats;
  for (Part& part : song.performance.parts) {
    if (part.drums) continue;
    std::erase_if(part.controls, [](const PlayedControl& c) { return c.number == kExpression; });
    for (std::size_t b = 0; b + 1 < beats.size(); ++b) {
      const double length = 2.0 / 3.0 * (beats[b + 1].time - beats[b].time);
      for (int step = 0; step <= kSteps; ++step) {
        const double risen = static_cast<double>(step) / kSteps;
        const double intensity = 1.0 - depth * (1.0 - risen) * (1.0 - risen);
        part.controls.push_back({beats[b].time + risen * length, kExpression,
                                 static_cast<int>(std::lround(127.0 * intensity))});
      }
    }
    std::stable_sort(
        part.controls.begin(), part.controls.end(),
        [](const PlayedControl& a, const PlayedControl& b) { return a.time < b.time; });
  }
}

double median_bpm(const std::vector<Beat>& beats) {
  std::vector<double> intervals;
  for (std::size_t b = 1; b < beats.size(); ++b)
    intervals.push_back(beats[b].time - beats[b - 1].time);
  if (intervals.empty()) return 100.0;
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  return 60.0 / std::max(*middle, 0.1);
}

// Replaces all parts of the song; returns a description of the players.
std::string play_percussion_alone(Song& song, Arrangement& band, std::uint64_t seed) {
  SongRandom random(seed, song.id, "percussion");
  song.performance.parts.clear();
  song.annotation.chords.clear();
  song.annotation.keys.clear();
  const bool kit = random.chance(0.3);
  const int players = random.integer(kit ? 0 : 1, kit ? 2 : 4);
  if (kit) {
    for (BarPlan& bar : band.plan) bar.intensity = std::max(bar.intensity, Intensity::kLight);
    song.performance.parts.push_back(play_drums(band, random));
  }
  if (players > 0) song.performance.parts.push_back(play_percussion(band, players, random));
  return fmt::format("percussion: {}{} players", kit ? "drums and " : "", players);
}

// Bars of 2 to 7 beats, half of the time with a change, for music that has no harmony.
std::string draw_meters(std::vector<Beat>& beats, SongRandom& random) {
  if (random.chance(0.3)) return "";
  const int meter = random.integer(2, 7), then = random.integer(2, 7);
  const bool changes = random.chance(0.5);
  const auto change = static_cast<std::size_t>(static_cast<double>(beats.size()) *
                                               (changes ? random.uniform(0.3, 0.7) : 1.0));
  count_in_bars(beats, meter, change, then);
  return changes ? fmt::format(", bars of {}, then {}", meter, then)
                 : fmt::format(", bars of {}", meter);
}

// Stops, and a count-in or pick-up.
std::string interrupt(Song& song, const Arrangement& band, std::uint64_t seed) {
  SongRandom stops(seed, song.id, "stops"), start(seed, song.id, "start");
  std::string words;
  if (stops.chance(0.45))
    if (const int count = add_stops(song, band, stops); count > 0)
      words += fmt::format(", {} stops", count);
  const bool counts = start.chance(0.5);
  const int meter = band.grid.meter();
  if (start.chance(0.35)) {
    const int beats = counts ? meter : start.integer(1, std::max(1, meter - 1));
    if (add_start(song, beats, start)) words += counts ? ", count-in" : ", pick-up";
  }
  return words;
}

}  // namespace

RoomSettings choose_room(SongRandom& random) {
  RoomSettings room;
  room.reverb_level = random.chance(0.15) ? 0.0 : random.uniform(0.1, 0.8);
  room.reverb_room = random.uniform(0.1, 0.85);
  room.reverb_damp = random.uniform(0.0, 0.8);
  room.chorus_level = random.chance(0.5) ? random.uniform(0.3, 2.0) : 0.0;
  return room;
}

RenderEffects choose_effects(SongRandom& random) {
  RenderEffects effects;
  effects.maximum_db = random.uniform(-14.0, -0.3);
  effects.tilt_db = 3.0 * random.normal();
  if (random.chance(0.3)) effects.noise_db = random.uniform(-75.0, -42.0);
  if (random.chance(0.35)) effects.saturation = random.uniform(0.1, 1.0);
  effects.noise_seed = random.next();
  return effects;
}

ArrangedSong arrange(const Song& original, std::uint64_t seed, bool transform, Players players,
                     MusicStyle music) {
  const bool wide = music == MusicStyle::kWide;
  SongRandom random(seed, original.id, "plan");
  Choices choices = choose(median_bpm(original.annotation.beats), music, random);
  if (!transform) choices.stretch = 1.0, choices.semitones = 0, choices.tuning_cents = 0.0;
  if (!has_part(original.performance, "PIANO")) choices.piano = PianoRole::kReplaced;
  choices.comp |= choices.piano == PianoRole::kReplaced;
  ArrangedSong result{original, choose_room(random), choose_effects(random), describe(choices)};
  Song& song = result.song;
  stretch(song, choices.stretch);
  transpose(song, choices.semitones);
  if (choices.piano == PianoRole::kReplaced) drop_part(song.performance, "PIANO");
  if (random.chance(0.12)) drop_part(song.performance, "BRIDGE");
  if (random.chance(0.08) && song.performance.parts.size() > 1)
    drop_part(song.performance, "MELODY");
  vary_harmony(song, choices, seed);

  std::string words;
  SongRandom meters(seed, song.id, "meters");
  const Feel feel = feel_of(song);
  if (wide && players == Players::kPercussion) words += draw_meters(song.annotation.beats, meters);
  Arrangement band{
      BarGrid(song.annotation.beats), {}, chord_spans(song.annotation.chords), feel, 0.0};
  band.music = music;
  band.bpm = median_bpm(song.annotation.beats);
  band.looseness = random.chance(0.4) ? 0.0 : random.uniform(0.001, 0.004);
  band.plan = plan_bars(band.grid.bars().size(), random);
  SongRandom drum_times(seed, song.id, "drum times");
  if (wide) plan_drum_times(band.plan, band.bpm, drum_times);
  if (players == Players::kPercussion) {
    if (wide && meters.chance(0.35)) band.feel = Feel::kTriplet;
    result.words =
        fmt::format("x{:.3f}, {}", 1.0 / choices.stretch, play_percussion_alone(song, band, seed));
    if (wide) words += interrupt(song, band, seed);
    result.words += words;
    return result;
  }
  assign_instruments(song.performance, random);
  song.performance.tuning_cents = choices.tuning_cents;
  add_band(song, band, choices, seed);
  if (wide) result.words += interrupt(song, band, seed);
  if (choices.pump > 0.0) duck_under_beats(song, choices.pump);
  return result;
}

}  // namespace tactus
