#include "model/decoding/confidence/calibration.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace tactus {
namespace {

// Means of pooled samples and their weight.
using Pool = ReliabilityBin;

void add(Pool& pool, double confidence, double correct, double weight) {
  const double total = pool.weight + weight;
  if (total <= 0.0) return;
  pool.confidence += (confidence - pool.confidence) * weight / total;
  pool.correct += (correct - pool.correct) * weight / total;
  pool.weight = total;
}

// Groups of about equal weight in the order of confidence; equal confidences stay together.
std::vector<Pool> grouped(std::vector<ConfidenceSample> samples, int groups) {
  std::sort(samples.begin(), samples.end(),
            [](const auto& a, const auto& b) { return a.confidence < b.confidence; });
  double total = 0.0;
  for (const ConfidenceSample& sample : samples) total += sample.weight;
  std::vector<Pool> pools;
  double before = 0.0;
  int last_group = -1;
  double last_confidence = -1.0;
  for (const ConfidenceSample& sample : samples) {
    const int group = std::min(groups - 1, static_cast<int>(before / total * groups));
    if (pools.empty() || (group != last_group && sample.confidence != last_confidence)) {
      pools.emplace_back();
      last_group = group;
    }
    add(pools.back(), sample.confidence, sample.correct, sample.weight);
    last_confidence = sample.confidence;
    before += sample.weight;
  }
  return pools;
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double rank = 0.5 * static_cast<double>(i + end - 1);
    for (; i < end; ++i) result[order[i]] = rank;
  }
  return result;
}

}  // namespace

double calibrated(const CalibrationMap& map, double confidence) {
  if (map.empty() || confidence < 0.0) return confidence;
  if (confidence <= map[0]) return map[1];
  for (std::size_t i = 2; i + 1 < map.size(); i += 2) {
    if (confidence > map[i]) continue;
    const double share = (confidence - map[i - 2]) / (map[i] - map[i - 2]);
    return map[i - 1] + share * (map[i + 1] - map[i - 1]);
  }
  return map.back();
}

void check_calibration(const CalibrationMap& map) {
  if (map.size() % 2 != 0) {
    throw std::invalid_argument(
        fmt::format("calibration: {} values, expected pairs of confidence and share", map.size()));
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    const bool rises = i < 2 || (i % 2 == 0 ? map[i] > map[i - 2] : map[i] >= map[i - 2]);
    if (map[i] >= 0.0f && map[i] <= 1.0f && rises) continue;
    throw std::invalid_argument(fmt::format(
        "calibration: value {} is {}, expected 0 to 1 and rising pairs", i + 1, map[i]));
  }
}

CalibrationMap fit_calibration(std::span<const ConfidenceSample> samples, int groups) {
  std::vector<Pool> pools;
  for (const Pool& group : grouped({samples.begin(), samples.end()}, groups)) {
    pools.push_back(group);
    while (pools.size() > 1 && pools[pools.size() - 2].correct >= pools.back().correct) {
      const Pool violator = pools.back();
      pools.pop_back();
      add(pools.back(), violator.confidence, violator.correct, violator.weight);
    }
  }
  CalibrationMap map;
  for (const Pool& pool : pools) {
    const float confidence = static_cast<float>(std::clamp(pool.confidence, 0.0, 1.0));
    if (!map.empty() && confidence <= map[map.size() - 2]) continue;
    map.push_back(confidence);
    map.push_back(static_cast<float>(std::clamp(pool.correct, 0.0, 1.0)));
  }
  return map;
}

std::vector<ReliabilityBin> reliability_table(std::span<const ConfidenceSample> samples, int bins) {
  std::vector<ReliabilityBin> table(static_cast<std::size_t>(bins));
  for (const ConfidenceSample& sample : samples) {
    const int bin = std::clamp(static_cast<int>(sample.confidence * bins), 0, bins - 1);
    add(table[static_cast<std::size_t>(bin)], sample.confidence, sample.correct, sample.weight);
  }
  return table;
}

double expected_calibration_error(std::span<const ReliabilityBin> table) {
  double error = 0.0, total = 0.0;
  for (const ReliabilityBin& bin : table) {
    error += bin.weight * std::abs(bin.confidence - bin.correct);
    total += bin.weight;
  }
  return total > 0.0 ? error / total : 0.0;
}

double rank_correlation(std::span<const ConfidenceSample> samples) {
  std::vector<double> confidence, correct;
  for (const ConfidenceSample& sample : samples) {
    confidence.push_back(sample.confidence);
    correct.push_back(sample.correct);
  }
  const std::vector<double> a = ranks(confidence), b = ranks(correct);
  const double mean = 0.5 * (static_cast<double>(a.size()) - 1.0);
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

}  // namespace tactus
