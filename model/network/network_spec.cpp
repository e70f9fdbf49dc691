#include "model/network/network_spec.h"

#include <fmt/core.h>

#include <cmath>
#include <set>
#include <stdexcept>

namespace tactus {
namespace {

void require_positive(int value, const std::string& what) {
  if (value <= 0) {
    throw std::invalid_argument(
        fmt::format("network: {} is {}, expected a positive number", what, value));
  }
}

void require_rate(double rate, const std::string& what) {
  if (!(rate >= 0.0 && rate < 1.0)) {
    throw std::invalid_argument(
        fmt::format("network: {} is {}, expected 0 <= rate < 1", what, rate));
  }
}

void check_head(const HeadSpec& head, std::set<std::string>& names) {
  if (head.name.empty()) throw std::invalid_argument("network: a head has no name");
  if (!names.insert(head.name).second) {
    throw std::invalid_argument(fmt::format("network: two heads are called '{}'", head.name));
  }
  require_positive(head.classes, fmt::format("the number of classes of head '{}'", head.name));
  if (!(head.loss_weight >= 0.0) || !std::isfinite(head.loss_weight)) {
    throw std::invalid_argument(fmt::format(
        "network: loss weight of head '{}' is {}, expected >= 0", head.name, head.loss_weight));
  }
}

void check(const NetworkSpec& spec) {
  require_positive(spec.input, "the input width");
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    require_positive(spec.layers[l].hidden, fmt::format("the hidden size of layer {}", l));
    require_rate(spec.layers[l].dropout, fmt::format("the dropout of layer {}", l));
  }
  require_rate(spec.head_dropout, "the dropout before the heads");
  if (spec.heads.empty()) throw std::invalid_argument("network: no heads, expected at least one");
  std::set<std::string> names;
  for (const HeadSpec& head : spec.heads) check_head(head, names);
}

class TableBuilder {
 public:
  void add(std::string name, std::vector<int> shape) {
    std::size_t size = 1;
    for (const int n : shape) size *= static_cast<std::size_t>(n);
    table_.push_back({std::move(name), std::move(shape), offset_, size});
    offset_ += size;
  }

  void add_lstm(const std::string& prefix, const LayerSpec& layer, int input) {
    const int H = layer.hidden;
    add(prefix + ".weight_input", {4 * H, input});
    add(prefix + ".weight_recurrent", {4 * H, H});
    add(prefix + ".bias", {4 * H});
    if (layer.peepholes) add(prefix + ".peephole", {3 * H});
  }

  std::vector<ParameterInfo> take() { return std::move(table_); }

 private:
  std::vector<ParameterInfo> table_;
  std::size_t offset_ = 0;
};

}  // namespace

std::vector<ParameterInfo> parameter_table(const NetworkSpec& spec) {
  check(spec);
  TableBuilder builder;
  int width = spec.input;
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    const LayerSpec& layer = spec.layers[l];
    builder.add_lstm(fmt::format("layers.{}.forward", l), layer, width);
    if (layer.bidirectional) builder.add_lstm(fmt::format("layers.{}.backward", l), layer, width);
    width = layer_width(layer);
  }
  for (const HeadSpec& head : spec.heads) {
    builder.add(fmt::format("heads.{}.weight", head.name), {head.classes, width});
    builder.add(fmt::format("heads.{}.bias", head.name), {head.classes});
  }
  return builder.take();
}

std::size_t parameter_count(const NetworkSpec& spec) {
  const auto table = parameter_table(spec);
  return table.back().offset + table.back().size;
}

int layer_width(const LayerSpec& layer) {
  return layer.bidirectional ? 2 * layer.hidden : layer.hidden;
}

int trunk_width(const NetworkSpec& spec) {
  return spec.layers.empty() ? spec.input : layer_width(spec.layers.back());
}

}  // namespace tactus
