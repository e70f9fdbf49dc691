#include "datasets/formats/bars/pop909_bars.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace tactus {
namespace {

constexpr double kNear = 0.08;               // seconds between a beat and that of the recording
constexpr double kFarthestLag = 0.1;         // seconds between the times of both
constexpr double kSameLevel = 0.1;           // share by which periods may differ
constexpr double kUsualMeter = 0.1;          // share of the beats with the last position of a bar
constexpr std::size_t kFewestGridBeats = 8;  // beats

double upper_median(std::vector<double> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, at);
  return *at;
}

double period_of(std::span<const Beat> beats) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < beats.size(); ++i) steps.push_back(beats[i].time - beats[i - 1].time);
  return upper_median(std::move(steps));
}

std::size_t nearest_grid_beat(std::span<const Beat> beats, double time) {
  const auto after = std::ranges::lower_bound(beats, time, {}, &Beat::time);
  const auto i = static_cast<std::size_t>(after - beats.begin());
  if (i == 0) return 0;
  return i < beats.size() && beats[i].time - time < time - beats[i - 1].time ? i : i - 1;
}

double lag_of(std::span<const Beat> midi, std::span<const Beat> recording) {
  std::vector<double> lags;
  for (const Beat& beat : recording) {
    const double lag = midi[nearest_grid_beat(midi, beat.time)].time - beat.time;
    if (std::abs(lag) <= kFarthestLag) lags.push_back(lag);
  }
  return lags.empty() ? 0.0 : upper_median(std::move(lags));
}

std::vector<Beat> every_second(std::span<const Beat> beats, std::size_t first) {
  std::vector<Beat> kept;
  for (std::size_t i = first; i < beats.size(); i += 2) kept.push_back(beats[i]);
  return kept;
}

std::size_t matching_beats(std::span<const Beat> midi, std::span<const Beat> recording) {
  const double lag = lag_of(midi, recording);
  return static_cast<std::size_t>(std::ranges::count_if(recording, [&](const Beat& beat) {
    return std::abs(midi[nearest_grid_beat(midi, beat.time + lag)].time - beat.time - lag) <= kNear;
  }));
}

// The grid with the period of the recording, or as it is if there is none.
std::vector<Beat> at_level(std::vector<Beat> midi, std::span<const Beat> recording) {
  const double ratio = period_of(midi) / period_of(recording);
  const auto is = [&](double factor) { return std::abs(ratio / factor - 1.0) < kSameLevel; };
  if (is(2.0)) {
    std::vector<Beat> both;
    for (std::size_t i = 0; i < midi.size(); ++i) {
      both.push_back(midi[i]);
      if (i + 1 < midi.size()) both.push_back({0.5 * (midi[i].time + midi[i + 1].time)});
    }
    return both;
  }
  if (!is(0.5)) return midi;
  std::vector<Beat> even = every_second(midi, 0), odd = every_second(midi, 1);
  return matching_beats(odd, recording) > matching_beats(even, recording) ? odd : even;
}

int meter_of_recording(std::span<const Beat> recording) {
  std::map<int, std::size_t> counts;
  for (const Beat& beat : recording) ++counts[beat.position];
  int meter = 0;
  for (const auto& [position, count] : counts)
    if (static_cast<double>(count) > kUsualMeter * static_cast<double>(recording.size()))
      meter = position;
  return meter;
}

using Phases = std::vector<std::optional<int>>;

// What the recording says of each beat: (position - index) within a bar.
Phases votes_of(std::span<const Beat> midi, std::span<const Beat> recording, int meter) {
  const double lag = lag_of(midi, recording);
  Phases votes(midi.size());
  for (const Beat& beat : recording) {
    const std::size_t i = nearest_grid_beat(midi, beat.time + lag);
    if (std::abs(midi[i].time - beat.time - lag) > kNear) continue;
    const int within = static_cast<int>(i % static_cast<std::size_t>(meter));
    votes[i] = (beat.position - within + meter) % meter;
  }
  return votes;
}

std::optional<int> most_frequent(std::span<const std::optional<int>> votes) {
  std::map<int, int> counts;
  for (const auto& vote : votes)
    if (vote) ++counts[*vote];
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

}  // namespace

std::vector<Beat> with_bars_of_recording(std::vector<Beat> midi, std::span<const Beat> recording) {
  const int meter = meter_of_recording(recording);
  if (midi.size() < kFewestGridBeats || recording.size() < kFewestGridBeats || meter < 2)
    return midi;
  std::vector<Beat> beats = at_level(midi, recording);
  const Phases votes = votes_of(beats, recording, meter);
  const std::optional<int> usual = most_frequent(votes);
  if (!usual) return midi;
  const std::size_t reach = 4 * static_cast<std::size_t>(meter);
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const std::size_t first = i > reach ? i - reach : 0;
    const std::size_t last = std::min(beats.size(), i + reach + 1);
    const int phase = most_frequent(std::span(votes).subspan(first, last - first)).value_or(*usual);
    const int within = static_cast<int>(i % static_cast<std::size_t>(meter));
    beats[i].position = (within + phase - 1 + meter) % meter + 1;
  }
  return beats;
}

}  // namespace tactus
