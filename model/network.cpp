#include "model/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/backend.h"
#include "model/network_parts.h"

namespace tactus {
namespace {

bool is_matrix(const ParameterInfo& info) {
  return info.shape.size() == 2;
}

void require_size(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(
        fmt::format("network: {} has {} values, expected {}", what, found, expected));
  }
}

}  // namespace

// Memory for one head's targets and results of a batch.
struct HeadMemory {
  DeviceArray<float> logits, dlogits, probability, frame_weight, class_weight;
  DeviceArray<std::int32_t> category;
};

// Memory for one layer: its (dropped) input when that is a copy, output, tape, gradient of the
// output.
struct LayerMemory {
  DeviceArray<float> dropped, y, tape, dy;
};

struct Network::Impl {
  Impl(NetworkSpec network_spec, std::shared_ptr<Backend> arithmetic)
      : spec(std::move(network_spec)),
        backend(std::move(arithmetic)),
        table(parameter_table(spec)),
        count(parameter_count(spec)),
        layers(spec.layers.size()),
        heads(spec.heads.size()) {
    if (backend == nullptr) throw std::invalid_argument("network: no backend was given");
    for (DeviceArray<float>* array : {&parameters, &gradients, &first, &second, &decay}) {
      *array = DeviceArray<float>(*backend, count);
    }
    losses = DeviceArray<LossSum>(*backend, spec.heads.size());
    norm = DeviceArray<double>(*backend, 1);
    std::vector<float> decayed(count, 0.0f);
    for (const ParameterInfo& info : table) {
      if (is_matrix(info)) std::fill_n(decayed.begin() + info.offset, info.size, 1.0f);
    }
    decay.upload(decayed.data(), count);
  }

  struct BatchShape {
    int T, B;
    std::size_t frames() const { return static_cast<std::size_t>(T) * B; }
  };
  // Masks of one training step; without it nothing is dropped and no tape is kept.
  struct TrainingPass {
    std::uint64_t seed;
    std::uint64_t step;
    RandomStream stream(std::size_t layer) const { return dropout_stream(seed, step, layer); }
  };

  LstmShape lstm_shape(std::size_t l, BatchShape shape) const {
    const LayerSpec& layer = spec.layers[l];
    return {shape.T, shape.B, input_width(l), layer.hidden, layer.bidirectional ? 2 : 1};
  }
  int input_width(std::size_t l) const {
    return l == 0 ? spec.input : layer_width(spec.layers[l - 1]);
  }

  // The pointers of layer l into a buffer laid out by the table.
  template <typename T>
  std::array<LstmDirection<T>, 2> lstm_pointers(std::size_t l, T* buffer) const {
    std::array<LstmDirection<T>, 2> result;
    std::size_t row = first_row_of_layer(l);
    for (int d = 0; d < (spec.layers[l].bidirectional ? 2 : 1); ++d) {
      result[d].weight_input = buffer + table[row++].offset;
      result[d].weight_recurrent = buffer + table[row++].offset;
      result[d].bias = buffer + table[row++].offset;
      if (spec.layers[l].peepholes) result[d].peephole = buffer + table[row++].offset;
    }
    return result;
  }
  std::size_t first_row_of_layer(std::size_t l) const {
    std::size_t row = 0;
    for (std::size_t k = 0; k < l; ++k) {
      row += (spec.layers[k].bidirectional ? 2 : 1) * (spec.layers[k].peepholes ? 4 : 3);
    }
    return row;
  }
  std::size_t first_row_of_head(std::size_t h) const {
    return first_row_of_layer(spec.layers.size()) + 2 * h;
  }

  const float* trunk_forward(BatchShape shape, const TrainingPass* training);
  const float* forward(BatchShape shape, const TrainingPass* training);
  void backward(BatchShape shape, const TrainingPass& training);
  void compute_losses(const TrainBatch& batch, bool with_gradients);
  StepResult read_losses(const char* place) const;
  void upload_batch(const TrainBatch& batch);
  double gradient_norm();
  void update(const OptimiserSettings& settings, double norm_before);

  NetworkSpec spec;
  std::shared_ptr<Backend> backend;  // outlives the arrays below
  std::vector<ParameterInfo> table;
  std::size_t count = 0;
  DeviceArray<float> parameters, gradients, first, second, decay;
  std::int64_t step = 0;

  DeviceArray<std::int32_t> lengths;
  DeviceArray<float> x, trunk_dropped;
  std::vector<LayerMemory> layers;
  std::vector<HeadMemory> heads;
  const float* trunk_output = nullptr;  // what the heads saw in the last forward pass
  DeviceArray<LossSum> losses;
  DeviceArray<double> norm;
};

const float* Network::Impl::trunk_forward(BatchShape shape, const TrainingPass* training) {
  const float* input = x.data();
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    // The backward pass needs the outputs of all layers; without it two take turns.
    LayerMemory& memory = layers[training ? l : l % 2];
    const LstmShape lstm = lstm_shape(l, shape);
    const double rate = spec.layers[l].dropout;
    if (training && rate > 0.0) {
      const std::size_t n = shape.frames() * lstm.input;
      memory.dropped.reserve(*backend, n);
      backend->dropout(n, rate, training->stream(l), input, memory.dropped.data());
      input = memory.dropped.data();
    }
    memory.y.reserve(*backend, shape.frames() * layer_width(spec.layers[l]));
    if (training) memory.tape.reserve(*backend, backend->lstm_tape_size(lstm));
    backend->lstm_forward(lstm, lengths.data(), input,
                          lstm_pointers<const float>(l, parameters.data()), memory.y.data(),
                          training ? memory.tape.data() : nullptr);
    input = memory.y.data();
  }
  return input;
}

const float* Network::Impl::forward(BatchShape shape, const TrainingPass* training) {
  const float* trunk = trunk_forward(shape, training);
  const int width = trunk_width(spec);
  if (training && spec.head_dropout > 0.0) {
    const std::size_t n = shape.frames() * width;
    trunk_dropped.reserve(*backend, n);
    backend->dropout(n, spec.head_dropout, training->stream(spec.layers.size()), trunk,
                     trunk_dropped.data());
    trunk = trunk_dropped.data();
  }
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const int K = spec.heads[h].classes;
    const std::size_t row = first_row_of_head(h);
    heads[h].logits.reserve(*backend, shape.frames() * K);
    backend->linear_forward(shape.frames(), width, K, trunk, parameters.data() + table[row].offset,
                            parameters.data() + table[row + 1].offset, heads[h].logits.data());
  }
  return trunk;
}

void Network::Impl::backward(BatchShape shape, const TrainingPass& training) {
  const int width = trunk_width(spec);
  const bool has_trunk = !layers.empty();
  float* dtrunk = nullptr;
  if (has_trunk) {
    layers.back().dy.reserve(*backend, shape.frames() * width);
    layers.back().dy.set_zero(shape.frames() * width);
    dtrunk = layers.back().dy.data();
  }
  gradients.set_zero(count);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::size_t row = first_row_of_head(h);
    backend->linear_backward(shape.frames(), width, spec.heads[h].classes, trunk_output,
                             parameters.data() + table[row].offset, heads[h].dlogits.data(), dtrunk,
                             gradients.data() + table[row].offset,
                             gradients.data() + table[row + 1].offset);
  }
  if (has_trunk && spec.head_dropout > 0.0) {
    backend->dropout(shape.frames() * width, spec.head_dropout, training.stream(layers.size()),
                     dtrunk, dtrunk);
  }
  for (std::size_t l = layers.size(); l-- > 0;) {
    const LstmShape lstm = lstm_shape(l, shape);
    const double rate = spec.layers[l].dropout;
    const std::size_t n = shape.frames() * lstm.input;
    float* dx = nullptr;
    if (l > 0) {
      layers[l - 1].dy.reserve(*backend, n);
      layers[l - 1].dy.set_zero(n);
      dx = layers[l - 1].dy.data();
    }
    const float* below = l > 0 ? layers[l - 1].y.data() : x.data();
    backend->lstm_backward(lstm, lengths.data(), rate > 0.0 ? layers[l].dropped.data() : below,
                           lstm_pointers<const float>(l, parameters.data()), layers[l].y.data(),
                           layers[l].tape.data(), layers[l].dy.data(), dx,
                           lstm_pointers<float>(l, gradients.data()));
    if (l > 0 && rate > 0.0) backend->dropout(n, rate, training.stream(l), dx, dx);
  }
}

void Network::Impl::upload_batch(const TrainBatch& batch) {
  const auto put = [this](auto& array, const auto& values) {
    array.reserve(*backend, values.size());
    if (!values.empty()) array.upload(values.data(), values.size());
  };
  put(lengths, batch.lengths);
  put(x, batch.x);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const HeadTarget& target = batch.targets[h];
    put(heads[h].probability, target.probability);
    put(heads[h].category, target.category);
    put(heads[h].frame_weight, target.weight);
    put(heads[h].class_weight,
        target.positive_weight.empty() ? target.class_weight : target.positive_weight);
  }
}

void Network::Impl::compute_losses(const TrainBatch& batch, bool with_gradients) {
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const HeadSpec& head = spec.heads[h];
    const HeadTarget& target = batch.targets[h];
    HeadMemory& memory = heads[h];
    const bool weighted_classes = !target.positive_weight.empty() || !target.class_weight.empty();
    const LossInput input{batch.steps,
                          batch.batch,
                          head.classes,
                          lengths.data(),
                          memory.logits.data(),
                          target.weight.empty() ? nullptr : memory.frame_weight.data(),
                          weighted_classes ? memory.class_weight.data() : nullptr};
    float* dlogits = nullptr;
    if (with_gradients) {
      memory.dlogits.reserve(*backend, frames * head.classes);
      memory.dlogits.set_zero(frames * head.classes);
      dlogits = memory.dlogits.data();
    }
    const float scale = static_cast<float>(head.loss_weight);
    if (head.kind == HeadKind::kSigmoid) {
      backend->sigmoid_loss(input, memory.probability.data(), target.shift_tolerance, scale,
                            losses.data() + h, dlogits);
    } else {
      backend->softmax_loss(input, memory.category.data(), scale, losses.data() + h, dlogits);
    }
  }
}

StepResult Network::Impl::read_losses(const char* place) const {
  StepResult result;
  const std::vector<LossSum> sums = losses.download(spec.heads.size());
  for (std::size_t h = 0; h < sums.size(); ++h) {
    const double loss = sums[h].count > 0.0 ? sums[h].sum / sums[h].count : 0.0;
    if (!std::isfinite(loss)) {
      throw std::runtime_error(
          fmt::format("network: {}: the loss of head '{}' is {} after {} steps; are the inputs and "
                      "parameters finite? "
                      "A lower learning rate or gradient clipping may help",
                      place, spec.heads[h].name, loss, step));
    }
    result.head_loss.push_back(loss);
    result.loss += spec.heads[h].loss_weight * loss;
  }
  return result;
}

double Network::Impl::gradient_norm() {
  backend->squared_norm(count, gradients.data(), norm.data());
  const double value = std::sqrt(norm.download(1)[0]);
  if (!std::isfinite(value)) {
    throw std::runtime_error(
        fmt::format("network: train_step: the gradient's norm is {} after {} steps; are the inputs "
                    "and parameters "
                    "finite? A lower learning rate may help",
                    value, step));
  }
  return value;
}

void Network::Impl::update(const OptimiserSettings& settings, double norm_before) {
  AdamStep adam;
  adam.learning_rate = static_cast<float>(settings.learning_rate);
  adam.beta1 = static_cast<float>(settings.beta1);
  adam.beta2 = static_cast<float>(settings.beta2);
  adam.epsilon = static_cast<float>(settings.epsilon);
  adam.weight_decay = static_cast<float>(settings.weight_decay);
  if (settings.clip_norm > 0.0 && norm_before > settings.clip_norm) {
    adam.gradient_scale = static_cast<float>(settings.clip_norm / norm_before);
  }
  adam.step = ++step;
  backend->adam_step(adam, count, decay.data(), gradients.data(), parameters.data(), first.data(),
                     second.data());
}

Network::Network(NetworkSpec spec, std::shared_ptr<Backend> backend)
    : impl_(std::make_unique<Impl>(std::move(spec), std::move(backend))) {}
Network::~Network() = default;
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;

const NetworkSpec& Network::spec() const {
  return impl_->spec;
}

void Network::initialise(std::uint64_t seed) {
  set_parameters(initial_parameters(impl_->spec, seed));
}

std::vector<float> Network::parameters() const {
  return impl_->parameters.download(impl_->count);
}

void Network::set_parameters(std::span<const float> values) {
  require_size("the parameter buffer", values.size(), impl_->count);
  impl_->parameters.upload(values.data(), values.size());
}

std::vector<FrameMatrix> Network::infer(const FrameMatrix& x) {
  require_size("an input frame", x.bins, impl_->spec.input);
  require_size("the input", x.data.size(), x.frames * x.bins);
  if (x.frames > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::invalid_argument(fmt::format("network: an input of {} frames, expected at most {}",
                                            x.frames, std::numeric_limits<int>::max()));
  }
  std::vector<FrameMatrix> result;
  for (const HeadSpec& head : impl_->spec.heads) result.emplace_back(x.frames, head.classes, x.fps);
  if (x.frames == 0) return result;
  const Impl::BatchShape shape{static_cast<int>(x.frames), 1};
  impl_->lengths.reserve(*impl_->backend, 1);
  impl_->lengths.upload(&shape.T, 1);
  impl_->x.reserve(*impl_->backend, x.data.size());
  impl_->x.upload(x.data.data(), x.data.size());
  impl_->forward(shape, nullptr);
  for (std::size_t h = 0; h < result.size(); ++h) {
    result[h].data = impl_->heads[h].logits.download(result[h].data.size());
  }
  return result;
}

StepResult Network::train_step(const TrainBatch& batch, const OptimiserSettings& settings,
                               std::uint64_t seed) {
  check_batch(batch, impl_->spec);
  impl_->upload_batch(batch);
  const Impl::BatchShape shape{batch.steps, batch.batch};
  const Impl::TrainingPass training{seed, static_cast<std::uint64_t>(impl_->step)};
  impl_->trunk_output = impl_->forward(shape, &training);
  impl_->compute_losses(batch, true);
  impl_->backward(shape, training);
  StepResult result = impl_->read_losses("train_step");
  result.gradient_norm = impl_->gradient_norm();
  impl_->update(settings, result.gradient_norm);
  return result;
}

StepResult Network::evaluate(const TrainBatch& batch) {
  check_batch(batch, impl_->spec);
  impl_->upload_batch(batch);
  impl_->forward({batch.steps, batch.batch}, nullptr);
  impl_->compute_losses(batch, false);
  return impl_->read_losses("evaluate");
}

OptimiserState Network::optimiser_state() const {
  return {impl_->step, impl_->first.download(impl_->count), impl_->second.download(impl_->count)};
}

void Network::set_optimiser_state(const OptimiserState& state) {
  require_size("the first moment", state.first_moment.size(), impl_->count);
  require_size("the second moment", state.second_moment.size(), impl_->count);
  impl_->step = state.step;
  impl_->first.upload(state.first_moment.data(), impl_->count);
  impl_->second.upload(state.second_moment.data(), impl_->count);
}

}  // namespace tactus
