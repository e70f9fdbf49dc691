#include <algorithm>
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

const DrumPattern* choose_pattern(int beats, Feel feel, SongRandom& random) {
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

class Drummer {
 public:
  Drummer(const Arrangement& arrangement, SongRandom& random)
      : song_(arrangement), random_(random), force_(random.uniform(0.72, 1.08)) {
    const int meter = song_.grid.meter();
    verse_ = choose_pattern(meter, song_.feel, random_);
    if (!verse_) verse_ = choose_pattern(meter, Feel::kStraight, random_);
    chorus_ = random_.chance(0.5) ? choose_pattern(meter, song_.feel, random_) : verse_;
    if (!chorus_) chorus_ = verse_;
    const int ride[] = {kRide, kOpenHat, kRide2, kCrash2, kClosedHat};
    chorus_cymbal_ = random_.pick(std::span<const int>(ride));
    crashes_ = random_.chance(0.85);
    fills_ = random_.chance(0.85);
    part_.name = "DRUMS";
    part_.drums = true;
    part_.program = kit();
    part_.volume = random_.integer(70, 118);
    part_.reverb_send = random_.integer(0, 45);
  }

  Part play() {
    for (std::size_t b = 0; verse_ && b < song_.grid.bars().size(); ++b) play_bar(b);
    return std::move(part_);
  }

 private:
  int kit() {
    if (verse_ && verse_->kit >= 0) return verse_->kit;
    return random_.pick({0, 0, 0, 0, 0, 8, 8, 16, 16, 24, 25, 32});
  }

  void strike(const Bar& bar, double beat, int drum, double velocity) {
    const double start = loosened(song_.grid.time(bar, beat), song_.looseness, random_);
    const int loud = static_cast<int>(velocity * force_ + 5 * random_.normal());
    part_.notes.push_back({start, start + kStrokeSeconds, drum, std::clamp(loud, 12, 127)});
  }

  // Plays one row of a pattern over the bar up to `until` beats.
  void play_row(const Bar& bar, const DrumPattern& pattern, std::string_view row, int drum,
                double until, double scale) {
    if (row.empty()) return;
    const int steps = bar.beats * pattern.steps_per_beat;
    for (int step = 0; step < steps; ++step) {
      const double beat = static_cast<double>(step) / pattern.steps_per_beat;
      const char symbol = row[static_cast<std::size_t>(step) % row.size()];
      if (symbol != '.' && beat < until) strike(bar, beat, drum, scale * stroke_velocity(symbol));
    }
  }

  void play_bar(std::size_t index) {
    const Bar& bar = song_.grid.bars()[index];
    const BarPlan& plan = song_.plan[index];
    if (plan.intensity == Intensity::kSparse) return;
    const bool fill = fills_ && plan.phrase_ends() && plan.intensity != Intensity::kLight &&
                      random_.chance(kFillChance);
    const double until = fill ? play_fill(bar) : bar.beats;
    play_pattern(bar, plan.intensity, until);
    if (plan.phrase_bar == 0 && crashes_ && plan.intensity != Intensity::kLight &&
        random_.chance(kCrashChance))
      strike(bar, 0, random_.chance(0.7) ? kCrash : kCrash2, 100);
  }

  void play_pattern(const Bar& bar, Intensity intensity, double until) {
    const DrumPattern& pattern = intensity == Intensity::kChorus ? *chorus_ : *verse_;
    const double scale = intensity == Intensity::kLight    ? 0.75
                         : intensity == Intensity::kChorus ? 1.06
                                                           : 1.0;
    const bool light = intensity == Intensity::kLight;
    const bool replace = intensity == Intensity::kChorus && pattern.cymbal_drum == kClosedHat;
    play_row(bar, pattern, pattern.kick, kKick, until, scale);
    if (!light || pattern.snare_drum != kSnare)
      play_row(bar, pattern, pattern.snare, pattern.snare_drum, until, scale);
    play_row(bar, pattern, pattern.cymbal, replace ? chorus_cymbal_ : pattern.cymbal_drum, until,
             0.85 * scale);
    if (!light) play_row(bar, pattern, pattern.extra, pattern.extra_drum, until, 0.8 * scale);
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
  const DrumPattern* verse_ = nullptr;
  const DrumPattern* chorus_ = nullptr;
  int chorus_cymbal_ = kRide;
  bool crashes_ = true, fills_ = true;
  Part part_;
};

}  // namespace

Part play_drums(const Arrangement& arrangement, SongRandom& random) {
  return Drummer(arrangement, random).play();
}

}  // namespace tactus
