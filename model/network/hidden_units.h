// The hidden units of a network: where their weights lie, how important they are, and the smaller
// network that has only some of them. A unit is one neuron of one direction of a layer with all its
// gates (structured pruning: Wen et al. 2018, "Learning intrinsic sparse structures within LSTM").
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/network/network_spec.h"

namespace tactus {

// One number or list for each direction of each layer: values[layer][direction].
template <typename T>
using PerDirection = std::vector<std::vector<T>>;

// A matrix of the parameter buffer whose columns `first` .. first + H - 1 read the outputs of one
// direction of a layer.
struct UnitReaders {
  std::size_t offset = 0;  // of the matrix
  int rows = 0, width = 0;
  int first = 0;
};
// All of them: the recurrent weights, and the weights of the next layer or of the heads.
PerDirection<std::vector<UnitReaders>> unit_readers(const NetworkSpec& spec);

// Norm of each unit's weights: those of its gates and those that read its output.
PerDirection<std::vector<double>> unit_norms(const NetworkSpec& spec,
                                             std::span<const float> parameters);

// The units with the highest scores, `share` of those of each layer (rounded, at least one), in
// ascending order. Both directions of a layer keep the same number.
PerDirection<std::vector<int>> highest_units(const PerDirection<std::vector<double>>& scores,
                                             double share);

// The network with these units alone. All others are as if their output was 0.
struct CutNetwork {
  NetworkSpec spec;
  std::vector<float> parameters;
};
CutNetwork cut_network(const NetworkSpec& spec, std::span<const float> parameters,
                       const PerDirection<std::vector<int>>& kept);

}  // namespace tactus
