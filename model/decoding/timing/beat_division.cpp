#include "model/decoding/timing/beat_division.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "model/meter.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kClear = 0.7;         // nepers of energy by which the curve rises at an attack
constexpr double kPlaceReach = 0.025;  // seconds from a place, at most
constexpr double kNarrowest = 24.0;    // parts of a beat: the reach of fast ones
constexpr double kLongestBeat = 2.2;   // seconds; a longer one is a pause
constexpr int kFewestDivided = 32;     // beats
constexpr int kFewestBars = 16;
constexpr int kPassage = 8;  // beats

std::optional<double> rise_in(const Beat& beat, const Beat& next, double place, double parts,
                              const AttackCurve& attacks) {
  const double length = next.time - beat.time;
  return attacks.rise_near(beat.time + place * length, std::min(kPlaceReach, length / parts));
}

bool is_hit(const std::optional<double>& rise) {
  return rise && *rise > kClear;
}

void add(PlaceInBeat& place, const std::optional<double>& rise, double weight = 1.0) {
  place.share += weight * (is_hit(rise) ? 1.0 : 0.0);
  place.rise += weight * rise.value_or(0.0);
}

// The complete bars of that many beats: the indices of their downbeats.
std::vector<std::size_t> bars_with(std::span<const Beat> beats, std::size_t count) {
  std::vector<std::size_t> bars;
  for (std::size_t i = 0; i + count < beats.size(); ++i) {
    const auto inside = beats.subspan(i + 1, count - 1);
    const bool whole = std::ranges::none_of(inside, [](const Beat& b) { return b.position == 1; });
    if (beats[i].position == 1 && beats[i + count].position == 1 && whole) bars.push_back(i);
  }
  return bars;
}

double mean_downbeat(const FrameMatrix& activations, std::span<const Beat> beats,
                     const std::vector<std::size_t>& bars, std::size_t place) {
  double sum = 0.0;
  for (const std::size_t bar : bars) {
    const auto row = std::llround(beats[bar + place].time * activations.fps);
    const auto last = static_cast<std::int64_t>(activations.frames) - 1;
    double most = 0.0;
    for (std::int64_t near = row - 1; near <= row + 1; ++near)
      most = std::max<double>(
          most, activations.row(static_cast<std::size_t>(std::clamp<std::int64_t>(near, 0, last)))
                    .back());
    sum += most;
  }
  return sum / static_cast<double>(bars.size());
}

// Jigs are counted in two, and a slow blues in four.
void divide_bars(Annotation& song, const FrameMatrix& activations) {
  constexpr double kAlike = 0.6;
  const std::vector<std::size_t> bars = bars_with(song.beats, 4);
  if (activations.frames == 0 || std::ssize(bars) < kFewestBars) return;
  const double first = mean_downbeat(activations, song.beats, bars, 0);
  if (mean_downbeat(activations, song.beats, bars, 2) < kAlike * first) return;
  for (Beat& beat : song.beats)
    if (beat.position > 2 && beat.position <= 4) beat.position -= 2;
  if (!song.readings.empty() && song.readings.front().meter == 4) song.readings.front().meter = 2;
}

// The dotted beats of a bar from a beat on: two for three quarters. The last one that is given ends
// it, and is none of them.
void add_dotted(std::span<const Beat> bar, std::vector<Beat>& result) {
  const double quarters = static_cast<double>(bar.size() - 1);
  const auto count = std::max<int>(static_cast<int>(std::lround(quarters * 2.0 / 3.0)), 1);
  const double start = bar.front().time, length = bar.back().time - start;
  const double confidence = std::ranges::min_element(bar, {}, &Beat::confidence)->confidence;
  for (int k = 0; k < count; ++k)
    result.push_back({start + length * k / count, k + 1, k > 0 ? confidence : bar[0].confidence});
}

// A pick-up counts back from the first downbeat, and what follows the last one goes on in its
// tempo.
std::vector<Beat> in_two(const std::vector<Beat>& beats) {
  std::vector<std::size_t> bars;
  for (std::size_t i = 0; i < beats.size(); ++i)
    if (beats[i].position == 1) bars.push_back(i);
  std::vector<Beat> result;
  const Beat &first = beats[bars.front()], &last = beats[bars.back()];
  const double step =
      (last.time - first.time) / static_cast<double>(bars.back() - bars.front()) * 1.5;
  if (first.time - step >= beats.front().time)
    result.push_back({first.time - step, 2, beats.front().confidence});
  for (std::size_t i = 0; i + 1 < bars.size(); ++i)
    add_dotted(std::span(beats).subspan(bars[i], bars[i + 1] - bars[i] + 1), result);
  result.push_back(last);
  if (last.time + step <= beats.back().time)
    result.push_back({last.time + step, 2, beats.back().confidence});
  return result;
}

// A segment begins on one of the beats that it has now.
void slow_down(TempoGrid& grid, const std::vector<Beat>& beats) {
  constexpr double kRounding = 1e-6;
  for (GridSegment& segment : grid.segments) {
    segment.bpm *= 2.0 / 3.0;
    const auto first = std::ranges::lower_bound(beats, segment.start - kRounding, {}, &Beat::time);
    if (first != beats.end()) segment.start = first->time;
  }
  if (is_true(grid, beats)) return take_bars(grid, beats);
  grid = {GridKind::kFree, {}};
}

void take_in_two(Annotation& song) {
  constexpr double kOther = 1.0 / 3.0;  // of strength and score: what it was before
  song.beats = in_two(song.beats);
  slow_down(song.grid, song.beats);
  if (!song.readings.empty()) {
    Reading two = song.readings.front();
    two.bpm *= 2.0 / 3.0;
    two.meter = 2;
    two.score *= 1.0 - kOther;
    song.readings.front().score *= kOther;
    std::ranges::stable_sort(song.readings, std::greater(), &Reading::score);
    song.readings.insert(song.readings.begin(), two);
  }
  if (song.tempi.empty()) return;
  TempoCandidate& tempo = song.tempi.front();
  const TempoCandidate before = {tempo.bpm, tempo.strength * kOther};
  tempo = {tempo.bpm * 2.0 / 3.0, tempo.strength - before.strength};
  song.tempi.insert(song.tempi.begin() + 1, before);
}

}  // namespace

DivisionShares division_shares(std::span<const Beat> beats, const AttackCurve& attacks) {
  DivisionShares all;
  PlaceInBeat thirds, middle;  // of the passage
  int passages = 0, ternary = 0;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i) {
    if (beats[i + 1].time - beats[i].time > kLongestBeat) continue;
    const auto at = [&](double place) {
      return rise_in(beats[i], beats[i + 1], place, kNarrowest, attacks);
    };
    const auto third = at(1.0 / 3.0), two_thirds = at(2.0 / 3.0), half = at(0.5);
    add(all.third, third), add(all.two_thirds, two_thirds), add(all.middle, half);
    add(all.quarter, at(0.25), 0.5), add(all.quarter, at(0.75), 0.5);
    add(thirds, third, 0.5), add(thirds, two_thirds, 0.5), add(middle, half);
    if (++all.beats % kPassage != 0) continue;
    ++passages;
    ternary += thirds.rise > 2.0 * middle.rise;
    thirds = middle = {};
  }
  for (PlaceInBeat* place : {&all.third, &all.two_thirds, &all.middle, &all.quarter})
    place->share /= std::max(all.beats, 1), place->rise /= std::max(all.beats, 1);
  all.throughout = passages > 0 ? static_cast<double>(ternary) / passages : 0.0;
  return all;
}

bool is_compound(const DivisionShares& s) {
  constexpr double kOften = 0.4, kEven = 0.55, kAlike = 0.25, kOthers = 0.5, kThroughout = 0.9;
  const double fewer = std::min(s.third.share, s.two_thirds.share);
  const double more = std::max(s.third.share, s.two_thirds.share);
  const double weaker = std::min(s.third.rise, s.two_thirds.rise);
  const double stronger = std::max(s.third.rise, s.two_thirds.rise);
  const double others = std::max(s.middle.rise, s.quarter.rise);
  return s.beats >= kFewestDivided && fewer >= kOften && fewer >= kEven * more &&
         weaker >= kAlike * stronger && others <= kOthers * weaker && s.throughout >= kThroughout;
}

double swing_of(std::span<const Beat> beats, const AttackCurve& attacks) {
  constexpr double kFirst = 0.40, kStep = 0.02;
  constexpr std::size_t kPlaces = 20;  // up to 0.78
  constexpr double kLeast = 0.55, kMost = 0.72, kOften = 0.5;
  std::array<double, kPlaces> mean{};
  int count = 0;
  double third = 0.0;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i) {
    if (beats[i + 1].time - beats[i].time > kLongestBeat) continue;
    ++count;
    const auto clear = [&](double place) {
      return is_hit(rise_in(beats[i], beats[i + 1], place, 2.0 * kNarrowest, attacks)) ? 1.0 : 0.0;
    };
    for (std::size_t k = 0; k < kPlaces; ++k)
      mean[k] += clear(kFirst + kStep * static_cast<double>(k));
    third += clear(1.0 / 3.0);
  }
  if (count < kFewestDivided) return 0.0;
  const auto best = static_cast<std::size_t>(std::ranges::max_element(mean) - mean.begin());
  // Neighbouring places share an attack: the middle of those that have most of it.
  double sum = 0.0, weight = 0.0;
  for (std::size_t k = 0; k < kPlaces; ++k) {
    if (mean[k] < 0.7 * mean[best] || std::max(k, best) - std::min(k, best) > 3) continue;
    sum += mean[k] * (kFirst + kStep * static_cast<double>(k));
    weight += mean[k];
  }
  const double place = weight > 0.0 ? sum / weight : 0.0;
  const double straight = mean[5];  // at 0.5
  const bool clear =
      mean[best] >= kOften * count && straight <= 0.3 * mean[best] && third <= 0.5 * mean[best];
  return clear && place >= kLeast && place <= kMost ? std::round(100.0 * place) / 100.0 : 0.0;
}

bool is_in_two(std::span<const Beat> beats, const AttackCurve& attacks) {
  constexpr double kLouder = 1.5, kMostBars = 0.75, kEighths = 0.6, kAll = 0.9;
  const std::vector<std::size_t> bars = bars_with(beats, 3);
  const auto downbeats = std::ranges::count(beats, 1, &Beat::position);
  if (std::ssize(bars) < kFewestBars ||
      static_cast<double>(bars.size()) < kAll * static_cast<double>(downbeats - 1))
    return false;
  std::array<double, 6> sum{}, hits{};
  double count = 0.0, louder = 0.0;
  for (const std::size_t bar : bars) {
    std::array<double, 6> rises{};
    for (std::size_t k = 0; k < 6; ++k)
      rises[k] = rise_in(beats[bar], beats[bar + 3], static_cast<double>(k) / 6.0, 72.0, attacks)
                     .value_or(0.0);
    for (std::size_t k = 0; k < 6; ++k) sum[k] += rises[k], hits[k] += rises[k] > kClear;
    ++count;
    louder += rises[3] > std::max(rises[2], rises[4]);
  }
  const bool eighths = std::ranges::all_of(hits, [&](double n) { return n >= kEighths * count; });
  return eighths && louder >= kMostBars * count && sum[3] >= kLouder * std::max(sum[2], sum[4]);
}

void find_division(Annotation& song, const AttackCurve& attacks, const FrameMatrix& activations) {
  if (attacks.empty() || usual_bar(song.beats) == 0) return;
  const bool regrouped = is_in_two(song.beats, attacks);
  if (regrouped) take_in_two(song);
  if (!regrouped && !is_compound(division_shares(song.beats, attacks))) {
    song.swing = swing_of(song.beats, attacks);
    return;
  }
  for (Beat& beat : song.beats) beat.division = kCompound;
  divide_bars(song, activations);
  take_bars(song.grid, song.beats);
}

}  // namespace tactus
