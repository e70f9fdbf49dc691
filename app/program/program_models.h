// The models that the user of the program names.
#pragma once

#include <string>
#include <vector>

#include "app/models/model_store.h"

namespace tactus {

// load_models with the program's folder of shipped models. Prints notes on the files to stderr.
std::vector<LoadedModel> program_models(const std::vector<std::string>& names);

}  // namespace tactus
