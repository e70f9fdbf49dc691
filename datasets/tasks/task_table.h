// The tasks that there are.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "datasets/tasks/description/task.h"

namespace tactus {

// One of each, with default settings.
std::vector<std::unique_ptr<Task>> all_tasks();
// nullptr for a name that none has.
std::unique_ptr<Task> make_task(std::string_view name);
// The task of a model, with the model's settings. Throws std::invalid_argument for a model that
// does not say what it hears, and for decoder settings that are not known.
std::unique_ptr<Task> task_of(const Model& model);

}  // namespace tactus
