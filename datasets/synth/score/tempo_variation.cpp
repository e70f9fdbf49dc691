#include "datasets/synth/score/tempo_variation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/synth/score/free_passage.h"

namespace tactus {
namespace {

constexpr std::size_t kFewestBeats = 4;
constexpr double kFarSeconds = 7200.0;  // seconds; the last tempo continues until here
constexpr double kPauseAhead = 0.1;     // seconds before a beat where a pause ends: early notes and
                                        // grace notes stay with their beat
constexpr double kPauseWidth = 0.005;   // seconds of the song that a pause fills
constexpr double kMaxWander = 0.15;     // of the logarithm of a beat's length

double ritardando_at(const TempoVariation& variation, std::size_t interval, std::size_t intervals) {
  const auto left = static_cast<double>(intervals - 1 - interval);
  if (left >= variation.ritardando_beats) return 1.0;
  const double place = 1.0 - left / variation.ritardando_beats;  // 1 at the last beat
  return std::pow(variation.ritardando, place * place);
}

// Returns the factor of each interval between two beats.
std::vector<double> beat_factors(std::size_t intervals, const TempoVariation& variation) {
  SongRandom random(variation.seed, "", "tempo");
  std::vector<double> factors;
  double wander = 0.0;
  for (std::size_t i = 0; i < intervals; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(intervals);
    wander = std::clamp(0.98 * wander + variation.drift * random.normal(), -kMaxWander, kMaxWander);
    const bool inside = place >= variation.section_from && place < variation.section_to;
    const double factor = variation.stretch * std::pow(variation.gradual, place) *
                          (inside ? variation.section_factor : 1.0) *
                          ritardando_at(variation, i, intervals) *
                          std::exp(wander + variation.jitter * random.normal());
    factors.push_back(std::clamp(factor, kShortestBeat, kLongestBeat));
  }
  return factors;
}

}  // namespace

namespace {

// Seconds of the song where the pause before a beat begins; it ends kPauseWidth later.
double pause_start(double beat, double length) {
  return beat - std::min(kPauseAhead, 0.2 * length) - kPauseWidth;
}

// Places in a beat (0..1) that swing moves, and where to.
std::vector<TimeKnot> swung_places(const TempoVariation& variation) {
  std::vector<TimeKnot> places;
  const double middle = variation.swing, quarter = variation.swing16;
  if (quarter != 0.5) places.push_back({0.25, middle * quarter});
  if (middle != 0.5 || quarter != 0.5) places.push_back({0.5, middle});
  if (quarter != 0.5) places.push_back({0.75, middle + (1.0 - middle) * quarter});
  return places;
}

}  // namespace

TimeMap tempo_map(const std::vector<Beat>& beats, const TempoVariation& variation) {
  const double lead = variation.lead_in;
  if (beats.size() < kFewestBeats)
    return TimeMap({{0.0, lead}, {kFarSeconds, lead + kFarSeconds * variation.stretch}});
  const std::vector<double> factors = beat_factors(beats.size() - 1, variation);
  const std::vector<TimeKnot> swung = swung_places(variation);
  std::vector<TimeKnot> knots;
  if (beats.front().time > 0) knots.push_back({0.0, lead});
  double to = lead + std::max(0.0, beats.front().time) * factors.front();
  knots.push_back({beats.front().time, to});
  auto pause = variation.pauses.begin();
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double length = beats[i + 1].time - beats[i].time;
    for (const TimeKnot& place : swung)
      knots.push_back({beats[i].time + place.from * length, to + place.to * length * factors[i]});
    const double begin = to;
    to += length * factors[i];
    if (pause != variation.pauses.end() && pause->beat == i + 1) {
      // The end of the beat goes on as fast as before, from its last knot.
      const TimeKnot last = swung.empty() ? TimeKnot{0.0, 0.0} : swung.back();
      const double speed = factors[i] * (1.0 - last.to) / (1.0 - last.from);
      const double from = pause_start(beats[i + 1].time, length);
      const double at = begin + last.to * length * factors[i] +
                        speed * (from - beats[i].time - last.from * length);
      knots.push_back({from, at});
      knots.push_back({from + kPauseWidth, at + speed * kPauseWidth + pause->seconds});
      to += pause->seconds;
      ++pause;
    }
    knots.push_back({beats[i + 1].time, to});
  }
  knots.push_back({beats.back().time + kFarSeconds, to + kFarSeconds * factors.back()});
  return TimeMap(std::move(knots));
}

void end_notes_at_pauses(std::vector<TimedMessage>& messages, Annotation& annotation,
                         const TempoVariation& variation) {
  const std::vector<Beat>& beats = annotation.beats;
  for (const Pause& pause : variation.pauses) {
    if (pause.held || pause.beat >= beats.size()) continue;
    const double beat = beats[pause.beat].time;
    const double from = pause_start(beat, beat - beats[pause.beat - 1].time);
    if (!annotation.chords.empty()) set_chord(annotation.chords, from, from + kPauseWidth, "N");
    std::array<std::array<bool, 128>, 16> sounds{};  // begun before the pause
    for (TimedMessage& m : messages) {
      const bool on = m.status >> 4 == 0x9 && m.data2 > 0;
      const bool off = m.status >> 4 == 0x8 || (m.status >> 4 == 0x9 && m.data2 == 0);
      bool& sounding = sounds[m.status & 0xF][m.data1 & 0x7F];
      if (on) sounding = m.time < from;
      if (!off || !sounding) continue;
      sounding = false;
      if (m.time > from) m.time = from;
    }
    std::stable_sort(messages.begin(), messages.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
  }
}

bool plays_freely(const std::vector<Beat>& beats) {
  constexpr double kSteady = 0.04;  // relative deviation between neighbouring intervals
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 2; i < beats.size(); ++i, ++count) {
    const double before = beats[i - 1].time - beats[i - 2].time;
    const double after = beats[i].time - beats[i - 1].time;
    sum += std::min(1.0, std::abs(std::log(after / before)));
  }
  return count > 0 && sum / static_cast<double>(count) > kSteady;
}

}  // namespace tactus
