// tactus seal MODEL...: adds the hash of its content to a model file or training state.

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/program/exit_code.h"
#include "audio/standard_streams.h"
#include "model/files/model_file.h"

namespace tactus {
namespace {

constexpr const char* kSealExamples = R"(
Tactus writes a hash of the content into every model and training state, and checks it on loading. A file
from an older version has no hash, and a note says so. This command adds the hash in place. Weights and texts
do not change.

Examples:
  tactus seal old-model.safetensors
  tactus seal models/*.safetensors)";

int run_seal(const std::vector<std::string>& files, bool quiet) {
  RunOutcome outcome;
  for (const std::string& file : files) {
    try {
      const bool added = add_content_hash(file);
      if (quiet) continue;
      print_log(
          "{}: {}\n", file,
          added ? "the hash of its content was added" : "already has a hash, and it is correct");
    } catch (const std::exception& error) {
      print_log("tactus: {}\n", error.what());
      ++outcome.failed;
    }
  }
  return outcome.exit_code();
}

}  // namespace

CommandRow seal_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  auto quiet = std::make_shared<bool>(false);
  return {
      .name = "seal",
      .help = "Add the hash that finds damage to model files without one",
      .footer = kSealExamples,
      .options = {{"files", files.get(), kFile, kAny, "Model files and training states", kRequired},
                  {"-q,--quiet", quiet.get(), kFlag, kAny, "Print errors only"}},
      .run = [files, quiet] { return run_seal(*files, *quiet); }};
}

}  // namespace tactus
