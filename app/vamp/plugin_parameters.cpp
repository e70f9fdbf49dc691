#include "app/vamp/plugin_parameters.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tactus::vamp {

namespace {

using Descriptor = Vamp::Plugin::ParameterDescriptor;

constexpr const char* kLowest = "minbpm";
constexpr const char* kHighest = "maxbpm";
constexpr const char* kMeters = "beatsperbar";
constexpr const char* kGrid = "grid";
constexpr const char* kModels = "models";
constexpr const char* kAsTheModel = "As set in the model";

struct MeterChoice {
  const char* name;
  int meters[3];
  std::size_t count;
};
constexpr MeterChoice kMeterChoices[] = {
    {kAsTheModel, {}, 0}, {"2", {2}, 1},         {"3", {3}, 1},
    {"4", {4}, 1},        {"5", {5}, 1},         {"6", {6}, 1},
    {"7", {7}, 1},        {"3 or 4", {3, 4}, 2}, {"2, 3 or 4", {2, 3, 4}, 3}};

struct GridChoice {
  const char* name;
  const char* grid;
};
constexpr GridChoice kGridChoices[] = {{kAsTheModel, nullptr},
                                       {"Auto: from the music", "auto"},
                                       {"Constant: one tempo", "constant"},
                                       {"Free: each beat has its own time", "free"}};

struct ModelChoice {
  const char* name;
  const char* models[2];  // ended by NULL; none: all
};
constexpr ModelChoice kModelChoices[] = {
    {"All", {}}, {"Beats only", {"beats", nullptr}}, {"Chords only", {"chords", nullptr}}};

Descriptor tempo(const char* identifier, const char* name, const char* description) {
  constexpr float kHighestTempo = 400.0f;
  Descriptor parameter;
  parameter.identifier = identifier;
  parameter.name = name;
  parameter.description = description;
  parameter.unit = "BPM";
  parameter.maxValue = kHighestTempo;
  parameter.isQuantized = true;
  parameter.quantizeStep = 1.0f;
  return parameter;
}

// Values 0, 1, 2 ... with the names of `choices`.
template <class Choices>
Descriptor choice_of(const char* identifier, const char* name, const char* description,
                     const Choices& choices) {
  Descriptor parameter;
  parameter.identifier = identifier;
  parameter.name = name;
  parameter.description = description;
  parameter.maxValue = static_cast<float>(std::size(choices) - 1);
  parameter.isQuantized = true;
  parameter.quantizeStep = 1.0f;
  for (const auto& choice : choices) parameter.valueNames.emplace_back(choice.name);
  return parameter;
}

// Index of the parameter, or the number of parameters.
std::size_t index_of(const std::string& identifier) {
  const auto& all = PluginParameters::descriptors();
  return static_cast<std::size_t>(std::ranges::find(all, identifier, &Descriptor::identifier) -
                                  all.begin());
}

}  // namespace

const Vamp::Plugin::ParameterList& PluginParameters::descriptors() {
  static const Vamp::Plugin::ParameterList list = {
      tempo(kLowest, "Lowest tempo", "Slowest tempo of the beats; 0: as set in the model"),
      tempo(kHighest, "Highest tempo", "Fastest tempo of the beats; 0: as set in the model"),
      choice_of(kMeters, "Beats per bar", "Meters that a bar may have", kMeterChoices),
      choice_of(kGrid, "Grid", "Whether the beats lie on a grid of constant tempo", kGridChoices),
      choice_of(kModels, "Models", "Which models of the folder are used", kModelChoices)};
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

std::size_t PluginParameters::choice(const char* identifier) const {
  return static_cast<std::size_t>(get(identifier));
}

void PluginParameters::apply_to(tactus_options& options) const {
  options.min_bpm = get(kLowest);
  options.max_bpm = get(kHighest);
  const MeterChoice& meters = kMeterChoices[choice(kMeters)];
  options.beats_per_bar = meters.count > 0 ? meters.meters : nullptr;
  options.beats_per_bar_count = meters.count;
  options.grid = kGridChoices[choice(kGrid)].grid;
  options.models = kModelChoices[choice(kModels)].models;
}

}  // namespace tactus::vamp
