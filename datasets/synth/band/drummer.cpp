#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/score/drum_patterns.h"

namespace tactus {
namespace {

using namespace gm_drum;

constexpr double kFillChance = 0.65, kCrashChance = 0.7;

int stroke_velocity(char symbol) {
  return symbol == 'X' ? 112 : symbol == 'x' ? 94 : 58;
}

const DrumPattern* choose_drum_pattern(int beats, Feel feel, SongRandom& random) {
  const int steps = feel == Feel::kTriplet ? 3 : 4;
  double total = 0;
  const auto weight = [&](const DrumPattern& p) {
    return p.beats != beats ? 0.0 : p.steps_per_beat == steps ? p.weight : 0.0;
  };
  for (const DrumPattern& p : drum_patterns()) total += weight(p);
  double drawn = random.uniform() * total;
  for (const DrumPattern& p : drum_patterns())
    if (weight(p) > 0 && (drawn -= weight(p)) < 0) return &p;
  return nullptr;
}

// True if a stroke lies between the eighths: hard to play fast.
bool is_busy(const DrumPattern& pattern) {
  for (const std::string_view row : {pattern.kick, pattern.snare, pattern.cymbal, pattern.extra})
    for (std::size_t step = 1; step < row.size(); step += 2)
      if (pattern.steps_per_beat == 4 && row[step] != '.') return true;
  return false;
}

// Of all patterns, those that are played at the tempo.
const DrumPattern* choose_wide_pattern(int beats, Feel feel, double bpm, SongRandom& random) {
  constexpr double kFast = 165.0, kMoreOften = 1.5;
  const int steps = feel == Feel::kTriplet ? 3 : 4;
  std::vector<std::pair<const DrumPattern*, double>> fitting;
  for (const WidePattern& p : wide_drum_patterns())
    if (p.pattern.beats == beats && p.pattern.steps_per_beat == steps && bpm >= p.slowest &&
        bpm <= p.fastest)
      fitting.emplace_back(&p.pattern, kMoreOften * p.pattern.weight);
  for (const DrumPattern& p : drum_patterns())
    if (p.beats == beats && p.steps_per_beat == steps && (bpm < kFast || !is_busy(p)))
      fitting.emplace_back(&p, p.weight);
  double total = 0.0;
  for (const auto& [pattern, weight] : fitting) total += weight;
  double drawn = random.uniform() * total;
  for (const auto& [pattern, weight] : fitting)
    if ((drawn -= weight) < 0) return pattern;
  return nullptr;
}

// The backbeat sounds once in a bar: listeners tap half the beat.
bool feels_half(const DrumPattern& pattern) {
  const auto is_stroke = [](char symbol) { return symbol != '.'; };
  return pattern.beats == 4 && std::ranges::count_if(pattern.snare, is_stroke) == 1;
}

// Snares between all beats: listeners tap twice the beat, unless it is fast.
bool feels_double(const DrumPattern& pattern) {
  return pattern.steps_per_beat == 4 && pattern.snare.starts_with("..X...X.");
}

// Of all patterns, those whose beat is tapped at the tempo; slow songs have more strokes.
const DrumPattern* choose_tapped_pattern(int beats, Feel feel, double bpm, SongRandom& random) {
  constexpr double kSlow = 100.0, kDouble = 140.0, kFast = 165.0, kMoreOften = 2.5;
  const int steps = feel == Feel::kTriplet ? 3 : 4;
  const auto weight = [&](const DrumPattern& p) {
    if (p.beats != beats || p.steps_per_beat != steps || feels_half(p)) return 0.0;
    if (bpm < kDouble && feels_double(p)) return 0.0;
    if (bpm > kFast && is_busy(p)) return 0.0;
    return bpm < kSlow && is_busy(p) ? kMoreOften * p.weight : p.weight;
  };
  double total = 0.0;
  for (const DrumPattern& p : drum_patterns()) total += weight(p);
  double drawn = random.uniform() * total;
  for (const DrumPattern& p : drum_patterns())
    if (weight(p) > 0.0 && (drawn -= weight(p)) < 0) return &p;
  return nullptr;
}

// How a drummer differs from the grid, stroke for stroke.
struct Manner {
  std::array<double, 128> lag{};  // seconds of each drum, within 10 ms
  double spread = 5.0;            // of velocities
  double accent = 0.0;            // how much softer cymbals are between the beats
};

Manner choose_manner(SongRandom& random) {
  Manner manner;
  const double all = std::clamp(0.003 * random.normal(), -0.005, 0.005);
  const double snare = random.uniform(-0.002, 0.006), rest = random.uniform(-0.004, 0.004);
  manner.lag.fill(std::clamp(all + rest, -0.010, 0.010));
  for (const int drum : {kSnare, kElectricSnare, kSideStick, kClap})
    manner.lag[static_cast<std::size_t>(drum)] = std::clamp(all + snare, -0.010, 0.010);
  manner.lag[kKick] = all;
  manner.spread = random.uniform(2.0, 13.0);
  manner.accent = random.uniform(0.0, 0.35);
  return manner;
}

struct Patterns {
  const DrumPattern* verse = nullptr;
  const DrumPattern* chorus = nullptr;
};

class Drummer {
 public:
  Drummer(const Arrangement& arrangement, SongRandom& random)
      : song_(arrangement), random_(random), force_(random.uniform(0.72, 1.08)) {
    const Patterns main = choose_patterns(song_.grid.meter());
    verse_ = main.verse;
    const int ride[] = {kRide, kOpenHat, kRide2, kCrash2, kClosedHat};
    chorus_cymbal_ = random_.pick(std::span<const int>(ride));
    crashes_ = random_.chance(0.85);
    fills_ = random_.chance(0.85);
    even_ = song_.tapped() && random_.chance(0.5);
    part_.name = "DRUMS";
    part_.drums = true;
    part_.program = kit();
    part_.volume = random_.integer(70, 118);
    part_.reverb_send = random_.integer(0, 45);
  }

  Part play() {
    if (song_.wide()) prepare();
    for (std::size_t b = 0; verse_ && b < song_.grid.bars().size(); ++b) play_bar(b);
    return std::move(part_);
  }

 private:
  const DrumPattern* choose(int beats, Feel feel) {
    return song_.wide()     ? choose_wide_pattern(beats, feel, song_.bpm, random_)
           : song_.tapped() ? choose_tapped_pattern(beats, feel, song_.bpm, random_)
                            : choose_drum_pattern(beats, feel, random_);
  }
  Patterns choose_patterns(int beats) {
    Patterns chosen;
    chosen.verse = choose(beats, song_.feel);
    if (!chosen.verse) chosen.verse = choose(beats, Feel::kStraight);
    chosen.chorus = random_.chance(0.5) ? choose(beats, song_.feel) : chosen.verse;
    if (!chosen.chorus) chosen.chorus = chosen.verse;
    return patterns_[beats] = chosen;
  }
  // In wide music each length of bars has its own patterns; else the main ones run on.
  const Patterns& patterns_of(const Bar& bar) {
    const auto found = patterns_.find(song_.wide() ? bar.beats : song_.grid.meter());
    return found->second;
  }

  // A manner of one's own, patterns of all meters, a fill in the pick-up of the song.
  void prepare() {
    manner_ = choose_manner(random_);
    for (const Bar& bar : song_.grid.bars())
      if (!patterns_.contains(bar.beats) && !choose_patterns(bar.beats).verse)
        patterns_[bar.beats] = patterns_[song_.grid.meter()];
    if (song_.grid.bars().empty()) return;
    const int pickup = static_cast<int>(song_.grid.bars().front().first_beat);
    if (verse_ && pickup > 0 && pickup <= 4 && random_.chance(0.5)) play_fill({0, pickup});
  }

  int kit() {
    if (verse_ && verse_->kit >= 0) return verse_->kit;
    return random_.pick({0, 0, 0, 0, 0, 8, 8, 16, 16, 24, 25, 32});
  }

  void strike(const Bar& bar, double beat, int drum, double velocity) {
    const double lag = manner_.lag[static_cast<std::size_t>(drum)];
    const double grid = song_.grid.time(bar, beat);
    const double start = std::max(0.0, loosened(grid, song_.looseness, random_) + lag);
    const int loud = static_cast<int>(velocity * force_ + manner_.spread * random_.normal());
    part_.notes.push_back({start, start + kStrokeSeconds, drum, std::clamp(loud, 12, 127)});
  }

  // Plays one row of a pattern over the bar up to `until` beats; at half the time over two bars.
  void play_row(const Bar& bar, const BarPlan& plan, const DrumPattern& pattern,
                std::string_view row, int drum, double until, double scale) {
    if (row.empty()) return;
    const double per_beat = pattern.steps_per_beat * plan.drum_time;
    const int steps = static_cast<int>(std::ceil(bar.beats * per_beat));
    const int first = plan.drum_time < 1.0 ? plan.phrase_bar % 2 * steps : 0;
    const bool cymbal = drum != kKick && drum != pattern.snare_drum;
    for (int step = 0; step < steps; ++step) {
      const double beat = step / per_beat;
      char symbol = row[static_cast<std::size_t>(first + step) % row.size()];
      const bool between = cymbal && std::abs(beat - std::round(beat)) > 0.01;
      const double accent = between ? 1.0 - manner_.accent : 1.0;
      if (even_ && cymbal && symbol == 'o') symbol = 'x';
      if (symbol != '.' && beat < until)
        strike(bar, beat, drum, scale * accent * stroke_velocity(symbol));
    }
  }

  void play_bar(std::size_t index) {
    const Bar& bar = song_.grid.bars()[index];
    const BarPlan& plan = song_.plan[index];
    if (plan.intensity == Intensity::kSparse) return;
    const bool fill = fills_ && plan.phrase_ends() && plan.intensity != Intensity::kLight &&
                      random_.chance(kFillChance);
    const double until = fill ? play_fill(bar) : bar.beats;
    play_pattern(bar, plan, until);
    if (plan.phrase_bar == 0 && crashes_ && plan.intensity != Intensity::kLight &&
        random_.chance(kCrashChance))
      strike(bar, 0, random_.chance(0.7) ? kCrash : kCrash2, 100);
  }

  void play_pattern(const Bar& bar, const BarPlan& plan, double until) {
    const Intensity intensity = plan.intensity;
    const Patterns& patterns = patterns_of(bar);
    const DrumPattern& pattern =
        intensity == Intensity::kChorus ? *patterns.chorus : *patterns.verse;
    const double scale = intensity == Intensity::kLight    ? 0.75
                         : intensity == Intensity::kChorus ? 1.06
                                                           : 1.0;
    const bool light = intensity == Intensity::kLight;
    const bool replace = intensity == Intensity::kChorus && pattern.cymbal_drum == kClosedHat;
    play_row(bar, plan, pattern, pattern.kick, kKick, until, scale);
    if (!light || pattern.snare_drum != kSnare)
      play_row(bar, plan, pattern, pattern.snare, pattern.snare_drum, until, scale);
    play_row(bar, plan, pattern, pattern.cymbal, replace ? chorus_cymbal_ : pattern.cymbal_drum,
             until, 0.85 * scale);
    if (!light) play_row(bar, plan, pattern, pattern.extra, pattern.extra_drum, until, 0.8 * scale);
  }

  // Plays a fill at the end of the bar; returns its first beat.
  double play_fill(const Bar& bar) {
    const bool triplets = song_.feel == Feel::kTriplet;
    std::string_view fill = random_.pick(triplets ? triplet_fills() : straight_fills());
    const int per_beat = triplets ? 3 : 4;
    const int beats = static_cast<int>(std::count(fill.begin(), fill.end(), '|')) + 1;
    if (beats > bar.beats) return bar.beats;
    int step = (bar.beats - beats) * per_beat;
    for (const char symbol : fill) {
      if (symbol == '|') continue;
      if (const int drum = fill_drum(symbol))
        strike(bar, static_cast<double>(step) / per_beat, drum, 88 + random_.integer(0, 18));
      ++step;
    }
    return bar.beats - beats;
  }

  const Arrangement& song_;
  SongRandom& random_;
  double force_;
  const DrumPattern* verse_ = nullptr;  // of most bars
  std::map<int, Patterns> patterns_;    // by beats of the bar
  Manner manner_;
  int chorus_cymbal_ = kRide;
  bool crashes_ = true, fills_ = true;
  bool even_ = false;  // cymbals as loud between the beats as on them
  Part part_;
};

}  // namespace

Part play_drums(const Arrangement& arrangement, SongRandom& random) {
  return Drummer(arrangement, random).play();
}

}  // namespace tactus
