#include "datasets/tasks/interface/task_networks.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/backend/backend.h"

namespace tactus {
namespace {

TaskNetwork make_network(const TrainedNetwork& trained, const InferenceDevice& device) {
  const auto bins = static_cast<std::size_t>(trained.spec.input);
  Standardisation standardisation{trained.input_mean, trained.input_scale};
  if (standardisation.mean.empty()) standardisation.mean.assign(bins, 0.0f);
  if (standardisation.scale.empty()) standardisation.scale.assign(bins, 1.0f);
  TaskNetwork made{std::make_shared<Network>(trained.spec, device.backend), device.queue,
                   std::move(standardisation)};
  made.network->set_parameters(trained.parameters);
  return made;
}

}  // namespace

InferenceDevice::InferenceDevice(std::shared_ptr<Backend> where)
    : backend(std::move(where)),
      queue(std::make_shared<InferenceQueue>(is_card() ? kTogether : 1)) {}

bool InferenceDevice::is_card() const {
  return backend->device_memory() > 0;
}

FrameMatrix TaskNetwork::standardised(const FrameMatrix& features) const {
  FrameMatrix input = features.bins > bins() ? first_bins(features, bins()) : features;
  standardise(input.data, standardisation);
  return input;
}

std::vector<const TaskNetwork*> networks_for(const std::vector<TaskNetwork>& networks,
                                             std::size_t bins) {
  std::vector<const TaskNetwork*> fitting;
  for (const TaskNetwork& each : networks)
    if (each.bins() <= bins) fitting.push_back(&each);
  if (fitting.empty())
    throw std::invalid_argument(
        fmt::format("features of {} bins, but the network takes {}", bins, networks.at(0).bins()));
  return fitting;
}

std::vector<TaskNetwork> make_task_networks(const Model& model, const InferenceDevice& device,
                                            std::span<const HeadSpec> heads) {
  for (const HeadSpec& head : heads)
    if (head.loss_weight > 0.0) head_index(model.spec, head.name);
  std::vector<TaskNetwork> networks;
  for (const TrainedNetwork* trained : networks_of(model))
    networks.push_back(make_network(*trained, device));
  return networks;
}

std::vector<FrameMatrix> mean_logits(const std::vector<TaskNetwork>& networks,
                                     const FrameMatrix& features) {
  std::vector<std::vector<FrameMatrix>> of_head;
  for (const TaskNetwork* each : networks_for(networks, features.bins)) {
    const FrameMatrix input = each->standardised(features);
    const FrameMatrix* const alone = &input;
    std::vector<FrameMatrix> logits = std::move(each->infer({&alone, 1}).front());
    of_head.resize(logits.size());
    for (std::size_t h = 0; h < logits.size(); ++h) of_head[h].push_back(std::move(logits[h]));
  }
  std::vector<FrameMatrix> means;
  for (std::vector<FrameMatrix>& logits : of_head) means.push_back(mean_of(std::move(logits)));
  return means;
}

std::size_t head_index(const NetworkSpec& spec, std::string_view name) {
  const auto found = std::ranges::find(spec.heads, name, &HeadSpec::name);
  if (found != spec.heads.end()) return static_cast<std::size_t>(found - spec.heads.begin());
  throw std::invalid_argument(
      fmt::format("has no output \"{}\"; it cannot be used for tagging", name));
}

}  // namespace tactus
