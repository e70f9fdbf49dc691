#include "model/network/network_impl.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>

#include "model/network/largest_batch.h"
#include "model/network/network_parts.h"

namespace tactus {
namespace {

bool is_matrix(const ParameterInfo& info) {
  return info.shape.size() == 2;
}

void require_length(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(
        fmt::format("network: {} has {} values, expected {}", what, found, expected));
  }
}

// Rank 0 has the seed itself, so that one rank and none are the same.
std::uint64_t seed_of_rank(std::uint64_t seed, const ProcessGroup* group) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: far apart
  return group ? seed + kGolden * static_cast<std::uint64_t>(group->rank()) : seed;
}

}  // namespace

Network::Impl::Impl(NetworkSpec network_spec, std::shared_ptr<Backend> arithmetic)
    : spec(std::move(network_spec)),
      backend(std::move(arithmetic)),
      table(parameter_table(spec)),
      weight_count(parameter_count(spec)),
      count(weight_count),
      layers(spec.layers.size()),
      prepared(spec.layers.size()),
      heads(spec.heads.size()) {
  for (BatchMemory& memory : batches) {
    memory.targets.resize(spec.heads.size());
  }
  if (backend == nullptr) throw std::invalid_argument("network: no backend was given");
  parameters = DeviceArray<float>(*backend, count);
  losses = DeviceArray<LossSum>(*backend, 2 * spec.heads.size());
  norm = DeviceArray<double>(*backend, 1);
}

void Network::Impl::prepare_training() {
  if (decay.size() > 0) return;
  for (DeviceArray<float>* array : {&gradients, &first, &second}) array->reserve(*backend, count);
  std::vector<float> decayed(count, 0.0f);
  for (const ParameterInfo& info : table) {
    if (is_matrix(info)) std::fill_n(decayed.begin() + info.offset, info.size, 1.0f);
  }
  DeviceArray<float> made(*backend, count);
  made.upload(decayed.data(), count);
  decay = std::move(made);
}

void Network::Impl::update(const OptimiserSettings& settings, std::size_t loss_count) {
  AdamStep adam;
  adam.learning_rate = static_cast<float>(settings.learning_rate);
  adam.beta1 = static_cast<float>(settings.beta1);
  adam.beta2 = static_cast<float>(settings.beta2);
  adam.epsilon = static_cast<float>(settings.epsilon);
  adam.weight_decay = static_cast<float>(settings.weight_decay);
  adam.step = ++step;
  const StepGuard guard{norm.data(), losses.data(), static_cast<int>(loss_count),
                        settings.clip_norm};
  forget_prepared();
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
    prepare_training();
    upload_batch(whole_or_less, memory);
    const BatchShape shape{whole_or_less.steps, whole_or_less.batch};
    // A trial with fewer sequences is this rank's own.
    ProcessGroup* together = whole_or_less.batch == batch.batch ? group.get() : nullptr;
    const TrainingPass training{seed_of_rank(seed, together), seed,
                                static_cast<std::uint64_t>(step), together};
    if (gates) draw_gates(training);
    trunk_output = forward(memory, shape, &training);
    compute_step_losses(whole_or_less, memory, together);
    try {
      backward(memory, shape, training);
    } catch (...) {  // what was sent may still be summed; the other ranks have sent it, too
      sent.clear();
      if (together) together->wait_sums();
      throw;
    }
  };
  const char* what = group ? "this rank's part of a training step" : "a training step";
  in_memory(what, "sequences", batch.batch, [&](int sequences) {
    if (sequences == batch.batch) return pass(batch);
    pass(first_sequences(batch, spec, sequences));
  });
  if (gates) finish_gate_gradient(memory);
  backend->squared_norm(weight_count, gradients.data(), norm.data());
  memory.results = backend->download_later(&memory.squared_norm, norm.data(), sizeof(double));
  update(settings, memory.loss_sums.size());
  ++queued;
}

// All ranks draw the same gates, because they share the sum of their gradients.
void Network::Impl::draw_gates(const TrainingPass& pass) {
  host = parameters.download(count);
  const std::span<float> values = std::span(host).subspan(weight_count);
  limit_gates(values);
  parameters.upload(host.data(), count);
  drawn = tactus::draw_gates(values, pass.gate_seed, pass.step);
  std::vector<float> scaled = host;
  apply_gates(spec, drawn.z, scaled);
  gated.upload(scaled.data(), weight_count);
  gated_is_current = false;
}

void Network::Impl::prepare_gates() {
  if (!gates || gated_is_current) return;
  std::vector<float> scaled = parameters.download(count);
  const auto values = std::span(scaled).subspan(weight_count);
  apply_gates(spec, final_gates(spec, values, gates->target), scaled);
  gated.upload(scaled.data(), weight_count);
  forget_prepared();
  gated_is_current = true;
}

// From the gradient of the weights of the pass that of all parameters. What is not finite shows in
// the norm, so that the step is not made.
void Network::Impl::finish_gate_gradient(const BatchMemory& memory) {
  backend->await(memory.results);
  std::vector<float> gradient = gradients.download(weight_count);
  const std::vector<double> dz = gradient_of_gates(spec, drawn.z, host, gradient);
  const std::vector<double> penalty =
      penalty_gradient(std::span(host).subspan(weight_count), *gates);
  for (std::size_t i = 0; i < dz.size(); ++i)
    gradient.push_back(static_cast<float>(dz[i] * drawn.slope[i] + penalty[i]));
  gradient.push_back(static_cast<float>(penalty.back()));
  const bool finite = std::ranges::all_of(gradient, [](float g) { return std::isfinite(g); });
  if (!finite) gradient.front() = std::numeric_limits<float>::quiet_NaN();
  gradients.upload(gradient.data(), count);
}

void Network::Impl::evaluate_batch(const TrainBatch& batch, BatchMemory& memory) {
  prepare_gates();
  upload_batch(batch, memory);
  forward(memory, {batch.steps, batch.batch}, nullptr);
  compute_losses(batch, memory, {});
}

void Network::Impl::infer_batch(const TrainBatch& batch) {
  prepare_gates();
  BatchMemory& memory = free_memory();
  memory.lengths.reserve(*backend, batch.lengths.size());
  memory.lengths.upload(batch.lengths.data(), batch.lengths.size());
  memory.x.reserve(*backend, batch.x.size());
  memory.x.upload(batch.x.data(), batch.x.size());
  forward(memory, {batch.steps, batch.batch}, nullptr);
}

void Network::Impl::infer_frames(std::span<const FrameMatrix* const> sequences, int frames) {
  prepare_gates();
  BatchMemory& memory = free_memory();
  const BatchShape shape{frames, static_cast<int>(sequences.size())};
  const auto bins = static_cast<std::size_t>(spec.input);
  std::vector<std::int32_t> lengths;
  for (const FrameMatrix* x : sequences)
    lengths.push_back(static_cast<std::int32_t>(std::min<std::size_t>(x->frames, frames)));
  std::vector<float> together;  // [T,B,C]
  if (sequences.size() > 1) together.resize(shape.frames() * bins);
  for (std::size_t b = 0; sequences.size() > 1 && b < sequences.size(); ++b)
    for (std::size_t t = 0; t < static_cast<std::size_t>(lengths[b]); ++t)
      std::ranges::copy(sequences[b]->row(t), &together[(t * sequences.size() + b) * bins]);
  memory.lengths.reserve(*backend, lengths.size());
  memory.lengths.upload(lengths.data(), lengths.size());
  const float* const x = together.empty() ? sequences[0]->data.data() : together.data();
  const struct End {
    BatchMemory& memory;
    ~End() { memory.of_caller = nullptr; }
  } end{memory};
  memory.of_caller = backend->readable(x);
  if (memory.of_caller == nullptr) {
    memory.x.reserve(*backend, shape.frames() * bins);
    memory.x.upload(x, shape.frames() * bins);
  }
  forward(memory, shape, nullptr);
}

// Releases all memory that depends on the size of a batch and holds no results of queued steps.
void Network::Impl::release_work() {
  BatchMemory& memory = free_memory();
  backend->await(memory.results);  // a queued download may still write to its host memory
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
  forget_prepared();
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
      fmt::format("network: not enough memory for {} on {} {} ({}); {}", what, whole, unit, reason,
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
    --step;  // the step was not made
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

void Network::set_gates(const GateSettings& settings) {
  impl_->require_idle("set_gates");
  if (impl_->decay.size() > 0)
    throw std::logic_error("network: set_gates after the first step; call it before");
  std::vector<float> values = parameters();
  values.resize(impl_->weight_count);
  impl_->gates = settings;
  impl_->count = impl_->weight_count + gate_parameter_count(impl_->spec);
  impl_->parameters = DeviceArray<float>(*impl_->backend, impl_->count);
  impl_->gated = DeviceArray<float>(*impl_->backend, impl_->weight_count);
  set_parameters(values);
}

void Network::set_parameters(std::span<const float> values) {
  std::vector<float> with_gates;
  if (impl_->gates && values.size() == impl_->weight_count) {
    with_gates.assign(values.begin(), values.end());
    const std::vector<float> open = initial_gates(impl_->spec);
    with_gates.insert(with_gates.end(), open.begin(), open.end());
    values = with_gates;
  }
  require_length("the parameter buffer", values.size(), impl_->count);
  impl_->parameters.upload(values.data(), values.size());
  impl_->forget_prepared();
  impl_->gated_is_current = false;
}

std::vector<FrameMatrix> Network::infer(const FrameMatrix& x) {
  const FrameMatrix* const alone = &x;
  return std::move(infer_batch({&alone, 1}).front());
}

std::vector<std::vector<FrameMatrix>> Network::infer_batch(
    std::span<const FrameMatrix* const> sequences) {
  std::vector<std::vector<FrameMatrix>> result(sequences.size());
  std::size_t longest = 0;
  for (std::size_t b = 0; b < sequences.size(); ++b) {
    const FrameMatrix& x = *sequences[b];
    require_length("an input frame", x.bins, impl_->spec.input);
    require_length("the input", x.data.size(), x.frames * x.bins);
    if (x.frames > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
      throw std::invalid_argument(fmt::format("network: an input of {} frames, expected at most {}",
                                              x.frames, std::numeric_limits<int>::max()));
    }
    longest = std::max(longest, x.frames);
    for (const HeadSpec& head : impl_->spec.heads)
      result[b].emplace_back(x.frames, head.classes, x.fps);
  }
  if (longest == 0) return result;
  impl_->require_idle("infer");
  impl_->in_memory("inference", "frames at once", static_cast<int>(longest),
                   [&](int frames) { impl_->infer_frames(sequences, frames); });
  for (std::size_t h = 0; h < impl_->spec.heads.size(); ++h) {
    const DeviceArray<float>& logits = impl_->heads[h].logits;
    if (sequences.size() == 1) {
      result[0][h].data = logits.download(result[0][h].data.size());
      continue;
    }
    const std::size_t classes = result[0][h].bins, B = sequences.size();
    const std::vector<float> together = logits.download(longest * B * classes);  // [T,B,K]
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t t = 0; t < result[b][h].frames; ++t)
        std::copy_n(&together[(t * B + b) * classes], classes, result[b][h].row(t).begin());
  }
  // Several networks take turns on the memory of the host; a card is slow to give it again.
  if (impl_->backend->device_memory() == 0 && impl_->gradients.size() == 0) impl_->release_work();
  return result;
}

std::vector<std::vector<float>> Network::infer(const TrainBatch& batch) {
  check_input(batch, impl_->spec);
  impl_->require_idle("infer");
  impl_->in_memory("inference", "sequences", batch.batch, [&](int sequences) {
    if (sequences == batch.batch) return impl_->infer_batch(batch);
    impl_->infer_batch(first_sequences(batch, impl_->spec, sequences));
  });
  std::vector<std::vector<float>> logits;
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  for (std::size_t h = 0; h < impl_->heads.size(); ++h) {
    logits.push_back(impl_->heads[h].logits.download(frames * impl_->spec.heads[h].classes));
  }
  return logits;
}

void Network::join(std::shared_ptr<ProcessGroup> group) {
  impl_->require_idle("join");
  impl_->group = std::move(group);
}

ProcessGroup* Network::group() const {
  return impl_->group.get();
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
  impl_->prepare_training();
  return {impl_->step, impl_->first.download(impl_->count), impl_->second.download(impl_->count)};
}

void Network::set_optimiser_state(const OptimiserState& state) {
  require_length("the first moment", state.first_moment.size(), impl_->count);
  require_length("the second moment", state.second_moment.size(), impl_->count);
  impl_->prepare_training();
  impl_->step = state.step;
  impl_->first.upload(state.first_moment.data(), impl_->count);
  impl_->second.upload(state.second_moment.data(), impl_->count);
}

}  // namespace tactus
