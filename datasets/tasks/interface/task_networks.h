// The networks of a model, ready to run.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/files/model_file.h"
#include "model/network/inference_queue.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {

// One network and the standardisation of its input. Copies share the network; they may infer at the
// same time.
struct TaskNetwork {
  std::shared_ptr<Network> network;
  std::shared_ptr<InferenceQueue> queue;
  Standardisation standardisation;

  // The network takes the first bins of a frame: features with more of them serve it, too.
  std::size_t bins() const { return static_cast<std::size_t>(network->spec().input); }
  FrameMatrix standardised(const FrameMatrix& features) const;
  // As Network::infer_batch.
  std::vector<std::vector<FrameMatrix>> infer(std::span<const FrameMatrix* const> sequences) const {
    return queue->infer(*network, sequences);
  }
};

// Where the networks of all tasks run.
struct InferenceDevice {
  // Sequences that a card computes together (inference_queue.h); the processor gains nothing.
  static constexpr int kTogether = 16;

  explicit InferenceDevice(std::shared_ptr<Backend> where);
  bool is_card() const;

  std::shared_ptr<Backend> backend;
  std::shared_ptr<InferenceQueue> queue;
};

// All networks of a model. Throws std::invalid_argument if the model lacks one of `heads` whose
// loss counts: then it cannot be used for tagging.
std::vector<TaskNetwork> make_task_networks(const Model& model, const InferenceDevice& device,
                                            std::span<const HeadSpec> heads);

// Those that can run on features of so many bins: chroma of a corpus is without the notes that some
// want. Throws std::invalid_argument if there is none.
std::vector<const TaskNetwork*> networks_for(const std::vector<TaskNetwork>& networks,
                                             std::size_t bins);

// Runs networks_for() features [T,bins], which are not standardised. Returns the logits [T,K] of
// each head of the model, as the mean of the networks.
std::vector<FrameMatrix> mean_logits(const std::vector<TaskNetwork>& networks,
                                     const FrameMatrix& features);

// The index of a head; it must be there.
std::size_t head_index(const NetworkSpec& spec, std::string_view name);

}  // namespace tactus
