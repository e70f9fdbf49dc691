#include <algorithm>
#include <string_view>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/instruments.h"

namespace tactus {
namespace {

constexpr int kLowest = 28, kHighest = 50;  // E1 to D3

// 'r' bass note of the chord, 'f' its fifth, 't' its third, 'o' the octave, 'a' a step from the
// next bass note, '.' hold. Sixteenths of a 4/4 or 3/4 bar.
struct BassPattern {
  int beats;
  double weight;
  double length;  // of each note until the next one, 0..1
  std::string_view row;
};
constexpr BassPattern kPatterns[] = {
    {4, 1.5, 0.98, "r..............."}, {4, 1.2, 0.95, "r.......r......."},
    {4, 0.8, 0.92, "r.......f......."}, {4, 1.2, 0.90, "r.....r.r......."},
    {4, 1.0, 0.85, "r...r...r...r..."}, {4, 1.5, 0.85, "r.r.r.r.r.r.r.r."},
    {4, 0.8, 0.90, "r..r..r........."}, {4, 0.8, 0.88, "r.....rrf......."},
    {4, 0.8, 0.85, "r.....o.r...f..."}, {4, 0.7, 0.70, "r.o.r.o.r.o.r.o."},
    {4, 0.7, 0.95, "r...t...f...a..."}, {4, 0.6, 0.92, "r.....f.r.....f."},
    {4, 0.8, 0.95, "r.........r.r..."}, {4, 0.6, 0.60, "r...r...r.r.r..."},
    {4, 0.6, 0.75, "r..r..r...r.o.f."}, {4, 0.5, 0.55, "r.......r..r...."},
    {4, 0.7, 0.60, "..r...r...r...r."}, {4, 0.6, 0.60, ".rrr.rrr.rrr.rrr"},
    {4, 0.5, 0.60, "rrrrrrrrrrrrrrrr"}, {4, 0.4, 0.70, "r.rrr.rrr.rrr.rr"},
    {4, 0.5, 0.80, "r...f...r...f..."}, {4, 0.4, 0.80, "r..f...rr..f...r"},
    {4, 0.4, 0.85, "......f.......r."}, {4, 0.4, 0.70, "..r.r.....r.f..."},
    {4, 0.4, 0.85, "r..r..r..r..r.r."}, {4, 0.4, 0.65, "..o...o...o...o."},
    {3, 1.5, 0.95, "r..........."},     {3, 0.8, 0.92, "r.......f..."},
    {3, 0.8, 0.90, "r...r...r..."},     {3, 0.8, 0.92, "r.....f....."},
    {3, 0.6, 0.95, "r...t...f..."},     {3, 0.6, 0.90, "r.....r.r..."},
};
// For beats divided in three, and for other meters.
constexpr BassPattern kPlainPatterns[] = {
    {0, 1.0, 0.95, "r..............."},
    {0, 1.0, 0.90, "r...r..."},
    {0, 0.8, 0.90, "r.......r......."},
    {0, 0.6, 0.95, "r...t...f...a..."},
};

const BassPattern& choose_bass_pattern(int beats, Feel feel, SongRandom& random) {
  if (feel == Feel::kTriplet || (beats != 3 && beats != 4))
    return random.pick(std::span<const BassPattern>(kPlainPatterns));
  double total = 0;
  for (const BassPattern& p : kPatterns) total += p.beats == beats ? p.weight : 0;
  double drawn = random.uniform() * total;
  for (const BassPattern& p : kPatterns)
    if (p.beats == beats && (drawn -= p.weight) < 0) return p;
  return kPatterns[0];
}

class Bassist {
 public:
  Bassist(const Arrangement& arrangement, SongRandom& random)
      : song_(arrangement), random_(random) {
    const int meter = song_.grid.meter();
    verse_ = &choose_bass_pattern(meter, song_.feel, random_);
    chorus_ = random_.chance(0.5) ? &choose_bass_pattern(meter, song_.feel, random_) : verse_;
    rests_when_sparse_ = random_.chance(0.5);
    force_ = random_.integer(76, 104);
    part_.name = "BASS";
    part_.program = choose_program(Role::kBass, random_);
    place_in_mix(part_, Role::kBass, random_);
  }

  Part play() {
    for (std::size_t b = 0; b < song_.grid.bars().size(); ++b) play_bar(b);
    return std::move(part_);
  }

 private:
  void play_bar(std::size_t index) {
    const Bar& bar = song_.grid.bars()[index];
    const Intensity intensity = song_.plan[index].intensity;
    if (intensity == Intensity::kSparse && rests_when_sparse_) return;
    const BassPattern& pattern = intensity == Intensity::kChorus ? *chorus_ : *verse_;
    std::string_view row = pattern.row;
    if (intensity <= Intensity::kLight) row = "r...............";
    const ChordSpan* playing = nullptr;
    double beat = 0;
    for (int step = 0; step < bar.beats * 4; step = step + 1, beat = 0.25 * step) {
      const ChordSpan* chord = chord_at(song_.chords, song_.grid.time(bar, beat) + 0.02);
      const char symbol = row[static_cast<std::size_t>(step) % row.size()];
      const bool changed = chord != playing;
      playing = chord;
      if (!chord || chord->chord.root < 0 || (symbol == '.' && !changed)) continue;
      const double until = next_note(bar, row, step);
      play_note(bar, beat, until, pattern.length, *chord, changed ? 'r' : symbol);
    }
  }

  // Returns the beat of the next note of the row after `step`, or the end of the bar.
  static double next_note(const Bar& bar, std::string_view row, int step) {
    int next = step + 1;
    while (next < bar.beats * 4 && row[static_cast<std::size_t>(next) % row.size()] == '.') ++next;
    return 0.25 * next;
  }

  void play_note(const Bar& bar, double beat, double until, double length, const ChordSpan& chord,
                 char symbol) {
    const double start = song_.grid.time(bar, beat);
    double end = std::min(start + length * (song_.grid.time(bar, until) - start), chord.end);
    if (end - start < 0.03) return;
    const double loose = loosened(start, song_.looseness, random_);
    const int velocity = force_ + (beat == 0 ? 6 : 0) + static_cast<int>(5 * random_.normal());
    part_.notes.push_back({loose, end, pitch(chord, symbol), std::clamp(velocity, 20, 127)});
  }

  int pitch(const ChordSpan& chord, char symbol) {
    const int bass = near(chord.bass_class(), last_);
    const int root = chord.chord.root;
    int result = bass;
    if (symbol == 'r') last_ = bass;
    if (symbol == 'o') result = bass + 12;
    if (symbol == 'f' && chord.has(root + 7)) result = near((root + 7) % 12, bass);
    if (symbol == 't') result = near((root + (chord.has(root + 3) ? 3 : 4)) % 12, bass);
    if (symbol == 't' && !chord.has(root + 3) && !chord.has(root + 4)) result = bass;
    if (symbol == 'a') result = approach(chord, bass);
    return result;
  }
  // A scale step below or above the next chord's bass.
  int approach(const ChordSpan& chord, int bass) {
    const ChordSpan* next = chord_at(song_.chords, chord.end + 0.02);
    if (!next || next->chord.root < 0) return bass;
    return near(next->bass_class(), bass) + random_.pick({-1, -2, 2, 1});
  }
  // Returns the pitch of that class in the bass register nearest to `to`.
  static int near(int pitch_class, int to) {
    int best = 0;
    for (int pitch = kLowest; pitch <= kHighest; ++pitch)
      if (pitch % 12 == pitch_class && (!best || std::abs(pitch - to) < std::abs(best - to)))
        best = pitch;
    return best;
  }

  const Arrangement& song_;
  SongRandom& random_;
  const BassPattern* verse_;
  const BassPattern* chorus_;
  bool rests_when_sparse_ = false;
  int force_ = 90;
  int last_ = 38;
  Part part_;
};

}  // namespace

Part play_bass(const Arrangement& arrangement, SongRandom& random) {
  return Bassist(arrangement, random).play();
}

}  // namespace tactus
