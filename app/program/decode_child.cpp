#include "app/program/decode_child.h"

#include <cstdlib>
#include <string_view>

#include "app/program/program_places.h"
#include "audio/readers/isolated_reader.h"

namespace tactus {

std::optional<int> decode_as_child(int argc, char** argv) {
  if (argc != 5 || std::string_view(argv[1]) != kDecodeWorkerCommand) return std::nullopt;
  return run_decode_worker(argv[3], std::atoi(argv[4]), kDecodeWorkerDescriptor);
}

}  // namespace tactus
