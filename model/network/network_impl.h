// Private data and functions of Network, shared by the files network*.cpp only.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/backend/backend.h"
#include "model/network/network.h"
#include "model/network/network_spec.h"
#include "model/network/process_group.h"

namespace tactus {

// Memory for a batch and for the results that the host reads. There are two: while the device
// computes with one, the next batch is uploaded into the other.
struct BatchMemory {
  struct Target {
    DeviceArray<float> probability, frame_weight, class_weight, teacher;
    DeviceArray<std::int32_t> category;
  };
  DeviceArray<std::int32_t> lengths;
  DeviceArray<float> x;
  const float* of_caller = nullptr;  // in place of x, during infer
  const float* input() const { return of_caller ? of_caller : x.data(); }
  std::vector<Target> targets;  // one per head
  double teacher_share = 0.0;   // of the batch
  // One per head for its targets; with teachers as many for theirs.
  std::vector<LossSum> loss_sums;
  double squared_norm = 0.0;
  Backend::Ticket results = 0;
};

// Memory for one head's results of a batch.
struct HeadMemory {
  DeviceArray<float> logits, dlogits;
};

// Memory for one layer: its (dropped) input if that is a copy, output, tape, gradient of the
// output.
struct LayerMemory {
  DeviceArray<float> dropped, y, tape, dy;
};

struct Network::Impl {
  Impl(NetworkSpec network_spec, std::shared_ptr<Backend> arithmetic);

  struct BatchShape {
    int T, B;
    std::size_t frames() const { return static_cast<std::size_t>(T) * B; }
  };
  // Masks of one training step; without this struct there is no dropout and no tape.
  struct TrainingPass {
    std::uint64_t seed;       // of this rank
    std::uint64_t gate_seed;  // of all ranks
    std::uint64_t step;
    ProcessGroup* group;  // null: alone
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
  // `gradient_scale`: one per loss, a factor of its gradient; empty = no gradients.
  void compute_losses(const TrainBatch& batch, BatchMemory& memory,
                      const std::vector<double>& gradient_scale);
  // Number h: the targets of head h; number heads + h: its teachers. Null: no gradient.
  void compute_loss(const TrainBatch& batch, const BatchMemory& memory, std::size_t number,
                    const double* gradient_scale);
  std::size_t loss_count(const TrainBatch& batch) const {
    return batch.teacher_share > 0.0 ? 2 * spec.heads.size() : spec.heads.size();
  }
  void compute_step_losses(const TrainBatch& batch, BatchMemory& memory, ProcessGroup* group);
  StepResult read_losses(const BatchMemory& memory, const char* place) const;
  void upload_batch(const TrainBatch& batch, BatchMemory& memory);
  void update(const OptimiserSettings& settings, std::size_t loss_count);
  // With what the backend keeps of them for inference.
  LstmWeights layer_weights(std::size_t l) {
    return {lstm_pointers<const float>(l, weights()), &prepared[l]};
  }
  void forget_prepared() {
    for (PreparedWeights& layer : prepared) layer.forget();
  }
  // The weights that a pass computes with.
  const float* weights() const { return gates ? gated.data() : parameters.data(); }
  void draw_gates(const TrainingPass& pass);
  void prepare_gates();  // for a pass without chance
  void finish_gate_gradient(const BatchMemory& memory);
  void queue_step(const TrainBatch& batch, const OptimiserSettings& settings, std::uint64_t seed);
  StepResult finish_step();
  // A part of the gradient on its way to the host, and from there to the group.
  struct SentGradient {
    Backend::Ticket ticket = 0;
    std::span<float> values;  // in host_gradients
  };
  void send_gradient(ProcessGroup& group, std::size_t first_row, std::size_t last_row);
  void begin_sums(ProcessGroup& group, std::size_t left);
  void receive_gradients(ProcessGroup& group);
  // Makes the buffers that only training needs, if they are not there.
  void prepare_training();
  void evaluate_batch(const TrainBatch& batch, BatchMemory& memory);
  void infer_batch(const TrainBatch& batch);
  // Infers the first `frames` frames of the sequences.
  void infer_frames(std::span<const FrameMatrix* const> sequences, int frames);
  void release_work();
  // Runs `pass` for `whole` sequences or frames. If memory is short, tries fewer, so that the
  // exception gives the number that fits.
  void in_memory(const char* what, const char* unit, int whole,
                 const std::function<void(int)>& pass);
  void require_idle(const char* what) const;
  // The memory that no queued step uses.
  BatchMemory& free_memory() { return batches[static_cast<std::size_t>(queued % kStepsInFlight)]; }

  NetworkSpec spec;
  std::shared_ptr<Backend> backend;  // outlives the arrays below
  std::shared_ptr<ProcessGroup> group;
  std::vector<ParameterInfo> table;
  std::size_t weight_count = 0;  // of the table
  std::size_t count = 0;         // and of the gates
  std::optional<GateSettings> gates;
  DeviceArray<float> gated;       // with gates: the weights of the pass
  std::vector<float> host;        // with gates: the parameters
  DrawnGates drawn;               // of the step
  bool gated_is_current = false;  // for passes without chance
  DeviceArray<float> parameters;
  DeviceArray<float> gradients, first, second, decay;  // empty before prepare_training()
  std::int64_t step = 0;
  std::vector<float> host_gradients;  // with a group
  std::vector<SentGradient> sent;

  std::array<BatchMemory, Network::kStepsInFlight> batches;
  std::int64_t queued = 0, finished = 0;  // steps since the network was made
  DeviceArray<float> trunk_dropped;
  std::vector<LayerMemory> layers;
  std::vector<PreparedWeights> prepared;  // of the weights; one per layer
  std::vector<HeadMemory> heads;
  const float* trunk_output = nullptr;  // input of the heads in the last forward pass
  DeviceArray<LossSum> losses;
  DeviceArray<double> norm;
};

}  // namespace tactus
