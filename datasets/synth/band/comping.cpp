#include <algorithm>
#include <array>
#include <string_view>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/instruments.h"

namespace tactus {
namespace {

// 'x' all notes of the chord, '0'..'3' one of them, counted from the lowest, '.' hold; sixteenths.
struct CompPattern {
  int beats;      // 0 = any
  double length;  // of each note until the next one
  std::string_view row;
};
constexpr CompPattern kCompPatterns[] = {
    {4, 0.98, "x..............."}, {4, 0.95, "x.......x......."}, {4, 0.85, "x...x...x...x..."},
    {4, 0.70, "x.x.x.x.x.x.x.x."}, {4, 0.60, "..x...x...x...x."}, {4, 0.90, "x...x.x...xxx.x."},
    {4, 0.90, "x...x...x.x.x.x."}, {4, 0.95, "x.....x........."}, {4, 0.80, "x.....x.x.....x."},
    {4, 0.50, "....x.......x..."}, {4, 0.85, "x..x..x...x.x..."}, {4, 0.98, "0.1.2.3.2.1.2.1."},
    {4, 0.95, "0.2.1.3.0.2.1.3."}, {4, 0.95, "0123210123212321"}, {4, 0.95, "0.1.2.1.3.1.2.1."},
    {4, 0.98, "0...1...2...3..."}, {4, 0.90, "x...x..x..x.x.x."}, {4, 0.45, "..x...x...x...x."},
    {4, 0.50, "..xx..xx..xx..xx"}, {4, 0.50, "x.xx.xx.x.xx.xx."}, {4, 0.60, "x..x..x.x..x..x."},
    {4, 0.50, "xxxxxxxxxxxxxxxx"}, {4, 0.60, ".x..x..x..x..x.."}, {4, 0.55, "..x..x....x..x.."},
    {4, 0.60, "x..x...x..x.x..."}, {4, 0.90, "0123012301230123"}, {3, 0.98, "x..........."},
    {3, 0.80, "....x...x..."},     {3, 0.85, "x...x...x..."},     {3, 0.95, "0.1.2.3.2.1."},
    {3, 0.95, "0.2.1.3.1.2."},     {3, 0.90, "x...x.x.x.x."},
};
constexpr CompPattern kPlainCompPatterns[] = {
    {0, 0.98, "x..............."}, {0, 0.95, "x.......x......."}, {0, 0.85, "x...x...x...x..."},
    {0, 0.95, "0...1...2...3..."}, {0, 0.98, "0...2...1...3..."},
};
constexpr CompPattern kPadPattern = {0, 1.0, "x..............."};

const CompPattern& choose_comp_pattern(int beats, Feel feel, SongRandom& random) {
  if (feel == Feel::kTriplet || (beats != 3 && beats != 4))
    return random.pick(std::span<const CompPattern>(kPlainCompPatterns));
  while (true) {
    const CompPattern& pattern = random.pick(std::span<const CompPattern>(kCompPatterns));
    if (pattern.beats == beats) return pattern;
  }
}

int notes_in(const CompPattern& pattern) {
  return static_cast<int>(pattern.row.size() -
                          std::count(pattern.row.begin(), pattern.row.end(), '.'));
}

// Slow songs are strummed and broken in eighths and sixteenths.
const CompPattern& choose_comp_pattern(const Arrangement& song, SongRandom& random) {
  constexpr double kSlow = 110.0;
  constexpr int kDense = 8;
  const int beats = song.grid.meter();
  const bool dense = song.tapped() && song.bpm < kSlow && beats == 4 &&
                     song.feel == Feel::kStraight && random.chance(0.6);
  while (true) {
    const CompPattern& pattern = choose_comp_pattern(beats, song.feel, random);
    if (!dense || notes_in(pattern) >= kDense) return pattern;
  }
}

class Comper {
 public:
  Comper(const Arrangement& arrangement, CompStyle style, bool always, SongRandom& random)
      : song_(arrangement), random_(random), always_(always) {
    const bool pad = style == CompStyle::kPad;
    const Role role = pad ? Role::kPad : Role::kComp;
    part_.name = pad ? "PAD" : "COMP";
    part_.program = choose_program(role, random_);
    place_in_mix(part_, role, random_);
    verse_ = pad ? &kPadPattern : &choose_comp_pattern(song_, random_);
    chorus_ = pad || random_.chance(0.5) ? verse_ : &choose_comp_pattern(song_, random_);
    centre_ = random_.integer(56, 70);
    strum_ = decays(part_.program) ? random_.uniform(0.0, 0.012) : 0.0;
    force_ = random_.integer(62, 96);
  }

  Part play() {
    double covered = 0.0;  // seconds up to which bars have been played
    for (std::size_t b = 0; b < song_.grid.bars().size(); ++b) {
      const Bar& bar = song_.grid.bars()[b];
      if (always_) play_gap(covered, song_.grid.time(bar, 0));
      play_bar(b);
      covered = song_.grid.time(bar, bar.beats);
    }
    if (always_) play_gap(covered, song_.chords.empty() ? 0.0 : song_.chords.back().end);
    return std::move(part_);
  }

 private:
  // Long chords without bars: in a pickup, after the last downbeat.
  void play_gap(double from, double until) {
    for (const ChordSpan& chord : song_.chords)
      if (chord.chord.root >= 0)
        play_symbol(chord, 'x', std::max(from, chord.start), std::min(until, chord.end));
  }

  void play_bar(std::size_t index) {
    const Bar& bar = song_.grid.bars()[index];
    const Intensity intensity = song_.plan[index].intensity;
    if (intensity == Intensity::kSparse && !always_) return;
    const CompPattern& pattern = intensity == Intensity::kChorus ? *chorus_ : *verse_;
    const std::string_view row = pattern.row;
    const ChordSpan* playing = nullptr;
    for (int step = 0; step < bar.beats * 4; ++step) {
      const double start = song_.grid.time(bar, 0.25 * step);
      const ChordSpan* chord = chord_at(song_.chords, start + 0.02);
      const bool changed = chord != playing;
      playing = chord;
      if (!chord || chord->chord.root < 0) continue;
      char symbol = row[static_cast<std::size_t>(step) % row.size()];
      double length = pattern.length;
      if (changed && !sounds_whole(*chord, bar, row, step)) {
        symbol = 'x';
        length = 1.0;
      }
      if (symbol == '.') continue;
      const double next = song_.grid.time(bar, next_note(bar, row, step));
      play_symbol(*chord, symbol, start, std::min(start + length * (next - start), chord->end));
    }
  }

  // True if the row, from `step` to the end of the chord or bar, plays every note of the chord. If
  // false, the whole chord is played at its start.
  bool sounds_whole(const ChordSpan& chord, const Bar& bar, std::string_view row, int step) const {
    const std::vector<int> pitches = voicing(chord);
    std::array<bool, 12> heard{};
    for (; step < bar.beats * 4 && song_.grid.time(bar, 0.25 * step) < chord.end - 0.05; ++step) {
      const char symbol = row[static_cast<std::size_t>(step) % row.size()];
      if (symbol == 'x') return true;
      if (symbol != '.')
        heard[pitches[static_cast<std::size_t>(symbol - '0') % pitches.size()] % 12] = true;
    }
    return std::all_of(pitches.begin(), pitches.end(), [&](int p) { return heard[p % 12]; });
  }

  static double next_note(const Bar& bar, std::string_view row, int step) {
    int next = step + 1;
    while (next < bar.beats * 4 && row[static_cast<std::size_t>(next) % row.size()] == '.') ++next;
    return 0.25 * next;
  }

  void play_symbol(const ChordSpan& chord, char symbol, double start, double end) {
    if (end - start < 0.04) return;
    const std::vector<int> pitches = voicing(chord);
    double delay = 0;
    for (std::size_t i = 0; i < pitches.size(); ++i) {
      if (symbol != 'x' && i != static_cast<std::size_t>(symbol - '0') % pitches.size()) continue;
      const double at = loosened(start, song_.looseness, random_) + delay;
      const int velocity = force_ + static_cast<int>(5 * random_.normal());
      if (end - at > 0.03)
        part_.notes.push_back({at, end, pitches[i], std::clamp(velocity, 20, 127)});
      if (symbol == 'x') delay += strum_ / static_cast<double>(pitches.size());
    }
  }

  // Close position within an octave around the centre, so that voices move by small steps. A triad
  // gets its lowest note doubled above.
  std::vector<int> voicing(const ChordSpan& chord) const {
    std::vector<int> pitches;
    for (int pitch = centre_ - 6; pitch < centre_ + 6; ++pitch)
      if (chord.has(pitch % 12)) pitches.push_back(pitch);
    if (pitches.size() == 3) pitches.push_back(pitches[0] + 12);
    return pitches;
  }

  const Arrangement& song_;
  SongRandom& random_;
  bool always_;
  const CompPattern* verse_;
  const CompPattern* chorus_;
  int centre_ = 60;
  double strum_ = 0.0;
  int force_ = 80;
  Part part_;
};

}  // namespace

Part play_chords(const Arrangement& arrangement, CompStyle style, bool always, SongRandom& random) {
  return Comper(arrangement, style, always, random).play();
}

}  // namespace tactus
