#include "app/cli/program/program_device.h"

#include <memory>
#include <mutex>

#include "audio/standard_streams.h"

namespace tactus {

std::function<void(const Device&)> device_line(bool verbose, bool quiet) {
  return [verbose, quiet, first = std::make_shared<std::once_flag>()](const Device& device) {
    if (!verbose && (quiet || !device.card_left_out)) return;
    std::call_once(*first, [&] { print_log("tactus: computing on {}\n", describe(device)); });
  };
}

}  // namespace tactus
