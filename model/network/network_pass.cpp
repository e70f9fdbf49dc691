// Forward and backward pass of a batch: the order of the backend's calls.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/network/network_impl.h"

namespace tactus {

// All layers in one call, so that the backend may run them side by side.
const float* Network::Impl::stack_forward(const BatchMemory& in, BatchShape shape) {
  std::vector<LstmStackLayer> stack(spec.layers.size());
  for (std::size_t l = 0; l < stack.size(); ++l) {
    layers[l].y.reserve(*backend, shape.frames() * layer_width(spec.layers[l]));
    stack[l] = {lstm_shape(l, shape), layer_weights(l), layers[l].y.data(), nullptr};
  }
  backend->lstm_stack_forward(in.lengths.data(), in.input(), stack);
  return layers.back().y.data();
}

const float* Network::Impl::trunk_forward(const BatchMemory& in, BatchShape shape,
                                          const TrainingPass* training) {
  const auto one_way = [](const LayerSpec& layer) { return !layer.bidirectional; };
  if (training == nullptr && spec.layers.size() > 1 &&
      std::all_of(spec.layers.begin(), spec.layers.end(), one_way)) {
    return stack_forward(in, shape);
  }
  const float* input = in.input();
  for (std::size_t l = 0; l < spec.layers.size(); ++l) {
    // The backward pass needs the outputs of all layers; otherwise two buffers take turns.
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
    backend->lstm_forward(lstm, in.lengths.data(), input, layer_weights(l), memory.y.data(),
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
    backend->linear_forward(shape.frames(), width, K, trunk, weights() + table[row].offset,
                            weights() + table[row + 1].offset, heads[h].logits.data());
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
                             weights() + table[row].offset, heads[h].dlogits.data(), dtrunk,
                             gradients.data() + table[row].offset,
                             gradients.data() + table[row + 1].offset);
  }
  if (training.group) send_gradient(*training.group, first_row_of_head(0), table.size());
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
    const float* below = l > 0 ? layers[l - 1].y.data() : in.input();
    backend->lstm_backward(lstm, in.lengths.data(), rate > 0.0 ? layers[l].dropped.data() : below,
                           lstm_pointers<const float>(l, weights()), layers[l].y.data(),
                           layers[l].tape.data(), layers[l].dy.data(), dx,
                           lstm_pointers<float>(l, gradients.data()));
    if (training.group)
      send_gradient(*training.group, first_row_of_layer(l), first_row_of_layer(l + 1));
    if (l > 0 && rate > 0.0) backend->dropout(n, rate, training.stream(l), dx, dx);
  }
  if (training.group) receive_gradients(*training.group);
}

// Sends the gradient of these rows of the table on its way. A device computes the next layer while
// it travels; a host has it at once.
void Network::Impl::send_gradient(ProcessGroup& ranks, std::size_t first_row,
                                  std::size_t last_row) {
  host_gradients.resize(weight_count);
  const std::size_t first = table[first_row].offset;
  const std::size_t last = last_row < table.size() ? table[last_row].offset : weight_count;
  const std::span<float> values(host_gradients.data() + first, last - first);
  sent.push_back(
      {backend->download_later(values.data(), gradients.data() + first, values.size_bytes()),
       values});
  begin_sums(ranks, backend->device_memory() > 0 ? 1 : 0);
}

// Passes what was sent on to the group, but for the last `left` parts.
void Network::Impl::begin_sums(ProcessGroup& ranks, std::size_t left) {
  while (sent.size() > left) {
    backend->await(sent.front().ticket);
    ranks.begin_sum(sent.front().values);
    sent.erase(sent.begin());
  }
}

void Network::Impl::receive_gradients(ProcessGroup& ranks) {
  begin_sums(ranks, 0);
  ranks.wait_sums();
  gradients.upload(host_gradients.data(), weight_count);
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
    put(on_device.teacher, target.teacher);
  }
}

// The losses of a training step and their gradients. With a group each loss is the mean over the
// elements of all ranks: sum(S_r) / sum(C_r) for sums S and counts C of rank r. A backend computes
// the gradient of S_r / C_r, so C_r / sum(C_r) is its share.
void Network::Impl::compute_step_losses(const TrainBatch& batch, BatchMemory& memory,
                                        ProcessGroup* ranks) {
  std::vector<double> scale(loss_count(batch), 1.0);
  if (ranks == nullptr) return compute_losses(batch, memory, scale);
  compute_losses(batch, memory, {});
  backend->await(memory.results);
  std::vector<double> sums;  // S and C of each loss
  for (const LossSum& loss : memory.loss_sums) sums.insert(sums.end(), {loss.sum, loss.count});
  ranks->sum(sums);
  std::vector<LossSum> whole;
  for (std::size_t i = 0; i < scale.size(); ++i) {
    whole.push_back({sums[2 * i], sums[2 * i + 1]});
    scale[i] = whole[i].count > 0.0 ? memory.loss_sums[i].count / whole[i].count : 0.0;
  }
  compute_losses(batch, memory, scale);
  backend->await(memory.results);
  memory.loss_sums = whole;
  losses.upload(whole.data(), whole.size());  // all ranks make the step, or none
}

void Network::Impl::compute_losses(const TrainBatch& batch, BatchMemory& memory,
                                   const std::vector<double>& gradient_scale) {
  memory.teacher_share = batch.teacher_share;
  memory.loss_sums.resize(loss_count(batch));
  const std::size_t frames = static_cast<std::size_t>(batch.steps) * batch.batch;
  for (std::size_t h = 0; h < heads.size() && !gradient_scale.empty(); ++h) {
    const std::size_t n = frames * spec.heads[h].classes;
    heads[h].dlogits.reserve(*backend, n);
    heads[h].dlogits.set_zero(n);
  }
  for (std::size_t i = 0; i < memory.loss_sums.size(); ++i) {
    compute_loss(batch, memory, i, gradient_scale.empty() ? nullptr : &gradient_scale[i]);
  }
  memory.results = backend->download_later(memory.loss_sums.data(), losses.data(),
                                           memory.loss_sums.size() * sizeof(LossSum));
}

void Network::Impl::compute_loss(const TrainBatch& batch, const BatchMemory& memory,
                                 std::size_t number, const double* gradient_scale) {
  const std::size_t h = number % heads.size();
  const bool by_teacher = number >= heads.size();
  const HeadSpec& head = spec.heads[h];
  const HeadTarget& target = batch.targets[h];
  const BatchMemory::Target& on_device = memory.targets[h];
  LossInput input{batch.steps, batch.batch, head.classes, memory.lengths.data(),
                  heads[h].logits.data()};
  const double part = by_teacher ? batch.teacher_share : 1.0 - batch.teacher_share;
  const double share = gradient_scale ? *gradient_scale : 1.0;
  const float scale = static_cast<float>(head.loss_weight * share * part);
  float* const dlogits = gradient_scale ? heads[h].dlogits.data() : nullptr;
  LossSum* const loss = losses.data() + number;
  const bool sigmoid = head.kind == HeadKind::kSigmoid;
  if (by_teacher) {
    if (sigmoid) {
      backend->sigmoid_loss(input, on_device.teacher.data(), 0, scale, loss, dlogits);
    } else {
      backend->softmax_soft_loss(input, on_device.teacher.data(), scale, loss, dlogits);
    }
    return;
  }
  if (!target.weight.empty()) input.frame_weight = on_device.frame_weight.data();
  if (!target.positive_weight.empty() || !target.class_weight.empty())
    input.class_weight = on_device.class_weight.data();
  if (sigmoid) {
    backend->sigmoid_loss(input, on_device.probability.data(), target.shift_tolerance, scale, loss,
                          dlogits);
  } else {
    backend->softmax_loss(input, on_device.category.data(), scale, loss, dlogits);
  }
}

// Waits for the losses.
StepResult Network::Impl::read_losses(const BatchMemory& memory, const char* place) const {
  StepResult result;
  backend->await(memory.results);
  const auto mean = [&](std::size_t number) {
    const LossSum& sum = memory.loss_sums[number];
    return sum.count > 0.0 ? sum.sum / sum.count : 0.0;
  };
  for (std::size_t h = 0; h < heads.size(); ++h) {
    double loss = mean(h);
    if (const double share = memory.teacher_share; share > 0.0)
      loss = (1.0 - share) * loss + share * mean(heads.size() + h);
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

}  // namespace tactus
