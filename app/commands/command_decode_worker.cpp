#include <CLI/App.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/program/program_path.h"
#include "app/program/worker_command.h"
#include "audio/readers/isolated_reader.h"

namespace tactus {

namespace {

constexpr const char* kCommandName = "decode-worker";

struct WorkerArguments {
  std::string path;
  int sample_rate = 0;
};

}  // namespace

std::vector<std::string> decode_worker_command() {
  return {command_line_program().string(), kCommandName, "--"};
}

// Not shown in the help: the program starts it for itself, see isolation.h.
void add_decode_worker_command(CLI::App& root, Command& chosen) {
  auto arguments = std::make_shared<WorkerArguments>();
  CLI::App* worker = root.add_subcommand(kCommandName, "")->group("");
  worker->add_option("path", arguments->path)->required();
  worker->add_option("sample_rate", arguments->sample_rate)->required();
  worker->callback([arguments, &chosen] {
    chosen = [arguments] {
      return run_decode_worker(arguments->path, arguments->sample_rate, kDecodeWorkerDescriptor);
    };
  });
}

}  // namespace tactus
