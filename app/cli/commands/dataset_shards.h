// `tactus dataset shards`, a command below `tactus dataset`.
#pragma once

#include "app/cli/commands/commands.h"

namespace tactus {

CommandRow dataset_shards_command();

}  // namespace tactus
