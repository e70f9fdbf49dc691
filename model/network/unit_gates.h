// Gates on hidden units that learn which units a network can do without: L0 regularisation with
// hard-concrete gates (Louizos, Welling & Kingma 2018), one gate for a whole unit of an LSTM layer
// (Wen et al. 2018).
//
// A gate z in [0, 1] multiplies the output of its unit. What reads the output then sees W diag(z)
// instead of W, so gates change weights only, and any backend can train them. In training z is
// random: z = clamp(s (zeta - gamma) + gamma) with s = sigmoid((logit(u) + alpha) / beta) and even
// u in (0, 1). Otherwise s = sigmoid(alpha).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/network/hidden_units.h"
#include "model/network/network_spec.h"

namespace tactus {

struct GateSettings {
  // First weight, in the loss, of the expected number of units with a gate above 0. It rises while
  // more units than the target are expected (Wang, Wohlwend & Lei 2020), and is 0 otherwise.
  double penalty = 0.002;
  double target = 0.5;  // share of all units to keep
  bool operator==(const GateSettings&) const = default;
};

// The parameters of gates follow those of parameter_table in the buffers of a network: for each
// unit, in the order of layers, directions and units, a with alpha = kGateScale a, so that gates
// learn faster than weights; then m >= 0, which makes the penalty 1 + kPenaltyRise m times the
// first.
inline constexpr double kGateScale = 20.0, kPenaltyRise = 40.0;
std::size_t unit_count(const NetworkSpec& spec);
std::size_t gate_parameter_count(const NetworkSpec& spec);
std::vector<float> initial_gates(const NetworkSpec& spec);  // almost certainly open
// Brings them back into the range where they can learn (|alpha| <= 4.6).
void limit_gates(std::span<float> gates);

// The gates of a training step, one per unit: values, and dz/da.
struct DrawnGates {
  std::vector<float> z, slope;
};
DrawnGates draw_gates(std::span<const float> gates, std::uint64_t seed, std::uint64_t step);
// The units that stay: the target share with the largest gates in the whole network, and in both
// directions of a layer as many, at least one.
PerDirection<std::vector<int>> kept_units(const NetworkSpec& spec, std::span<const float> gates,
                                          double target);
// The gates without chance, 0 for units that do not stay.
std::vector<float> final_gates(const NetworkSpec& spec, std::span<const float> gates,
                               double target);

// W diag(z) for all weights that read units. `weights` may be longer than the table.
void apply_gates(const NetworkSpec& spec, std::span<const float> z, std::span<float> weights);
// From the gradient of W diag(z), in place, that of W; adds up that of each z.
std::vector<double> gradient_of_gates(const NetworkSpec& spec, std::span<const float> z,
                                      std::span<const float> weights, std::span<float> gradient);
// The gradient of the penalty for each parameter of the gates; that of m makes it rise or fall.
std::vector<double> penalty_gradient(std::span<const float> gates, const GateSettings& settings);

// The smaller network of parameters and gates: the same outputs as with the gates, which are in the
// weights now.
CutNetwork cut_by_gates(const NetworkSpec& spec, std::span<const float> parameters_and_gates,
                        double target);

}  // namespace tactus
