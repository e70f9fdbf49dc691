// The network: a NetworkSpec, its parameters and the Backend that computes. Calls the layer passes
// of any backend in the same way.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "audio/error.h"
#include "features/frames/frame_matrix.h"
#include "model/network/network_spec.h"
#include "model/network/train_batch.h"
#include "model/network/unit_gates.h"

namespace tactus {

class Backend;
class ProcessGroup;

struct OptimiserSettings {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.0;  // decoupled (AdamW, Loshchilov & Hutter 2019)
  double clip_norm = 0.0;     // global gradient norm; 0 = no clipping
};

struct StepResult {
  // Per head the mean over its counted elements (losses.h), not multiplied by loss_weight. With
  // teachers: their mean and that of the other targets, by their shares.
  std::vector<double> head_loss;
  double loss = 0.0;           // sum of loss_weight * head_loss
  double gradient_norm = 0.0;  // before clipping; 0 for evaluation
};

// The state that a bit-identical continuation needs besides the parameters.
struct OptimiserState {
  std::int64_t step = 0;  // optimiser steps taken; also the counter of the dropout generator
  std::vector<float> first_moment;
  std::vector<float> second_moment;
};

// The backend has no memory for a batch or an input. The message gives the size that would fit,
// found by trial. The network is unchanged and can be used with smaller ones.
class BatchTooLarge : public ErrorOf<ErrorCode::kBackend> {
  using ErrorOf::ErrorOf;
};

// If memory is short, train_step, queue_step, evaluate, infer and infer_batch throw BatchTooLarge;
// the constructor, the setters and optimiser_state() std::bad_alloc. Only training takes memory for
// gradients.
class Network {
 public:
  // Throws std::invalid_argument for an impossible spec. Parameters start as zero.
  Network(NetworkSpec spec, std::shared_ptr<Backend> backend);
  ~Network();
  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;

  const NetworkSpec& spec() const;

  // Weights and peepholes of recurrent layers become uniform in +-1/sqrt(H). Their biases become 0,
  // those of the forget gate 1. Weights of heads follow Glorot & Bengio (2010), their biases become
  // 0. Same seed, same values.
  void initialise(std::uint64_t seed);
  // Hidden units get gates (unit_gates.h), which train_step learns; everything else computes with
  // the gates without chance, and with those units alone that stay. Call it before the first step.
  void set_gates(const GateSettings& settings);
  // All parameters as one buffer laid out by parameter_table(spec), then the gates if there are
  // any.
  std::vector<float> parameters() const;
  // Without the gates, they become initial_gates(). Throws std::invalid_argument for another size.
  void set_parameters(std::span<const float> values);

  // Inference on one sequence x [T,C]: per head the logits [T,K] (not probabilities), fps copied.
  // T = 0 gives empty matrices. Throws std::invalid_argument if x.bins != C.
  std::vector<FrameMatrix> infer(const FrameMatrix& x);
  // The same for any number of sequences together, [sequence][head]: faster than one after the
  // other, but needs memory for as many of the longest one.
  std::vector<std::vector<FrameMatrix>> infer_batch(std::span<const FrameMatrix* const> sequences);

  // The same for the sequences of a batch, which may differ in length: per head the logits [T,B,K];
  // those of padded frames mean nothing. Targets are not read.
  std::vector<std::vector<float>> infer(const TrainBatch& batch);

  // Both throw std::invalid_argument for a batch that does not fit the spec, and std::runtime_error
  // if an input, a loss or the gradient is not finite. Then the parameters are unchanged.
  // train_step makes one optimiser step; dropout masks depend only on (seed, step), never on
  // threads.
  StepResult train_step(const TrainBatch& batch, const OptimiserSettings& settings,
                        std::uint64_t seed);
  // The same in two halves, so that the device computes one step while the host prepares and
  // uploads the next batch. queue_step returns as soon as the backend allows; finish_step waits for
  // the oldest queued step. Both throw as train_step does, and std::logic_error if more than
  // kStepsInFlight steps are queued or none is. A step with values that are not finite is not made;
  // steps queued after it are. While steps are queued, call only these two functions.
  static constexpr int kStepsInFlight = 2;
  void queue_step(const TrainBatch& batch, const OptimiserSettings& settings, std::uint64_t seed);
  StepResult finish_step();
  // From now on every step is one of all ranks of the group: their batches count as one. Losses,
  // gradient norm and parameters are those of the whole, equal on all ranks. Each rank has dropout
  // masks of its own. A layer's gradient is summed while the layer below computes its own. Not for
  // evaluate() and infer(). Null: this process trains alone.
  void join(std::shared_ptr<ProcessGroup> group);
  ProcessGroup* group() const;

  // The losses without dropout; does not change parameters.
  StepResult evaluate(const TrainBatch& batch);

  OptimiserState optimiser_state() const;
  void set_optimiser_state(const OptimiserState& state);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
