// Settings that a person gives to the decoders by name, over those of the models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/engine/models/model_store.h"
#include "datasets/tasks/task_table.h"

namespace tactus {

class DecoderSettings {
 public:
  // "NAME=VALUE" for each decoder that has NAME, "TASK.NAME=VALUE" for that of one task; a list has
  // commas. A model must have it. Throws ArgumentError beginning with `what` if there is no "=".
  void add(std::string_view assignment, std::string_view what);
  // The same for an option of its own, which messages call `what`: it needs no model that has it.
  void prefer(std::string_view name, std::string value, std::string_view what);

  // The last value for a name; empty = none was given.
  std::string value_of(std::string_view name) const;
  // Throws ArgumentError for a value that the decoder does not take.
  void apply_to(Task& task) const;
  // Throws ArgumentError for what these models do not take: names that none of them has, values out
  // of range, and values that contradict each other or those of a model.
  void check(const std::vector<LoadedModel>& models, TaskTable known = all_tasks) const;

 private:
  struct Setting {
    std::string task;  // empty = each
    std::string name;
    std::string value;
    std::string words;  // as the person wrote it, for messages: "--min-bpm 80"
    bool must_exist = false;
  };
  static bool reaches(const Setting& setting, Task& task);
  std::string words_for(Task& task) const;
  std::vector<Setting> settings_;
};

}  // namespace tactus
