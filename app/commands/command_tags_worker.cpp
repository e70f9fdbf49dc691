#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/file_tags/tag_worker.h"
#include "app/program/program_places.h"
#include "audio/readers/child_process.h"

namespace tactus {

// Not shown in the help: the program starts it for itself, see tag_worker.h.
void add_tags_worker_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  CLI::App* worker = root.add_subcommand(kTagWorkerCommand, "")->group("");
  worker->add_option("arguments", *arguments)->required();
  worker->callback([arguments, &chosen] {
    chosen = [arguments] { return run_tag_worker(*arguments, kDecodeWorkerDescriptor); };
  });
}

}  // namespace tactus
