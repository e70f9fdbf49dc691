// The tasks of Tactus.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "datasets/tasks/interface/task.h"

namespace tactus {

// One of each, with default settings. Tagging decodes them in this order: a task finds the layers
// of those before it in the annotation.
std::vector<std::unique_ptr<Task>> all_tasks();
// Tests give another function of this type, with a task that the table lacks.
using TaskTable = decltype(&all_tasks);

// nullptr if no task has the name.
std::unique_ptr<Task> make_task(std::string_view name);
// The task of a model, with the model's settings. The model names its task, or its features do.
// Throws std::invalid_argument if no task fits, or for unknown decoder settings.
std::unique_ptr<Task> task_of(const Model& model, TaskTable tasks = all_tasks);

}  // namespace tactus
