#include <algorithm>
#include <cmath>
#include <span>

#include "model/backend/philox.h"
#include "model/network/network_parts.h"

namespace tactus {
namespace {

// Uniform numbers in (-limit, limit); they depend only on the seed and the place of the element.
void fill_uniform(std::span<float> values, std::size_t offset, double limit, std::uint64_t seed) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t word = philox4x32(offset + i, 0, seed)[0];
    values[i] = static_cast<float>(limit * (2.0 * ((word + 0.5) / 4294967296.0) - 1.0));
  }
}

// Fills weights and peepholes of a layer and direction, from its first row; returns the row after
// it.
std::size_t fill_lstm(std::vector<float>& values, const std::vector<ParameterInfo>& table,
                      std::size_t row, const LayerSpec& layer, std::uint64_t seed) {
  const auto tensor = [&](std::size_t r) {
    return std::span(values).subspan(table[r].offset, table[r].size);
  };
  const double limit = 1.0 / std::sqrt(layer.hidden);
  fill_uniform(tensor(row), table[row].offset, limit, seed);
  fill_uniform(tensor(row + 1), table[row + 1].offset, limit, seed);
  std::fill_n(tensor(row + 2).begin() + layer.hidden, layer.hidden,
              1.0f);  // the forget gate's bias
  if (!layer.peepholes) return row + 3;
  fill_uniform(tensor(row + 3), table[row + 3].offset, limit, seed);
  return row + 4;
}

}  // namespace

std::vector<float> initial_parameters(const NetworkSpec& spec, std::uint64_t seed) {
  const std::vector<ParameterInfo> table = parameter_table(spec);
  std::vector<float> values(table.back().offset + table.back().size, 0.0f);
  std::size_t row = 0;
  for (const LayerSpec& layer : spec.layers) {
    for (int d = 0; d < (layer.bidirectional ? 2 : 1); ++d)
      row = fill_lstm(values, table, row, layer, seed);
  }
  for (; row < table.size(); row += 2) {  // heads: weight, bias
    const ParameterInfo& weight = table[row];
    const double limit = std::sqrt(6.0 / (weight.shape[0] + weight.shape[1]));
    fill_uniform(std::span(values).subspan(weight.offset, weight.size), weight.offset, limit, seed);
  }
  return values;
}

}  // namespace tactus
