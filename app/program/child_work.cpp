#include "app/program/child_work.h"

#include <string_view>

#include "app/file_tags/tag_worker.h"
#include "app/program/program_places.h"
#include "audio/readers/child_process.h"

namespace tactus {

std::optional<int> work_as_child(int argc, char** argv) {
  if (argc < 3) return std::nullopt;
  const std::string_view command = argv[1];
  if (command == kTagWorkerCommand)
    return run_tag_worker({argv + 3, argv + argc}, kDecodeWorkerDescriptor);
  return std::nullopt;
}

}  // namespace tactus
