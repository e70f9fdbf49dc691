#include "app/doors/vamp/plugin_parameters.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <string_view>
#include <variant>

#include "datasets/tasks/task_table.h"

namespace tactus::vamp {

namespace {

using Descriptor = Vamp::Plugin::ParameterDescriptor;

// Value 0 of each setting.
constexpr const char* kAsTheModel = "As set in the model";

struct Choice {
  std::string name;   // for people
  std::string value;  // of the setting
};
constexpr const char* kMeters[] = {"2", "3", "4", "5", "6", "7", "3,4", "2,3,4"};

struct ModelChoice {
  const char* name;
  const char* models[2];  // ended by NULL; none: all
};
constexpr ModelChoice kModelChoices[] = {
    {"All", {}}, {"Beats only", {"beats", nullptr}}, {"Chords only", {"chords", nullptr}}};

// "3,4": "3 or 4".
std::string spoken(std::string list) {
  for (std::size_t comma = list.rfind(','), last = comma; comma != std::string::npos;
       comma = comma == 0 ? std::string::npos : list.rfind(',', comma - 1))
    list.replace(comma, 1, comma == last ? " or " : ", ");
  return list;
}

// The values that a setting can have; none: a number.
std::vector<Choice> choices_of(const Parameter& row) {
  std::vector<Choice> choices;
  if (const auto* words = std::get_if<WordChoice>(&row.value))
    for (const std::string_view word : words->words)
      choices.push_back({std::string(word), std::string(word)});
  else if (std::holds_alternative<bool*>(row.value))
    choices = {{"Yes", "true"}, {"No", "false"}};
  else if (std::holds_alternative<std::vector<int>*>(row.value))
    for (const char* meters : kMeters) choices.push_back({spoken(meters), meters});
  return choices;
}

// "tempo grid: auto, ..." is shown as "Tempo grid".
std::string title_of(const Parameter& row) {
  const std::string_view meaning = row.meaning;
  std::string title(meaning.substr(0, meaning.find_first_of(":;(")));
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

struct Setting {
  std::string name;
  std::vector<Choice> choices;  // none: a number, 0 = as the model says
  Descriptor descriptor;
  std::set<std::string> tasks;  // whose decoders have it
};

Setting setting_of(const Parameter& row) {
  Setting setting{row.name, choices_of(row), {}, {}};
  Descriptor& shown = setting.descriptor;
  shown.identifier = row.name;
  std::erase(shown.identifier, '_');
  shown.name = title_of(row);
  shown.description = row.meaning;
  shown.isQuantized = true;
  shown.quantizeStep = 1.0f;
  if (setting.choices.empty()) {
    constexpr float kHighest = 400.0f;
    shown.maxValue = std::min(static_cast<float>(row.high), kHighest);
    shown.description += "; 0: as set in the model";
    if (setting.name.ends_with("_bpm")) shown.unit = "BPM";
    return setting;
  }
  shown.maxValue = static_cast<float>(setting.choices.size());
  shown.valueNames = {kAsTheModel};
  for (const Choice& choice : setting.choices) shown.valueNames.push_back(choice.name);
  return setting;
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> found;
    for (const std::unique_ptr<Task>& task : all_tasks())
      for (const Parameter& row : task->decoder_parameters()) {
        if (!row.everyday) continue;
        auto same = std::ranges::find(found, row.name, &Setting::name);
        if (same == found.end()) same = found.insert(same, setting_of(row));
        same->tasks.insert(task->name());
      }
    return found;
  }();
  return all;
}

Descriptor models_descriptor() {
  Descriptor models;
  models.identifier = "models";
  models.name = "Models";
  models.description = "Which models of the folder are used";
  models.maxValue = static_cast<float>(std::size(kModelChoices) - 1);
  models.isQuantized = true;
  models.quantizeStep = 1.0f;
  for (const ModelChoice& choice : kModelChoices) models.valueNames.emplace_back(choice.name);
  return models;
}

// Index of the parameter, or the number of parameters.
std::size_t index_of(const std::string& identifier) {
  const auto& all = PluginParameters::descriptors();
  return static_cast<std::size_t>(std::ranges::find(all, identifier, &Descriptor::identifier) -
                                  all.begin());
}

}  // namespace

const Vamp::Plugin::ParameterList& PluginParameters::descriptors() {
  static const Vamp::Plugin::ParameterList list = [] {
    Vamp::Plugin::ParameterList all;
    for (const Setting& setting : settings()) all.push_back(setting.descriptor);
    all.push_back(models_descriptor());
    return all;
  }();
  return list;
}

PluginParameters::PluginParameters() {
  for (const Descriptor& parameter : descriptors()) values_.push_back(parameter.defaultValue);
}

float PluginParameters::get(const std::string& identifier) const {
  const std::size_t index = index_of(identifier);
  return index < values_.size() ? values_[index] : 0.0f;
}

void PluginParameters::set(const std::string& identifier, float value) {
  const std::size_t index = index_of(identifier);
  if (index == values_.size() || std::isnan(value)) return;
  const Descriptor& parameter = descriptors()[index];
  value = std::clamp(value, parameter.minValue, parameter.maxValue);
  values_[index] = std::round(value);
}

void PluginParameters::apply_to(tactus_options& options) {
  settings_.clear();
  pointers_.clear();
  const ModelChoice& models = kModelChoices[static_cast<std::size_t>(values_.back())];
  for (std::size_t i = 0; i < settings().size(); ++i) {
    const Setting& setting = settings()[i];
    const auto value = static_cast<std::size_t>(values_[i]);
    if (value == 0 || (models.models[0] && !setting.tasks.contains(models.models[0]))) continue;
    settings_.push_back(
        setting.name + "=" +
        (setting.choices.empty() ? std::to_string(value) : setting.choices[value - 1].value));
  }
  for (const std::string& each : settings_) pointers_.push_back(each.c_str());
  pointers_.push_back(nullptr);
  options.settings = pointers_.data();
  options.models = models.models;
}

}  // namespace tactus::vamp
