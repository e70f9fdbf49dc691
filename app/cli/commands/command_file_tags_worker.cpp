#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/program/program_places.h"
#include "app/engine/file_tags/file_tag_worker.h"
#include "audio/readers/child_process.h"

namespace tactus {

// Not shown in the help: the program starts it for itself, see file_tag_worker.h.
CommandRow tags_worker_command() {
  auto arguments = std::make_shared<std::vector<std::string>>();
  return {.name = kFileTagWorkerCommand,
          .options = {{"arguments", arguments.get(), kText, kAny, "", kRequired}},
          .run = [arguments] { return run_file_tag_worker(*arguments, kDecodeWorkerDescriptor); },
          .hidden = true};
}

}  // namespace tactus
