// `tactus dataset consensus`, a command below `tactus dataset`.
#pragma once

#include "app/cli/commands/commands.h"

namespace tactus {

CommandRow dataset_consensus_command();

}  // namespace tactus
