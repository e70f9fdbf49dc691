#include <CLI/App.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/program/program_places.h"
#include "audio/readers/isolated_reader.h"

namespace tactus {

namespace {

struct WorkerArguments {
  std::string path;
  int sample_rate = 0;
};

}  // namespace

// Not shown in the help: the program starts it for itself, see isolated_reader.h.
void add_decode_worker_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<WorkerArguments>();
  CLI::App* worker = root.add_subcommand(kDecodeWorkerCommand, "")->group("");
  worker->add_option("path", arguments->path)->required();
  worker->add_option("sample_rate", arguments->sample_rate)->required();
  worker->callback([arguments, &chosen] {
    chosen = [arguments] {
      return run_decode_worker(arguments->path, arguments->sample_rate, kDecodeWorkerDescriptor);
    };
  });
}

}  // namespace tactus
