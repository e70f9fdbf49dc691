// The models that the user of the program names.
#pragma once

#include <string>
#include <vector>

#include "app/engine/models/model_store.h"

namespace tactus {

// load_models with the program's folder of shipped models. Prints notes on the files to stderr.
std::vector<LoadedModel> program_models(const std::vector<std::string>& names);
// The same for one name, which may not stand for several models.
LoadedModel program_model(const std::string& name);

}  // namespace tactus
