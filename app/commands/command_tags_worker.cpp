#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/file_tags/tag_worker.h"
#include "app/program/program_places.h"
#include "audio/readers/child_process.h"

namespace tactus {

// Not shown in the help: the program starts it for itself, see tag_worker.h.
CommandRow tags_worker_command() {
  auto arguments = std::make_shared<std::vector<std::string>>();
  return {.name = kTagWorkerCommand,
          .options = {{"arguments", arguments.get(), kText, kAny, "", kRequired}},
          .run = [arguments] { return run_tag_worker(*arguments, kDecodeWorkerDescriptor); },
          .hidden = true};
}

}  // namespace tactus
