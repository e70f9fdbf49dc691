// tactus seal: says for one more version that it is not needed any more.
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/program/exit_code.h"
#include "audio/standard_streams.h"

namespace tactus {

CommandRow seal_command() {
  const auto files = std::make_shared<std::vector<std::string>>();
  const auto quiet = std::make_shared<bool>(false);
  return {.name = "seal",
          .help = "Not needed any more: every model file that is read has a hash",
          .options = {{"files", files.get(), kText, kAny, "Not read"},
                      {"-q,--quiet", quiet.get(), kFlag, kAny, "Without effect"}},
          .run = [files, quiet] {
            print_log(
                "tactus: seal is not needed any more: every model file since 1.0 has its hash, and "
                "files of versions before 1.0 are not read; train such a model again\n");
            return kSuccess;
          }};
}

}  // namespace tactus
