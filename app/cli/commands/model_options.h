// The options by which commands take models.
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands/option_rows.h"

namespace tactus {

// --model, which may be repeated, and --quality, which stands for a set of models: names for
// program_models(). `help` describes a model.
OptionRows model_options(std::vector<std::string>& models,
                         const std::string& help = "Model file or name of a shipped model");

}  // namespace tactus
