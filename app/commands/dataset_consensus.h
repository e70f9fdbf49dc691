// `tactus dataset consensus`, a command below `tactus dataset`.
#pragma once

#include "app/commands/commands.h"

namespace tactus {

void add_dataset_consensus(CLI::App& dataset, Command& chosen);

}  // namespace tactus
