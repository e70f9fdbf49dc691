#include "model/backend/recurrent_workload.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "model/backend/bf16.h"

namespace tactus {
namespace {

std::vector<float> uniform_values(std::size_t n, double range, unsigned seed) {
  std::minstd_rand generator(seed);
  std::vector<float> values(n);
  for (float& value : values) {
    value = static_cast<float>(range * (2.0 * generator() / std::minstd_rand::max() - 1.0));
  }
  return values;
}

DeviceArray<float> uploaded(Backend& backend, const std::vector<float>& values) {
  DeviceArray<float> array(backend, values.size());
  array.upload(values.data(), values.size());
  return array;
}

template <typename Float>
LstmDirection<Float> direction_at(Float* first, const LstmShape& shape, bool peepholes) {
  const std::size_t C = shape.input, H = shape.hidden;
  Float* recurrent = first + 4 * H * C;
  Float* bias = recurrent + 4 * H * H;
  return {first, recurrent, bias, peepholes ? bias + 4 * H : nullptr};
}

double largest_difference(const std::vector<float>& found, const std::vector<float>& expected) {
  if (found.size() != expected.size()) return INFINITY;
  double squares = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::abs(double{found[i]} - expected[i]);
    if (std::isnan(difference)) return INFINITY;
    largest = std::max(largest, difference);
    squares += double{expected[i]} * expected[i];
  }
  return largest == 0.0 ? 0.0 : largest / std::sqrt(squares / static_cast<double>(found.size()));
}

}  // namespace

double largest_difference(const WorkloadResults& found, const WorkloadResults& expected) {
  if (found.size() != expected.size()) return INFINITY;
  double largest = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i)
    largest = std::max(largest, largest_difference(found[i], expected[i]));
  return largest;
}

double recurrent_flops(const RecurrentCase& workload) {
  const double H = workload.hidden, D = workload.directions;
  double flops = 0.0;
  for (int layer = 0; layer < workload.layers; ++layer) {
    const double input = layer == 0 ? workload.input : D * H;
    const double input_product = 2.0 * D * 4 * H * input, recurrent_product = 2.0 * D * 4 * H * H;
    flops += input_product + recurrent_product;
    if (!workload.training) continue;
    flops += input_product + 2 * recurrent_product;  // weight gradients, and gradients through time
    if (layer > 0) flops += input_product;           // gradient of the layer below
  }
  return flops * workload.batch * workload.steps;
}

RecurrentWorkload::RecurrentWorkload(Backend& backend, const RecurrentCase& workload)
    : backend_(backend),
      case_(workload),
      host_lengths_(static_cast<std::size_t>(workload.batch), workload.steps),
      lengths_(backend, host_lengths_.size()) {
  lengths_.upload(host_lengths_.data(), host_lengths_.size());
  const std::size_t frames = static_cast<std::size_t>(case_.steps) * case_.batch;
  x_ = uploaded(backend, uniform_values(frames * case_.input, 1.0, 1));
  for (int layer = 0; layer < case_.layers; ++layer) {
    add_layer(layer == 0 ? case_.input : case_.directions * case_.hidden);
  }
}

void RecurrentWorkload::add_layer(int input) {
  const LstmShape shape{case_.steps, case_.batch, input, case_.hidden, case_.directions};
  const std::size_t frames = static_cast<std::size_t>(case_.steps) * case_.batch;
  const std::size_t H = case_.hidden, per_direction = 4 * H * (input + H + 1) + 3 * H;
  Layer layer;
  layer.shape = shape;
  std::vector<float> weights =
      uniform_values(per_direction * case_.directions, 1.0 / std::sqrt(case_.hidden), 2);
  if (case_.bf16_weights) {
    for (float& weight : weights) weight = float_of_bf16(bf16_of(weight));
  }
  layer.parameters = uploaded(backend_, weights);
  layer.y = DeviceArray<float>(backend_, frames * H * case_.directions);
  if (case_.training) {
    layer.gradients = DeviceArray<float>(backend_, layer.parameters.size());
    layer.dy = uploaded(backend_, uniform_values(layer.y.size(), 0.01, 3));
    layer.tape = DeviceArray<float>(backend_, backend_.lstm_tape_size(shape));
  }
  for (int d = 0; d < case_.directions; ++d) {
    layer.weights[d] = direction_at(std::as_const(layer.parameters).data() + d * per_direction,
                                    shape, case_.peepholes);
    if (!case_.training) continue;
    layer.weight_gradients[d] =
        direction_at(layer.gradients.data() + d * per_direction, shape, case_.peepholes);
  }
  layers_.push_back(std::move(layer));
}

// Weights that do not change are prepared once; in training they would change after each pass.
LstmWeights RecurrentWorkload::weights_of(Layer& layer) const {
  return {layer.weights, case_.training ? nullptr : &layer.prepared};
}

// A unidirectional stack is one call, so that a device may compute its layers side by side.
void RecurrentWorkload::forward() {
  if (case_.directions == 1 && layers_.size() > 1) {
    std::vector<LstmStackLayer> stack;
    for (Layer& layer : layers_) {
      stack.push_back({layer.shape, weights_of(layer), layer.y.data(),
                       case_.training ? layer.tape.data() : nullptr});
    }
    backend_.lstm_stack_forward(lengths_.data(), x_.data(), stack);
    return;
  }
  const float* x = x_.data();
  for (Layer& layer : layers_) {
    backend_.lstm_forward(layer.shape, lengths_.data(), x, weights_of(layer), layer.y.data(),
                          case_.training ? layer.tape.data() : nullptr);
    x = layer.y.data();
  }
}

void RecurrentWorkload::backward() {
  for (std::size_t l = layers_.size(); l-- > 0;) {
    Layer& layer = layers_[l];
    Layer* below = l > 0 ? &layers_[l - 1] : nullptr;
    layer.gradients.set_zero(layer.gradients.size());
    if (below) below->dy.set_zero(below->dy.size());
    backend_.lstm_backward(layer.shape, lengths_.data(), below ? below->y.data() : x_.data(),
                           layer.weights, layer.y.data(), layer.tape.data(), layer.dy.data(),
                           below ? below->dy.data() : nullptr, layer.weight_gradients);
  }
}

void RecurrentWorkload::queue() {
  forward();
  if (case_.training) backward();
}

void RecurrentWorkload::run() {
  queue();
  float last = 0.0f;
  backend_.download(&last, layers_.back().y.data(), sizeof last);
}

WorkloadResults RecurrentWorkload::results() const {
  WorkloadResults all = {layers_.back().y.download(layers_.back().y.size())};
  for (const Layer& layer : layers_) {
    if (case_.training) all.push_back(layer.gradients.download(layer.gradients.size()));
  }
  return all;
}

}  // namespace tactus
