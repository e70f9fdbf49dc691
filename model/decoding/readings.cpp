#include "model/decoding/readings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/off_beats.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr std::size_t kMost = 6;
constexpr double kLeastScore = 0.01;

constexpr double kBarWeight = 30.0;  // per nat and beat; the others are in off_beats.h

struct Level {
  int up = 1, down = 1;  // its tempo is up / down of the one that was found
  double ratio() const { return static_cast<double>(up) / down; }
};
constexpr Level kLevels[] = {{1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}, {4, 3}};

double rounded_score(double value) {
  constexpr double kDigits = 1e4;
  return std::round(value * kDigits) / kDigits;
}

// Beats at every `period`-th place among the found ones, one of them at `place`.
std::vector<Beat> beats_at(const std::vector<Beat>& found, double period, double place) {
  constexpr double kRounding = 1e-6;
  std::vector<Beat> beats;
  const double last = static_cast<double>(found.size() - 1) + kRounding;
  const double first = place - period * std::floor((place + kRounding) / period);
  for (std::size_t k = 0; first + period * static_cast<double>(k) <= last; ++k)
    beats.push_back({time_at_coordinate(found, first + period * static_cast<double>(k))});
  return beats;
}

// The beats of another reading, among those of the first.
std::vector<Beat> beats_of(const Reading& reading, const Reading& first,
                           const std::vector<Beat>& found) {
  Level level;
  for (const Level& other : kLevels) {
    const double wanted = reading.bpm / first.bpm;
    if (std::abs(other.ratio() - wanted) < std::abs(level.ratio() - wanted)) level = other;
  }
  return beats_at(found, 1.0 / level.ratio(), beat_coordinate(found, reading.first_downbeat));
}

// The beats of a level: of all that have one on a beat or a part of it, those with most gain.
std::vector<Beat> best_beats(const Level& level, const std::vector<Beat>& found,
                             const FrameMatrix& any_beats,
                             const BeatDecoderParameters& parameters) {
  std::vector<Beat> best;
  double highest = 0.0;
  for (int start = 0; start < level.down; ++start) {
    const double place = static_cast<double>(start) / level.up;
    std::vector<Beat> beats = beats_at(found, 1.0 / level.ratio(), place);
    const double gain = beat_gain(beats, any_beats, parameters);
    if (start > 0 && gain <= highest) continue;
    best = std::move(beats);
    highest = gain;
  }
  return best;
}

Reading with_bars(Reading reading, const std::vector<Beat>& beats) {
  const auto downbeat = std::ranges::find(beats, 1, &Beat::position);
  reading.meter = usual_bar(beats);
  reading.first_downbeat = downbeat != beats.end() ? downbeat->time : beats.front().time;
  return reading;
}

void make_shares(std::vector<Reading>& readings) {
  double sum = 0.0;
  for (const Reading& reading : readings) sum += reading.score;
  for (Reading& reading : readings) reading.score /= sum;
}

// Scores that are logits become shares. Lists the best; the first stays in its place.
std::vector<Reading> by_score(std::vector<Reading> readings) {
  const double highest = std::ranges::max(readings, {}, &Reading::score).score;
  for (Reading& reading : readings) reading.score = std::exp(reading.score - highest);
  make_shares(readings);
  const auto others = readings.begin() + 1;
  std::ranges::stable_sort(others, readings.end(), std::ranges::greater(), &Reading::score);
  const auto is_weak = [](const Reading& reading) { return reading.score < kLeastScore; };
  readings.erase(std::find_if(others, readings.end(), is_weak), readings.end());
  if (readings.size() > kMost) readings.resize(kMost);
  make_shares(readings);
  for (Reading& reading : readings) reading.score = rounded_score(reading.score);
  return readings;
}

double logit_of(const Reading& reading) {
  return std::log(std::max(reading.score, 1e-6));
}

// The first reading with other bars on its beats; scores are the nats below those of its own.
std::vector<Reading> other_bars(const Reading& first, const std::vector<Beat>& found,
                                const std::vector<BarEvidence>& evidence,
                                const std::vector<int>& meters) {
  const auto nats = [&](const auto& begins_bar) {
    double sum = 0.0;
    for (std::size_t b = 0; b < found.size(); ++b)
      sum += begins_bar(b) ? evidence[b].first : evidence[b].other;
    return sum;
  };
  const double own = nats([&](std::size_t b) { return found[b].position == 1; });
  std::vector<Reading> readings;
  for (const int meter : meters) {
    const std::size_t length = static_cast<std::size_t>(meter);
    for (std::size_t start = 0; start < std::min(length, found.size()); ++start) {
      const bool own_meter = meter == first.meter || first.meter == 0;
      if (own_meter && found[start].position == 1) continue;
      const double there = nats([&](std::size_t b) { return b % length == start; });
      Reading reading = first;
      reading.meter = meter;
      reading.first_downbeat = found[start].time;
      reading.score = std::min(there - own, 0.0);
      readings.push_back(reading);
    }
  }
  return readings;
}

}  // namespace

std::vector<Reading> level_readings(const FrameMatrix& activations, const std::vector<Beat>& beats,
                                    double bpm, const BeatDecoderParameters& parameters,
                                    const HeardBars* bars) {
  constexpr double kReach = 1.06;
  if (activations.bins != 2)
    throw std::invalid_argument(
        fmt::format("beat activations of {} columns: expected 2", activations.bins));
  if (beats.size() < 2) return {};
  const FrameMatrix any_beats = any_beat(activations);
  std::vector<Reading> readings = {with_bars({.bpm = bpm}, beats)};
  const auto add = [&](Reading reading, std::vector<Beat> on, double score) {
    if (on.size() < 2) return;
    place_bars_on(on, activations, parameters);
    reading.score = score;
    readings.push_back(with_bars(reading, on));
  };
  add({.bpm = bpm, .off_beats = true}, off_beats(beats),
      off_beat_log_odds(beats, any_beats, parameters, bars));
  const auto likelihood = [&](double tempo) {
    return downbeat_log_probability(activations, near_tempo(parameters, tempo, kReach));
  };
  const double own = likelihood(bpm);
  for (const Level& level : kLevels) {
    const double tempo = bpm * level.ratio();
    if (tempo < parameters.min_bpm || tempo > parameters.max_bpm) continue;
    const double gain = (likelihood(tempo) - own) / static_cast<double>(beats.size());
    add({.bpm = rounded_score(tempo)}, best_beats(level, beats, any_beats, parameters),
        kOtherReading + kBeatWeight * gain);
  }
  return by_score(std::move(readings));
}

std::vector<Reading> bar_readings(const std::vector<Reading>& readings,
                                  const std::vector<Beat>& beats, const std::vector<Beat>& found,
                                  const FrameMatrix& activations,
                                  const BarDecoderParameters& parameters) {
  if (readings.empty() || beats.size() < 2) return readings;
  std::vector<Reading> result = {with_bars(readings.front(), found)};
  result.front().score = 0.0;
  const int meter = result.front().meter;
  const bool is_rare = std::ranges::count(parameters.rare_meters, meter) > 0;
  std::vector<int> meters = parameters.meters;
  if (is_rare) meters.push_back(meter);
  for (Reading& reading :
       other_bars(result.front(), found, bar_evidence(activations, beats, parameters), meters)) {
    reading.score *= kBarWeight / static_cast<double>(beats.size());
    result.push_back(reading);
  }
  double sum = 0.0;  // of what the bars of the first tempo and phase divide
  for (const Reading& reading : result) sum += std::exp(reading.score);
  for (Reading& reading : result) reading.score += logit_of(readings.front()) - std::log(sum);
  for (std::size_t r = 1; r < readings.size(); ++r) {
    std::vector<Beat> on = beats_of(readings[r], readings.front(), beats);
    if (on.size() < 2) continue;
    BarDecoderParameters usual = parameters;
    usual.rare_meters.clear();
    if (is_rare && readings[r].off_beats) usual.meters = {meter};
    decode_bars(on, activations, usual);
    result.push_back(with_bars(readings[r], on));
    result.back().score = logit_of(readings[r]);
  }
  return by_score(std::move(result));
}

}  // namespace tactus
