// The networks of a model, ready to run.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/files/model_file.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"

namespace tactus {

// One network and the standardisation of its input.
struct TaskNetwork {
  Network network;
  Standardisation standardisation;

  // The network takes the first bins of a frame: features with more of them serve it, too.
  std::size_t bins() const { return static_cast<std::size_t>(network.spec().input); }
  FrameMatrix standardised(const FrameMatrix& features) const;
};

// All networks of a model. Throws std::invalid_argument if the model lacks one of `heads` whose
// loss counts: then it cannot be used for tagging.
std::vector<TaskNetwork> make_task_networks(const Model& model, std::shared_ptr<Backend> backend,
                                            std::span<const HeadSpec> heads);

// Those that can run on features of so many bins: chroma of a corpus is without the notes that some
// want. Throws std::invalid_argument if there is none.
std::vector<TaskNetwork*> networks_for(std::vector<TaskNetwork>& networks, std::size_t bins);

// Runs networks_for() features [T,bins], which are not standardised. Returns the logits [T,K] of
// each head of the model, as the mean of the networks.
std::vector<FrameMatrix> mean_logits(std::vector<TaskNetwork>& networks,
                                     const FrameMatrix& features);

// The index of a head; it must be there.
std::size_t head_index(const NetworkSpec& spec, std::string_view name);

}  // namespace tactus
