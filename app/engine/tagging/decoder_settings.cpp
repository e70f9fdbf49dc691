#include "app/engine/tagging/decoder_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "audio/error.h"

namespace tactus {

void DecoderSettings::add(std::string_view assignment, std::string_view what) {
  const std::size_t sign = assignment.find('=');
  const std::string words = fmt::format("{} {}", what, assignment);
  if (sign == std::string_view::npos || sign == 0)
    throw ArgumentError(fmt::format("{}: expected NAME=VALUE or TASK.NAME=VALUE", words));
  const std::string_view name = assignment.substr(0, sign);
  const std::size_t dot = name.find('.');
  const std::string_view task = dot == std::string_view::npos ? "" : name.substr(0, dot);
  settings_.push_back({std::string(task), std::string(name.substr(task.empty() ? 0 : dot + 1)),
                       std::string(assignment.substr(sign + 1)), words, true});
}

void DecoderSettings::prefer(std::string_view name, std::string value, std::string_view what) {
  std::string words = fmt::format("{} {}", what, value);
  settings_.push_back({"", std::string(name), std::move(value), std::move(words), false});
}

bool DecoderSettings::reaches(const Setting& setting, Task& task) {
  return (setting.task.empty() || setting.task == task.name()) &&
         can_set(task.decoder_parameters(), setting.name);
}

std::string DecoderSettings::value_of(std::string_view name) const {
  std::string value;
  for (const Setting& setting : settings_)
    if (setting.name == name) value = setting.value;
  return value;
}

void DecoderSettings::apply_to(Task& task) const {
  try {
    for (const Setting& setting : settings_)
      if (reaches(setting, task))
        set_by_name(task.decoder_parameters(), setting.name, setting.value, setting.words);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(error.what());
  }
}

std::string DecoderSettings::words_for(Task& task) const {
  std::vector<std::string_view> words;
  for (const Setting& setting : settings_)
    if (reaches(setting, task)) words.emplace_back(setting.words);
  return fmt::format("{}", fmt::join(words, ", "));
}

void DecoderSettings::check(const std::vector<LoadedModel>& models, TaskTable known) const {
  std::vector<std::unique_ptr<Task>> tasks;
  for (const LoadedModel& loaded : models) tasks.push_back(task_of(loaded.model, known));
  for (const Setting& setting : settings_) {
    const auto takes = [&](const std::unique_ptr<Task>& task) { return reaches(setting, *task); };
    if (!setting.must_exist || std::ranges::any_of(tasks, takes)) continue;
    std::vector<std::string> names;  // as this setting gives its own
    const std::string prefix = setting.task.empty() ? "" : setting.task + ".";
    for (const std::unique_ptr<Task>& task : tasks)
      for (const Parameter& parameter : task->decoder_parameters())
        if (!parameter.learned)
          names.push_back((prefix.empty() ? "" : task->name() + ".") + parameter.name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto nearest = nearest_word(prefix + setting.name, names);
    throw ArgumentError(
        fmt::format("{}: no decoder of these models has it{}; they have {}", setting.words,
                    nearest ? ", did you mean " + *nearest + "?" : "", fmt::join(names, ", ")));
  }
  for (const std::unique_ptr<Task>& task : tasks) {
    apply_to(*task);
    const std::string words = words_for(*task);
    if (words.empty()) continue;
    try {
      task->read_decoder(task->decoder_json());  // as a model file holds them
    } catch (const std::invalid_argument& error) {
      throw ArgumentError(
          fmt::format("{}: {} (the model sets what you do not)", words, error.what()));
    }
  }
}

}  // namespace tactus
