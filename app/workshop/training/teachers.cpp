#include "app/workshop/training/teachers.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "audio/error.h"
#include "datasets/tasks/interface/task_networks.h"
#include "datasets/tasks/task_table.h"
#include "model/backend/backend.h"

namespace tactus {
namespace {

std::string heads_text(const NetworkSpec& spec) {
  std::vector<std::string> heads;
  for (const HeadSpec& head : spec.heads)
    heads.push_back(fmt::format("{} ({})", head.name, head.classes));
  return fmt::format("{}", fmt::join(heads, ", "));
}

void check_teacher(const LoadedModel& teacher, const TrainConfig& config,
                   const TaskFeatures& features, const NetworkSpec& student) {
  const auto refuse = [&](const std::string& what) {
    throw ArgumentError(fmt::format("{}: as teacher: {}", teacher.path.string(), what));
  };
  const std::unique_ptr<Task> task = task_of(teacher.model);
  if (task->name() != config.task->name()) {
    refuse(fmt::format("its task is '{}', expected '{}'", task->name(), config.task->name()));
  }
  const TaskFeatures heard = task->features();
  if (heard.key != features.key && heard.wider_key != features.key) {
    refuse("its features differ from the configuration's 'features'; `tactus info` shows them");
  }
  if (!agree(teacher.model.spec, student)) {
    refuse(
        fmt::format("it has the outputs {}, but the configuration has {}; teachers must have the "
                    "same, see the key 'loss'",
                    heads_text(teacher.model.spec), heads_text(student)));
  }
}

}  // namespace

std::vector<LoadedModel> load_teachers(const TrainConfig& config, const TaskFeatures& features,
                                       const NetworkSpec& student,
                                       const std::filesystem::path& shipped) {
  std::vector<LoadedModel> teachers;
  if (!config.distil.is_on()) return teachers;
  for (const std::filesystem::path& path : config.distil.teachers) {
    teachers.push_back(load_named_model(path.string(), shipped));
    check_teacher(teachers.back(), config, features, student);
  }
  return teachers;
}

std::vector<Teacher> make_teachers(const std::vector<LoadedModel>& models,
                                   const std::shared_ptr<Backend>& backend) {
  std::vector<Teacher> teachers;
  for (const LoadedModel& loaded : models) {
    const int keys = task_of(loaded.model)->keys();
    for (TaskNetwork& network : make_task_networks(loaded.model, InferenceDevice(backend), {}))
      teachers.push_back({std::move(*network.network), std::move(network.standardisation), keys});
  }
  return teachers;
}

std::string teachers_text(const std::vector<LoadedModel>& models, double weight) {
  std::string text = fmt::format("share of the loss: {}\n", weight);
  for (const LoadedModel& loaded : models) {
    const auto data = loaded.model.provenance.find("data");
    text +=
        fmt::format("{} ({}), trained on:\n{}", loaded.path.filename().string(), loaded.fingerprint,
                    data == loaded.model.provenance.end() ? "unknown\n" : data->second);
  }
  return text;
}

}  // namespace tactus
