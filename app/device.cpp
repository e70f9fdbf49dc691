#include "app/device.h"

#include <fmt/format.h>

#include "app/commands.h"
#include "model/cpu_backend.h"

namespace tactus {

std::shared_ptr<Backend> make_backend(const std::string& device, int threads) {
  if (device == "auto" || device == "cpu") return make_cpu_backend(threads);
  if (device == "cuda" || device.rfind("cuda:", 0) == 0) {
    throw UsageError(fmt::format(
        "--device {}: this build has no CUDA backend; use --device cpu (auto takes the CPU here)",
        device));
  }
  throw UsageError(fmt::format("--device {}: expected auto, cpu, cuda or cuda:N", device));
}

}  // namespace tactus
