// The options by which commands take models.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tactus {

// Adds --model, which may be repeated, and --quality, which stands for a set of models: names for
// program_models(). `help` describes a model.
void add_model_options(CLI::App& command, std::vector<std::string>& models,
                       const std::string& help = "Model file or name of a shipped model");

}  // namespace tactus
