#include "datasets/tasks/task_table.h"

#include <stdexcept>
#include <utility>

#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/chords/chord_task.h"

namespace tactus {

std::vector<std::unique_ptr<Task>> all_tasks() {
  std::vector<std::unique_ptr<Task>> tasks;
  tasks.push_back(std::make_unique<BeatTask>());
  tasks.push_back(std::make_unique<ChordTask>());
  return tasks;
}

std::unique_ptr<Task> make_task(std::string_view name) {
  for (std::unique_ptr<Task>& task : all_tasks())
    if (task->name() == name) return std::move(task);
  return nullptr;
}

std::unique_ptr<Task> task_of(const Model& model) {
  for (std::unique_ptr<Task>& task : all_tasks())
    if (task->read(model)) return std::move(task);
  throw std::invalid_argument("the model does not say what features it takes");
}

}  // namespace tactus
