#include "model/network/hidden_units.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace tactus {
namespace {

constexpr int kGates = 4;

// First row of parameter_table for each direction of each layer; the last entry is the first head.
PerDirection<std::size_t> first_rows(const NetworkSpec& spec, std::size_t& first_head) {
  PerDirection<std::size_t> rows;
  std::size_t row = 0;
  for (const LayerSpec& layer : spec.layers) {
    rows.emplace_back();
    for (int d = 0; d < (layer.bidirectional ? 2 : 1); ++d) {
      rows.back().push_back(row);
      row += layer.peepholes ? 4 : 3;
    }
  }
  first_head = row;
  return rows;
}

UnitReaders readers_in(const ParameterInfo& matrix, int first) {
  return {matrix.offset, matrix.shape[0], matrix.shape[1], first};
}

std::vector<int> all_below(int n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// Numbers j + g * step for each g below `groups` and each j of `units`.
std::vector<int> repeated(const std::vector<int>& units, int groups, int step) {
  std::vector<int> numbers;
  for (int g = 0; g < groups; ++g)
    for (const int j : units) numbers.push_back(g * step + j);
  return numbers;
}

}  // namespace

PerDirection<std::vector<UnitReaders>> unit_readers(const NetworkSpec& spec) {
  const std::vector<ParameterInfo> table = parameter_table(spec);
  std::size_t first_head = 0;
  const PerDirection<std::size_t> rows = first_rows(spec, first_head);
  PerDirection<std::vector<UnitReaders>> readers(rows.size());
  for (std::size_t l = 0; l < rows.size(); ++l) {
    for (std::size_t d = 0; d < rows[l].size(); ++d) {
      const int first = static_cast<int>(d) * spec.layers[l].hidden;
      std::vector<UnitReaders>& of_units = readers[l].emplace_back();
      of_units.push_back(readers_in(table[rows[l][d] + 1], 0));
      if (l + 1 < rows.size()) {
        for (const std::size_t row : rows[l + 1]) of_units.push_back(readers_in(table[row], first));
        continue;
      }
      for (std::size_t row = first_head; row < table.size(); row += 2)
        of_units.push_back(readers_in(table[row], first));
    }
  }
  return readers;
}

PerDirection<std::vector<double>> unit_norms(const NetworkSpec& spec,
                                             std::span<const float> parameters) {
  const std::vector<ParameterInfo> table = parameter_table(spec);
  std::size_t first_head = 0;
  const PerDirection<std::size_t> rows = first_rows(spec, first_head);
  const PerDirection<std::vector<UnitReaders>> readers = unit_readers(spec);
  PerDirection<std::vector<double>> norms(rows.size());
  for (std::size_t l = 0; l < rows.size(); ++l) {
    const auto H = static_cast<std::size_t>(spec.layers[l].hidden);
    for (std::size_t d = 0; d < rows[l].size(); ++d) {
      std::vector<double>& squares = norms[l].emplace_back(H, 0.0);
      const auto add = [&](std::size_t unit, float weight) {
        squares[unit] += static_cast<double>(weight) * weight;
      };
      for (std::size_t row = rows[l][d]; row < rows[l][d] + (spec.layers[l].peepholes ? 4 : 3);
           ++row) {
        const std::size_t width =
            table[row].shape.size() == 2 ? static_cast<std::size_t>(table[row].shape[1]) : 1;
        for (std::size_t i = 0; i < table[row].size; ++i)
          add(i / width % H, parameters[table[row].offset + i]);
      }
      for (const UnitReaders& in : readers[l][d])
        for (int r = 0; r < in.rows; ++r)
          for (std::size_t j = 0; j < H; ++j)
            add(j, parameters[in.offset + static_cast<std::size_t>(r) * in.width + in.first + j]);
      for (double& square : squares) square = std::sqrt(square);
    }
  }
  return norms;
}

PerDirection<std::vector<int>> highest_units(const PerDirection<std::vector<double>>& scores,
                                             double share) {
  PerDirection<std::vector<int>> kept(scores.size());
  for (std::size_t l = 0; l < scores.size(); ++l) {
    for (const std::vector<double>& of_units : scores[l]) {
      const auto H = static_cast<double>(of_units.size());
      const auto count = static_cast<std::ptrdiff_t>(std::max(1.0, std::round(share * H)));
      std::vector<int> units = all_below(static_cast<int>(of_units.size()));
      std::ranges::stable_sort(units, [&](int a, int b) {
        return of_units[static_cast<std::size_t>(a)] > of_units[static_cast<std::size_t>(b)];
      });
      units.resize(static_cast<std::size_t>(count));
      std::ranges::sort(units);
      kept[l].push_back(std::move(units));
    }
  }
  return kept;
}

CutNetwork cut_network(const NetworkSpec& spec, std::span<const float> parameters,
                       const PerDirection<std::vector<int>>& kept) {
  CutNetwork cut{spec, {}};
  for (std::size_t l = 0; l < kept.size(); ++l) {
    for (const std::vector<int>& units : kept[l]) {
      if (units.size() != kept[l].front().size())
        throw std::invalid_argument(fmt::format(
            "cut_network: {} and {} units in the directions of layer {}, expected as many",
            kept[l].front().size(), units.size(), l));
    }
    cut.spec.layers[l].hidden = static_cast<int>(kept[l].front().size());
  }
  const std::vector<ParameterInfo> table = parameter_table(spec);
  const auto keep = [&](const ParameterInfo& from, const std::vector<int>& rows,
                        const std::vector<int>& columns) {
    const std::size_t width = from.shape.size() == 2 ? static_cast<std::size_t>(from.shape[1]) : 1;
    for (const int r : rows)
      for (const int c : columns)
        cut.parameters.push_back(parameters[from.offset + static_cast<std::size_t>(r) * width + c]);
  };
  std::vector<int> inputs = all_below(spec.input);
  std::size_t row = 0;
  for (std::size_t l = 0; l < kept.size(); ++l) {
    const int H = spec.layers[l].hidden;
    std::vector<int> outputs;
    for (std::size_t d = 0; d < kept[l].size(); ++d) {
      const std::vector<int> gates = repeated(kept[l][d], kGates, H);
      keep(table[row++], gates, inputs);
      keep(table[row++], gates, kept[l][d]);
      keep(table[row++], gates, {0});
      if (spec.layers[l].peepholes) keep(table[row++], repeated(kept[l][d], kGates - 1, H), {0});
      for (const int j : kept[l][d]) outputs.push_back(static_cast<int>(d) * H + j);
    }
    inputs = std::move(outputs);
  }
  for (; row < table.size(); row += 2) {
    keep(table[row], all_below(table[row].shape[0]), inputs);
    keep(table[row + 1], all_below(table[row + 1].shape[0]), {0});
  }
  return cut;
}

}  // namespace tactus
