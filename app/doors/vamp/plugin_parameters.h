// The parameters that a Vamp host shows, and what they mean for an engine: the everyday settings of
// the decoders (model/parameter_table.h), and which models are used.
#pragma once

#include <vamp-sdk/Plugin.h>

#include <string>
#include <vector>

#include "app/engine/library/tactus.h"

namespace tactus::vamp {

// Parameters and their values, defaults at first. The defaults leave each choice to the models, so
// the plug-in then finds what `tactus tag` finds.
class PluginParameters {
 public:
  PluginParameters();

  static const Vamp::Plugin::ParameterList& descriptors();

  // 0 if no parameter has this identifier.
  float get(const std::string& identifier) const;
  // Moves the value into the range of the parameter, and to a whole number.
  // Does nothing for an unknown identifier or NaN.
  void set(const std::string& identifier, float value);

  // Sets models and settings. The options point into this object, until its next change.
  void apply_to(tactus_options& options);

 private:
  std::vector<float> values_;          // in the order of descriptors()
  std::vector<std::string> settings_;  // "NAME=VALUE"
  std::vector<const char*> pointers_;  // to them, ended by NULL
};

}  // namespace tactus::vamp
