#include "model/network/unit_gates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/backend/backend.h"
#include "model/backend/philox.h"

namespace tactus {
namespace {

// Louizos, Welling & Kingma (2018), section 4.
constexpr double kBeta = 2.0 / 3.0, kGamma = -0.1, kZeta = 1.1;
constexpr double kInitialAlpha = 3.0;     // the gate is 1 without chance
constexpr std::size_t kGateStream = 255;  // no layer has this number

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

constexpr double kLargestAlpha = 4.6;

// Those of units, without m.
std::span<const float> of_units(std::span<const float> gates) {
  return gates.first(gates.size() - 1);
}

double alpha_of(float gate) {
  return kGateScale * static_cast<double>(gate);
}

double gate_without_chance(float gate) {
  return std::clamp(logistic(alpha_of(gate)) * (kZeta - kGamma) + kGamma, 0.0, 1.0);
}

// The probability that z > 0.
double chance_of(float gate) {
  return logistic(alpha_of(gate) - kBeta * std::log(-kGamma / kZeta));
}

// Calls visit(weight, unit) with the place of each weight that reads a unit, and the unit's number
// in the list of gates.
template <typename Visit>
void for_each_reader(const NetworkSpec& spec, const Visit& visit) {
  std::size_t first = 0;
  const PerDirection<std::vector<UnitReaders>> readers = unit_readers(spec);
  for (std::size_t l = 0; l < readers.size(); ++l) {
    const auto H = static_cast<std::size_t>(spec.layers[l].hidden);
    for (const std::vector<UnitReaders>& of_direction : readers[l]) {
      for (const UnitReaders& in : of_direction)
        for (int r = 0; r < in.rows; ++r)
          for (std::size_t j = 0; j < H; ++j)
            visit(in.offset + static_cast<std::size_t>(r) * in.width + in.first + j, first + j);
      first += H;
    }
  }
}

// The gates as scores of units.
PerDirection<std::vector<double>> by_unit(const NetworkSpec& spec, std::span<const float> gates) {
  PerDirection<std::vector<double>> scores;
  auto next = gates.begin();
  for (const LayerSpec& layer : spec.layers) {
    scores.emplace_back();
    for (int d = 0; d < (layer.bidirectional ? 2 : 1); ++d) {
      scores.back().emplace_back(next, next + layer.hidden);
      next += layer.hidden;
    }
  }
  return scores;
}

}  // namespace

std::size_t unit_count(const NetworkSpec& spec) {
  std::size_t count = 0;
  for (const LayerSpec& layer : spec.layers) count += static_cast<std::size_t>(layer_width(layer));
  return count;
}

std::size_t gate_parameter_count(const NetworkSpec& spec) {
  return unit_count(spec) + 1;
}

std::vector<float> initial_gates(const NetworkSpec& spec) {
  std::vector<float> gates(unit_count(spec), static_cast<float>(kInitialAlpha / kGateScale));
  gates.push_back(0.0f);
  return gates;
}

void limit_gates(std::span<float> gates) {
  constexpr auto kLargest = static_cast<float>(kLargestAlpha / kGateScale);
  for (float& a : gates.first(gates.size() - 1)) a = std::clamp(a, -kLargest, kLargest);
  gates.back() = std::max(gates.back(), 0.0f);
}

DrawnGates draw_gates(std::span<const float> gates, std::uint64_t seed, std::uint64_t step) {
  DrawnGates drawn;
  const RandomStream random = dropout_stream(seed, step, kGateStream);
  for (std::size_t i = 0; i + 1 < gates.size(); ++i) {
    const std::uint32_t word = philox4x32(i, random.stream, random.seed)[0];
    const double u = (word + 0.5) / 4294967296.0;
    const double s = logistic((std::log(u) - std::log1p(-u) + alpha_of(gates[i])) / kBeta);
    const double z = s * (kZeta - kGamma) + kGamma;
    const bool between = z > 0.0 && z < 1.0;
    drawn.z.push_back(static_cast<float>(std::clamp(z, 0.0, 1.0)));
    drawn.slope.push_back(
        static_cast<float>(between ? (kZeta - kGamma) * s * (1.0 - s) / kBeta * kGateScale : 0.0));
  }
  return drawn;
}

PerDirection<std::vector<int>> kept_units(const NetworkSpec& spec, std::span<const float> gates,
                                          double target) {
  const PerDirection<std::vector<double>> scores = by_unit(spec, gates);
  const std::span<const float> units_only = of_units(gates);
  std::vector<float> sorted(units_only.begin(), units_only.end());
  std::ranges::sort(sorted, std::greater<>());
  const auto wanted = std::clamp<std::ptrdiff_t>(
      std::llround(target * static_cast<double>(sorted.size())), 1, std::ssize(sorted));
  // Equal gates at the border stay in the first layers only.
  std::ptrdiff_t at_border = wanted;
  const float border = sorted[static_cast<std::size_t>(wanted) - 1];
  for (const float gate : sorted) at_border -= gate > border;
  PerDirection<std::vector<int>> kept(scores.size());
  for (std::size_t l = 0; l < scores.size(); ++l) {
    std::size_t chosen = 0;
    for (const std::vector<double>& units : scores[l]) {
      for (const double gate : units) {
        if (gate_without_chance(static_cast<float>(gate)) == 0.0) continue;
        if (gate > border || (gate == border && at_border-- > 0)) ++chosen;
      }
    }
    const std::size_t directions = scores[l].size(), H = scores[l].front().size();
    const std::size_t each = std::max<std::size_t>(1, (chosen + directions - 1) / directions);
    kept[l] = highest_units({scores[l]}, static_cast<double>(each) / static_cast<double>(H))[0];
  }
  return kept;
}

std::vector<float> final_gates(const NetworkSpec& spec, std::span<const float> gates,
                               double target) {
  std::vector<float> z(unit_count(spec), 0.0f);
  std::size_t first = 0;
  const PerDirection<std::vector<int>> kept = kept_units(spec, gates, target);
  for (std::size_t l = 0; l < kept.size(); ++l) {
    for (const std::vector<int>& units : kept[l]) {
      for (const int j : units) {
        const std::size_t at = first + static_cast<std::size_t>(j);
        z[at] = static_cast<float>(gate_without_chance(gates[at]));
      }
      first += static_cast<std::size_t>(spec.layers[l].hidden);
    }
  }
  return z;
}

void apply_gates(const NetworkSpec& spec, std::span<const float> z, std::span<float> weights) {
  for_each_reader(spec, [&](std::size_t weight, std::size_t unit) { weights[weight] *= z[unit]; });
}

std::vector<double> gradient_of_gates(const NetworkSpec& spec, std::span<const float> z,
                                      std::span<const float> weights, std::span<float> gradient) {
  std::vector<double> dz(z.size(), 0.0);
  for_each_reader(spec, [&](std::size_t weight, std::size_t unit) {
    dz[unit] += static_cast<double>(gradient[weight]) * weights[weight];
    gradient[weight] *= z[unit];
  });
  return dz;
}

std::vector<double> penalty_gradient(std::span<const float> gates, const GateSettings& settings) {
  const double penalty = settings.penalty * (1.0 + kPenaltyRise * gates.back());
  std::vector<double> slopes;
  double expected = 0.0;
  for (const float gate : of_units(gates)) {
    const double p = chance_of(gate);
    expected += p;
    slopes.push_back(penalty * kGateScale * p * (1.0 - p));
  }
  const double units = static_cast<double>(slopes.size());
  if (expected <= settings.target * units) std::ranges::fill(slopes, 0.0);
  slopes.push_back(settings.target - expected / units);
  return slopes;
}

CutNetwork cut_by_gates(const NetworkSpec& spec, std::span<const float> parameters_and_gates,
                        double target) {
  const std::size_t count = parameters_and_gates.size() - gate_parameter_count(spec);
  const std::span<const float> gates = parameters_and_gates.subspan(count);
  std::vector<float> weights(parameters_and_gates.begin(),
                             parameters_and_gates.begin() + static_cast<std::ptrdiff_t>(count));
  apply_gates(spec, final_gates(spec, gates, target), weights);
  return cut_network(spec, weights, kept_units(spec, gates, target));
}

}  // namespace tactus
