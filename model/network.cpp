#include "model/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>

#include "model/backend.h"
#include "model/fitting_batch.h"
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

// Memory for a batch and for what the host wants to know of it. Two take turns: while a step on one
// is computed, the next batch is brought into the other.
struct BatchMemory {
  struct Target {
    DeviceArray<float> probability, frame_weight, class_weight;
    DeviceArray<std::int32_t> category;
  };
  DeviceArray<std::int32_t> lengths;
  DeviceArray<float> x;
  std::vector<Target> targets;  // one per head
  std::vector<LossSum> loss_sums;
  double squared_norm = 0.0;
  Backend::Ticket results = 0;
};

// Memory for one head's results of a batch.
struct HeadMemory {
  DeviceArray<float> logits, dlogits;
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
    for (BatchMemory& memory : batches) {
      memory.targets.resize(spec.heads.size());
      memory.loss_sums.resize(spec.heads.size());
    }
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

  const float* stack_forward(const BatchMemory& in, BatchShape shape);
  const float* trunk_forward(const BatchMemory& in, BatchShape shape, const TrainingPass* training);
  const float* forward(const BatchMemory& in, BatchShape shape, const TrainingPass* training);
  void backward(const BatchMemory& in, BatchShape shape, const TrainingPass& training);
  void compute_losses(const TrainBatch& batch, BatchMemory& memory, bool with_gradients);
  StepResult read_losses(const BatchMemory& memory, const char* place) const;
  void upload_batch(const TrainBatch& batch, BatchMemory& memory);
  void update(const OptimiserSettings& settings);
  void queue_step(const TrainBatch& batch, const OptimiserSettings& settings, std::uint64_t seed);
  StepResult finish_step();
  void evaluate_batch(const TrainBatch& batch, BatchMemory& memory);
  void infer_frames(const FrameMatrix& x, int frames);
  void release_work();
  // What `pass` does for `whole` sequences, or frames; where there is no memory for them, it is
  // tried with fewer to say how many fit.
  void in_memory(const char* what, const char* unit, int whole,
                 const std::function<void(int)>& pass);
  void require_idle(const char* what) const;
  // The memory that no queued step uses.
  BatchMemory& free_memory() { return batches[static_cast<std::size_t>(queued % kStepsInFlight)]; }

  NetworkSpec spec;
  std::shared_ptr<Backend> backend;  // outlives the arrays below
  std::vector<ParameterInfo> table;
  std::size_t count = 0;
  DeviceArray<float> parameters, gradients, first, second, decay;
  std::int64_t step = 0;

  std::array<BatchMemory, Network::kStepsInFlight> batches;
  std::int64_t queued = 0, finished = 0;  // steps since the network was made
  DeviceArray<float> trunk_dropped;
  std::vector<LayerMemory> layers;
  std::vector<HeadMemory> heads;
  const float* trunk_output = nullptr;  // what the heads saw in the last forward pass
  DeviceArray<LossSum> losses;
  DeviceArray<double> norm;
};

// All layers in one call, so that the backend may run them side by side.
const float* Network::Impl::stack_forward(const BatchMemory& in, BatchShape shape) {
  std::vector<LstmStackLayer> stack(spec.layers.size());
  for (std::size_t l = 0; l < stack.size(); ++l) {
    layers[l].y.reserve(*backend, shape.frames() * layer_width(spec.layers[l]));
    stack[l] = {lstm_shape(l, shape), lstm_pointers<const float>(l, parameters.data()),
                layers[l].y.data(), nullptr};
  }
  backend->lstm_stack_forward(in.lengths.data(), in.x.data(), stack);
  return layers.back().y.data();
}

const float* Network::Impl::trunk_forward(const BatchMemory& in, BatchShape shape,
                                          const TrainingPass* training) {
  const auto one_way = [](const LayerSpec& layer) { return !layer.bidirectional; };
  if (training == nullptr && spec.layers.size() > 1 &&
      std::all_of(spec.layers.begin(), spec.layers.end(), one_way)) {
    return stack_forward(in, shape);
  }
  const float* input = in.x.data();
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
    backend->lstm_forward(lstm, in.lengths.data(), input,
                          lstm_pointers<const float>(l, parameters.data()), memory.y.data(),
                          training ? memory.tape.data() : nullptr);
    input = memory.y.data();
  }
  return input;
}

const float* Network::Impl::forward(const BatchMemory& in, BatchShape shape,
                                    const TrainingPass* training) {
  const float* trunk = trunk_forward(in, shape, training);
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

void Network::Impl::backward(const BatchMemory& in, BatchShape shape,
                             const TrainingPass& training) {
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
    const float* below = l > 0 ? layers[l - 1].y.data() : in.x.data();
    backend->lstm_backward(lstm, in.lengths.data(), rate > 0.0 ? layers[l].dropped.data() : below,
                           lstm_pointers<const float>(l, parameters.data()), layers[l].y.data(),
                           layers[l].tape.data(), layers[l].dy.data(), dx,
                           lstm_pointers<float>(l, gradients.data()));
    if (l > 0 && rate > 0.0) backend->dropout(n, rate, training.stream(l), dx, dx);
  }
}

void Network::Impl::upload_batch(const TrainBatch& batch, BatchMemory& memory) {
  const auto put = [this](auto& array, const auto& values) {
    array.reserve(*backend, values.size());
    if (values.empty()) return;
    backend->upload_ahead(array.data(), values.data(), values.size() * sizeof(values[0]));
  };
  put(memory.lengths, batch.lengths);
  put(memory.x, batch.x);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const HeadTarget& target = batch.targets[h];
    BatchMemory::Target& on_device = memory.targets[h];
    put(on_device.probability, target.probability);
    put(on_device.category, target.category);
    put(on_device.frame_weight, target.weight);
    put(on_device.class_weight,
        target.positive_weight.empty() ? target.class_weight : target.positive_weight);
  }
}

void Network::Impl::compute_losses(const TrainBatch& batch, BatchMemory& memory,
                                   bool with_gradients) {
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const HeadSpec& head = spec.heads[h];
    const HeadTarget& target = batch.targets[h];
    const BatchMemory::Target& on_device = memory.targets[h];
    HeadMemory& results = heads[h];
    const bool weighted_classes = !target.positive_weight.empty() || !target.class_weight.empty();
    const LossInput input{batch.steps,
                          batch.batch,
                          head.classes,
                          memory.lengths.data(),
                          results.logits.data(),
                          target.weight.empty() ? nullptr : on_device.frame_weight.data(),
                          weighted_classes ? on_device.class_weight.data() : nullptr};
    float* dlogits = nullptr;
    if (with_gradients) {
      results.dlogits.reserve(*backend, frames * head.classes);
      results.dlogits.set_zero(frames * head.classes);
      dlogits = results.dlogits.data();
    }
    const float scale = static_cast<float>(head.loss_weight);
    if (head.kind == HeadKind::kSigmoid) {
      backend->sigmoid_loss(input, on_device.probability.data(), target.shift_tolerance, scale,
                            losses.data() + h, dlogits);
    } else {
      backend->softmax_loss(input, on_device.category.data(), scale, losses.data() + h, dlogits);
    }
  }
  memory.results = backend->download_later(memory.loss_sums.data(), losses.data(),
                                           heads.size() * sizeof(LossSum));
}

// Waits for them.
StepResult Network::Impl::read_losses(const BatchMemory& memory, const char* place) const {
  StepResult result;
  backend->await(memory.results);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const LossSum& sum = memory.loss_sums[h];
    const double loss = sum.count > 0.0 ? sum.sum / sum.count : 0.0;
    if (!std::isfinite(loss)) {
      throw std::runtime_error(
          fmt::format("network: {}: the loss of head '{}' is {} after {} steps; are the inputs and "
                      "parameters finite? A lower learning rate or gradient clipping may help",
                      place, spec.heads[h].name, loss, step));
    }
    result.head_loss.push_back(loss);
    result.loss += spec.heads[h].loss_weight * loss;
  }
  return result;
}

void Network::Impl::update(const OptimiserSettings& settings) {
  AdamStep adam;
  adam.learning_rate = static_cast<float>(settings.learning_rate);
  adam.beta1 = static_cast<float>(settings.beta1);
  adam.beta2 = static_cast<float>(settings.beta2);
  adam.epsilon = static_cast<float>(settings.epsilon);
  adam.weight_decay = static_cast<float>(settings.weight_decay);
  adam.step = ++step;
  const StepGuard guard{norm.data(), losses.data(), static_cast<int>(heads.size()),
                        settings.clip_norm};
  backend->adam_step(adam, guard, count, decay.data(), gradients.data(), parameters.data(),
                     first.data(), second.data());
}

void Network::Impl::queue_step(const TrainBatch& batch, const OptimiserSettings& settings,
                               std::uint64_t seed) {
  check_batch(batch, spec);
  if (queued - finished >= kStepsInFlight) {
    throw std::logic_error(fmt::format("network: {} steps are queued, expected at most {}",
                                       queued - finished + 1, kStepsInFlight));
  }
  BatchMemory& memory = free_memory();
  const auto pass = [&](const TrainBatch& whole_or_less) {
    upload_batch(whole_or_less, memory);
    const BatchShape shape{whole_or_less.steps, whole_or_less.batch};
    const TrainingPass training{seed, static_cast<std::uint64_t>(step)};
    trunk_output = forward(memory, shape, &training);
    compute_losses(whole_or_less, memory, true);
    backward(memory, shape, training);
  };
  in_memory("a training step", "sequences", batch.batch, [&](int sequences) {
    if (sequences == batch.batch) return pass(batch);
    pass(first_sequences(batch, spec, sequences));
  });
  backend->squared_norm(count, gradients.data(), norm.data());
  memory.results = backend->download_later(&memory.squared_norm, norm.data(), sizeof(double));
  update(settings);
  ++queued;
}

void Network::Impl::evaluate_batch(const TrainBatch& batch, BatchMemory& memory) {
  upload_batch(batch, memory);
  forward(memory, {batch.steps, batch.batch}, nullptr);
  compute_losses(batch, memory, false);
}

void Network::Impl::infer_frames(const FrameMatrix& x, int frames) {
  BatchMemory& memory = free_memory();
  const BatchShape shape{frames, 1};
  const std::size_t n = shape.frames() * x.bins;
  memory.lengths.reserve(*backend, 1);
  memory.lengths.upload(&shape.T, 1);
  memory.x.reserve(*backend, n);
  memory.x.upload(x.data.data(), n);
  forward(memory, shape, nullptr);
}

// All memory that depends on the size of a batch and that no queued step has results in.
void Network::Impl::release_work() {
  BatchMemory& memory = free_memory();
  backend->await(memory.results);  // its host memory may still be written to
  memory.lengths = {};
  memory.x = {};
  for (BatchMemory::Target& target : memory.targets) target = {};
  for (LayerMemory& layer : layers) layer = {};
  for (HeadMemory& head : heads) head = {};
  trunk_dropped = {};
  trunk_output = nullptr;
}

void Network::Impl::in_memory(const char* what, const char* unit, int whole,
                              const std::function<void(int)>& pass) {
  std::string reason;
  try {
    return pass(whole);
  } catch (const std::bad_alloc& error) {
    reason = error.what();
  }
  const int fitting = largest_that_fits(whole, [&](int fewer) {
    release_work();
    try {
      pass(fewer);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  });
  release_work();
  throw BatchTooLarge(
      fmt::format("network: no memory for {} on {} {} ({}); {}", what, whole, unit, reason,
                  fitting > 0 ? fmt::format("{} fit", fitting) : std::string("not even one fits")));
}

StepResult Network::Impl::finish_step() {
  if (queued == finished) throw std::logic_error("network: no step is queued");
  const BatchMemory& memory = batches[static_cast<std::size_t>(finished % kStepsInFlight)];
  ++finished;
  try {
    StepResult result = read_losses(memory, "train_step");
    result.gradient_norm = std::sqrt(memory.squared_norm);
    if (std::isfinite(result.gradient_norm)) return result;
    throw std::runtime_error(
        fmt::format("network: train_step: the gradient's norm is {} after {} steps; are the inputs "
                    "and parameters finite? A lower learning rate may help",
                    result.gradient_norm, step));
  } catch (const std::runtime_error&) {
    --step;  // it was not made
    throw;
  }
}

void Network::Impl::require_idle(const char* what) const {
  if (queued != finished) {
    throw std::logic_error(fmt::format("network: {} while {} steps are queued; finish them first",
                                       what, queued - finished));
  }
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
  impl_->require_idle("parameters");
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
  impl_->require_idle("infer");
  impl_->in_memory("inference", "frames at once", static_cast<int>(x.frames),
                   [&](int frames) { impl_->infer_frames(x, frames); });
  for (std::size_t h = 0; h < result.size(); ++h) {
    result[h].data = impl_->heads[h].logits.download(result[h].data.size());
  }
  return result;
}

StepResult Network::train_step(const TrainBatch& batch, const OptimiserSettings& settings,
                               std::uint64_t seed) {
  impl_->require_idle("train_step");
  impl_->queue_step(batch, settings, seed);
  return impl_->finish_step();
}

void Network::queue_step(const TrainBatch& batch, const OptimiserSettings& settings,
                         std::uint64_t seed) {
  impl_->queue_step(batch, settings, seed);
}

StepResult Network::finish_step() {
  return impl_->finish_step();
}

StepResult Network::evaluate(const TrainBatch& batch) {
  check_batch(batch, impl_->spec);
  impl_->require_idle("evaluate");
  BatchMemory& memory = impl_->free_memory();
  impl_->in_memory("evaluation", "sequences", batch.batch, [&](int sequences) {
    if (sequences == batch.batch) return impl_->evaluate_batch(batch, memory);
    impl_->evaluate_batch(first_sequences(batch, impl_->spec, sequences), memory);
  });
  return impl_->read_losses(memory, "evaluate");
}

OptimiserState Network::optimiser_state() const {
  impl_->require_idle("optimiser_state");
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
