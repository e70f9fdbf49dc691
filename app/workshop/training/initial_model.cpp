#include "app/workshop/training/initial_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "audio/counted.h"
#include "audio/error.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

namespace fs = std::filesystem;

std::optional<LoadedModel> load_initial_model(const TrainConfig& config,
                                              const TaskFeatures& features, const NetworkSpec& spec,
                                              const fs::path& shipped,
                                              const std::function<void(const std::string&)>& note) {
  if (config.initial_model.empty()) return std::nullopt;
  LoadedModel initial = load_named_model(config.initial_model.string(), shipped);
  Model& model = initial.model;
  const auto refuse = [&](const std::string& what) {
    throw ArgumentError(fmt::format("{}: as initial_model: {}", initial.path.string(), what));
  };
  const std::size_t networks = networks_of(model).size();
  const auto wanted = static_cast<std::size_t>(config.initial_network);
  if (wanted > networks) {
    refuse(
        fmt::format("initial_network is {}, but it has {}", wanted, counted(networks, "network")));
  }
  if (wanted > 1) static_cast<TrainedNetwork&>(model) = TrainedNetwork(model.others[wanted - 2]);
  if (task_of(model)->features().key != features.key) {
    refuse("its features differ from the configuration's 'features'; `tactus info` shows them");
  }
  const auto expected = parameter_table(spec), found = parameter_table(model.spec);
  const auto same = [](const ParameterInfo& a, const ParameterInfo& b) {
    return a.name == b.name && a.shape == b.shape;
  };
  if (!std::equal(expected.begin(), expected.end(), found.begin(), found.end(), same)) {
    refuse(fmt::format(
        "a network of {} parameters, but the configuration's 'network' has {}; give it the "
        "same layers, sizes, directions and peepholes",
        parameter_count(model.spec), parameter_count(spec)));
  }
  if (networks > 1)
    note(fmt::format("{} is an ensemble of {} networks: the run continues from number {}",
                     initial.path.string(), networks, wanted));
  return initial;
}

std::vector<float> with_initial(std::vector<float> learned,
                                const std::optional<LoadedModel>& initial, double share) {
  if (!initial || share == 0.0) return learned;
  const std::vector<float>& from = initial->model.parameters;
  for (std::size_t i = 0; i < learned.size(); ++i)
    learned[i] += static_cast<float>(share) * (from[i] - learned[i]);
  return learned;
}

}  // namespace tactus
