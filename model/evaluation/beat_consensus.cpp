#include "model/evaluation/beat_consensus.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "model/evaluation/evaluate_beats.h"

namespace tactus {
namespace {

using Beats = std::vector<Beat>;
using Match = std::optional<std::size_t>;  // the index of the same beat in another list

Match nearest(const Beats& beats, double time, double window) {
  const auto after = std::ranges::lower_bound(beats, time, {}, &Beat::time);
  Match best;
  for (const auto candidate : {after, after == beats.begin() ? after : after - 1}) {
    if (candidate == beats.end() || std::abs(candidate->time - time) > window) continue;
    const auto index = static_cast<std::size_t>(candidate - beats.begin());
    if (!best || std::abs(candidate->time - time) < std::abs(beats[*best].time - time))
      best = index;
  }
  return best;
}

std::vector<Match> matches(const Beats& beats, const Beats& other, double window) {
  std::vector<Match> found;
  for (const Beat& beat : beats) found.push_back(nearest(other, beat.time, window));
  return found;
}

// Whether the other list has the same beat, and the same beats around it.
bool agrees(const std::vector<Match>& found, std::size_t b) {
  if (!found[b]) return false;
  const bool before = b == 0 || (found[b - 1] && *found[b - 1] + 1 == *found[b]);
  const bool after = b + 1 == found.size() || (found[b + 1] && *found[b + 1] == *found[b] + 1);
  return before && after;
}

std::vector<double> times_of(const Beats& beats) {
  std::vector<double> times;
  for (const Beat& beat : beats) times.push_back(beat.time);
  return times;
}

double mean_agreement(std::span<const Beats> lists, std::size_t list) {
  double sum = 0.0;
  for (std::size_t other = 0; other < lists.size(); ++other)
    if (other != list) sum += beat_f_measure(times_of(lists[list]), times_of(lists[other]));
  return sum / static_cast<double>(lists.size() - 1);
}

// The mean over the passage round each value.
std::vector<double> over_passages(const std::vector<double>& values, std::size_t reach) {
  std::vector<double> means;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = i < reach ? 0 : i - reach;
    const std::size_t end = std::min(values.size(), i + reach + 1);
    double sum = 0.0;
    for (std::size_t k = first; k < end; ++k) sum += values[k];
    means.push_back(sum / static_cast<double>(end - first));
  }
  return means;
}

double sure_seconds(const Beats& beats) {
  double seconds = 0.0;
  for (std::size_t b = 1; b < beats.size(); ++b) {
    if (beats[b - 1].confidence > 0.0 && beats[b].confidence > 0.0)
      seconds += beats[b].time - beats[b - 1].time;
  }
  return seconds;
}

}  // namespace

BeatConsensus beat_consensus(std::span<const Beats> lists, const ConsensusParameters& parameters,
                             std::span<const double> offsets) {
  if (lists.size() < 2) throw std::invalid_argument("a consensus needs two lists of beats");
  if (!offsets.empty() && offsets.size() != lists.size())
    throw std::invalid_argument("a consensus needs one offset for each list of beats");
  BeatConsensus result;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    const double agreement = mean_agreement(lists, list);
    if (list > 0 && agreement <= result.agreement) continue;
    result.chosen = list;
    result.agreement = agreement;
  }
  constexpr double kRounding = 1e-9;  // of sums of shares
  const Beats& chosen = lists[result.chosen];
  std::vector<double> share(chosen.size(), 0.0);
  std::vector<Match> first;  // of the first list, if another one is chosen
  for (std::size_t other = 0; other < lists.size(); ++other) {
    if (other == result.chosen) continue;
    const std::vector<Match> found = matches(chosen, lists[other], parameters.window);
    for (std::size_t b = 0; b < chosen.size(); ++b)
      share[b] += agrees(found, b) ? 1.0 / static_cast<double>(lists.size() - 1) : 0.0;
    if (other == 0) first = found;
  }
  share = over_passages(share, parameters.reach);
  for (std::size_t b = 0; b < chosen.size(); ++b) {
    Beat beat = chosen[b];
    beat.confidence = share[b] < parameters.least - kRounding ? 0.0 : share[b];
    if (!first.empty() && agrees(first, b)) {
      beat.time = lists[0][*first[b]].time;
      beat.position = lists[0][*first[b]].position;
    } else if (!first.empty()) {
      beat.time = std::max(0.0, beat.time - (offsets.empty() ? 0.0 : offsets[result.chosen]));
      beat.position = 0;
      if (first[b] || parameters.first_agrees) beat.confidence = 0.0;
    }
    result.beats.push_back(beat);
  }
  std::ranges::stable_sort(result.beats, {}, &Beat::time);
  result.seconds = sure_seconds(result.beats);
  return result;
}

std::vector<double> beat_offsets(std::span<const std::vector<Beats>> songs, double window) {
  std::vector<double> offsets;
  for (std::size_t list = 0; !songs.empty() && list < songs.front().size(); ++list) {
    std::vector<double> differences;
    for (const std::vector<Beats>& song : songs) {
      const std::vector<Match> found = matches(song[0], song[list], window);
      for (std::size_t b = 0; b < found.size(); ++b)
        if (found[b]) differences.push_back(song[list][*found[b]].time - song[0][b].time);
    }
    const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
    if (!differences.empty()) std::ranges::nth_element(differences, middle);
    offsets.push_back(differences.empty() ? 0.0 : *middle);
  }
  return offsets;
}

}  // namespace tactus
