#include "datasets/synth/band/interruptions.h"

#include <algorithm>

#include "datasets/midi/time_map.h"
#include "datasets/synth/score/drum_patterns.h"
#include "datasets/synth/score/free_passage.h"

namespace tactus {
namespace {

constexpr double kEarly = 0.02;  // seconds by which a player may be early or late
constexpr int kPedal = 64;
constexpr double kStopChance = 0.25;  // of each phrase of a song with stops

bool goes_on(const Part& part) {
  return part.name == "MELODY" || part.name == "BRIDGE";
}

void silence(Part& part, double from, double to) {
  std::erase_if(part.notes, [&](const PlayedNote& note) {
    return note.start >= from - kEarly && note.start < to - kEarly;
  });
  for (PlayedNote& note : part.notes)
    if (note.start < from && note.end > from) note.end = std::max(from, note.start + 0.01);
  std::vector<PlayedControl>& controls = part.controls;
  const auto is_pedal = [](const PlayedControl& c) { return c.number == kPedal; };
  if (std::none_of(controls.begin(), controls.end(), is_pedal)) return;
  std::erase_if(controls, [&](const PlayedControl& c) {
    return is_pedal(c) && c.time >= from && c.time < to - kEarly;
  });
  const auto after = std::find_if(controls.begin(), controls.end(),
                                  [&](const PlayedControl& c) { return c.time > from; });
  controls.insert(after, {from, kPedal, 0});
}

Part* drums_of(Performance& performance) {
  for (Part& part : performance.parts)
    if (part.drums) return &part;
  return nullptr;
}

void move_all(Song& song, double seconds) {
  for (Part& part : song.performance.parts) {
    for (PlayedNote& note : part.notes) note.start += seconds, note.end += seconds;
    for (PlayedControl& control : part.controls) control.time += seconds;
  }
  move_in_time(song.annotation, TimeMap({{0.0, seconds}, {1.0, 1.0 + seconds}}));
}

void strike(Part& drums, double time, int drum, int velocity) {
  drums.notes.push_back({time, time + kStrokeSeconds, drum, std::clamp(velocity, 12, 127)});
}

void play_count(Part& drums, int count, double beat, SongRandom& random) {
  using namespace gm_drum;
  const int drum = random.pick({kSideStick, kClosedHat, kPedalHat, kCowbell, kClaves, kHighBlock});
  for (int i = 0; i < count; ++i) strike(drums, i * beat, drum, 95 + random.integer(0, 20));
}

// The last beats of a fill.
void play_pickup(Part& drums, int count, double beat, SongRandom& random) {
  std::string_view fill = random.pick(straight_fills());
  const int beats = static_cast<int>(std::count(fill.begin(), fill.end(), '|')) + 1;
  double place = count - beats;  // in beats
  for (const char symbol : fill) {
    if (symbol == '|') continue;
    if (const int drum = fill_drum(symbol); drum > 0 && place >= 0)
      strike(drums, place * beat, drum, 85 + random.integer(0, 22));
    place += 0.25;
  }
}

}  // namespace

void stop_players(Song& song, Stop stop, double from, double to) {
  for (Part& part : song.performance.parts)
    if (stop == Stop::kSilence || !goes_on(part)) silence(part, from, to);
  if (stop == Stop::kSilence && !song.annotation.chords.empty())
    set_chord(song.annotation.chords, from, to, "N");
}

int add_stops(Song& song, const Arrangement& band, SongRandom& random) {
  int stops = 0;
  const std::vector<Bar>& bars = band.grid.bars();
  for (std::size_t b = 1; b + 1 < bars.size(); ++b) {
    if (!band.plan[b].phrase_ends() || !random.chance(kStopChance)) continue;
    const int first = random.chance(0.5) ? 0 : random.integer(0, bars[b].beats - 1);
    const Stop stop = random.chance(0.5) ? Stop::kBreak : Stop::kSilence;
    // The beat before it rings for a moment.
    const double place = first == 0 ? 0.0 : first - random.uniform(0.0, 0.6);
    stop_players(song, stop, band.grid.time(bars[b], place),
                 band.grid.time(bars[b], bars[b].beats));
    ++stops;
  }
  return stops;
}

bool add_start(Song& song, int count, SongRandom& random) {
  const std::vector<Beat>& beats = song.annotation.beats;
  if (beats.size() < 2 || beats.front().position != 1 || !drums_of(song.performance)) return false;
  const int meter = BarGrid(beats).meter();
  const double beat = beats[1].time - beats[0].time;
  count = std::min(count, meter);
  const double first = beats.front().time;
  const double shift = std::max(0.0, count * beat - first);
  move_all(song, shift);
  std::vector<Beat> before;
  for (int i = 0; i < count; ++i)
    before.push_back({first + shift + (i - count) * beat, meter - count + i + 1});
  Part strokes;
  count == meter ? play_count(strokes, count, beat, random)
                 : play_pickup(strokes, count, beat, random);
  Part& drums = *drums_of(song.performance);
  for (PlayedNote note : strokes.notes) {
    note.start += before.front().time, note.end += before.front().time;
    drums.notes.push_back(note);
  }
  song.annotation.beats.insert(song.annotation.beats.begin(), before.begin(), before.end());
  return true;
}

void count_in_bars(std::vector<Beat>& beats, int meter, std::size_t change, int then) {
  std::size_t first = 0;
  while (first < beats.size() && beats[first].position != 1) ++first;
  if (first == beats.size()) first = 0;
  int position = 1, length = meter;
  for (std::size_t i = first; i < beats.size(); ++i) {
    if (position == 1 && i >= change) length = then;
    beats[i].position = position;
    position = position % length + 1;
  }
  for (std::size_t i = first; i-- > 0;)
    beats[i].position = meter - static_cast<int>(first - 1 - i) % meter;
}

}  // namespace tactus
