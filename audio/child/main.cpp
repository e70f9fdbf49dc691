// tactus-decode: the program that decodes one audio file for Tactus (isolated_reader.h). It holds
// the codec libraries and little else, and runs without privileges.
#include <string_view>

#include "audio/child/decode_worker.h"
#include "audio/readers/child_process.h"
#include "audio/readers/decode_messages.h"
#include "audio/standard_streams.h"

namespace {

// Before all other initialisers of the program; those of its libraries come first.
[[gnu::constructor(101)]] void fill_descriptors() {
  tactus::fill_closed_descriptors();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tactus;
  if (argc == 2 && std::string_view(argv[1]) == kSandboxArgument)
    return report_sandbox(kDecodeWorkerDescriptor);
  const bool libav = argc == 4 && std::string_view(argv[3]) == kLibavArgument;
  if (argc != 3 && !libav) {
    write_log(
        "tactus-decode decodes a file for tactus, which starts it:\n"
        "tactus-decode FILE RATE|blocks|spots [libav], with a pipe as descriptor 3\n");
    return 2;
  }
  return run_decode_worker({argv[1], argv[2], libav}, kDecodeWorkerDescriptor);
}
