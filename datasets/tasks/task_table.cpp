#include "datasets/tasks/task_table.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "datasets/tasks/bars/bar_task.h"
#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/chords/chord_task.h"
#include "datasets/tasks/sections/section_task.h"

namespace tactus {

std::vector<std::unique_ptr<Task>> all_tasks() {
  std::vector<std::unique_ptr<Task>> tasks;
  tasks.push_back(std::make_unique<BeatTask>());
  tasks.push_back(std::make_unique<BarTask>());
  tasks.push_back(std::make_unique<ChordTask>());
  tasks.push_back(std::make_unique<SectionTask>());
  return tasks;
}

std::unique_ptr<Task> make_task(std::string_view name) {
  for (std::unique_ptr<Task>& task : all_tasks())
    if (task->name() == name) return std::move(task);
  return nullptr;
}

std::unique_ptr<Task> task_of(const Model& model, TaskTable tasks) {
  const auto named = model.provenance.find("task");
  for (std::unique_ptr<Task>& task : tasks()) {
    const bool fits = named == model.provenance.end() || named->second == task->name();
    if (fits && task->read(model)) return std::move(task);
  }
  throw std::invalid_argument(
      named == model.provenance.end()
          ? "the model does not name its features"
          : fmt::format(
                "the model is for the task '{}', which Tactus does not know for these features",
                named->second));
}

}  // namespace tactus
