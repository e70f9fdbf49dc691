#include "app/cli/program/child_work.h"

#include <string_view>

#include "app/cli/program/program_places.h"
#include "app/engine/file_tags/file_tag_worker.h"
#include "audio/readers/child_process.h"

namespace tactus {

std::optional<int> work_as_child(int argc, char** argv) {
  if (argc < 3) return std::nullopt;
  const std::string_view command = argv[1];
  if (command == kFileTagWorkerCommand)
    return run_file_tag_worker({argv + 3, argv + argc}, kDecodeWorkerDescriptor);
  return std::nullopt;
}

}  // namespace tactus
